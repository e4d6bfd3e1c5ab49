// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.WtpsByPort;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Announcement;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.ProbeRequest;
import io.cloudmac.impl.wire.RadioTag;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.opendaylight.yangtools.concepts.Registration;

/** Finds the WTP that received a station's first frame, and the VAPs that it may be for. Use it on the event loop. */
final class ContactTargets {
    private final RetuneDelay retuning = new RetuneDelay();
    private final EventLoop loop;
    private final WtpsByPort wtpsByPort = new WtpsByPort();
    private final AssignmentSource assignments;
    private final WtpDirectory wtps;
    private final AdmittedWtps admission;
    private final LearnedStore learned;
    private final Activity activity;
    private final Counters counters;

    ContactTargets(final EventLoop loop, final AssignmentSource assignments, final WtpDirectory wtps,
            final AdmittedWtps admission, final LearnedStore learned, final Activity activity,
            final Counters counters) {
        this.loop = loop;
        this.assignments = assignments;
        this.wtps = wtps;
        this.admission = admission;
        this.learned = learned;
        this.activity = activity;
        this.counters = counters;
    }

    /** Starts to follow the admission of the WTPs. */
    Registration start() {
        updateAdmitted();
        return admission.listen(this::updateAdmitted);
    }

    private void updateAdmitted() {
        retuning.setAdmitted(wtps.wtps().keySet().stream().filter(admission::isAdmitted).collect(Collectors.toSet()),
            loop.nanoTime());
    }

    /**
     * Returns the WTP at a port. If several are known there, one that is admitted, then one that is up has precedence:
     * it replaced the others.
     */
    Optional<Mac> wtpAt(final PortId port) {
        final Set<Mac> up = wtps.wtps().keySet();
        return wtpsByPort.at(port, assignments.assignment()).stream()
            .min(Comparator.comparing((Mac each) -> !admission.isAdmitted(each))
                .thenComparing(each -> !up.contains(each)).thenComparing(Comparator.naturalOrder()));
    }

    /**
     * Returns the VAPs that a frame may be for, and counts the frame if there is none. These are the VAP that it names,
     * or all VAPs that the WTP radiates if it names none, except:
     *
     * <ul>
     * <li>VAPs with another SSID than a probe request names;
     * <li>VAPs that no longer send: nobody would answer, and their leases would bind a radio;
     * <li>VAPs whose channel is unknown;
     * <li>VAPs on a channel that another admitted WTP has a radio on and this one has not: a scanning station is
     * received on all channels;
     * <li>VAPs for which a WTP would retune a radio before its {@link RetuneDelay} has passed.
     * </ul>
     */
    Set<Mac> vaps(final int id, final Optional<ProbeRequest> probe, final Mac wtp) {
        final Assignment assignment = assignments.assignment();
        final Set<Mac> called = assignment.vaps().entrySet().stream()
            .filter(entry -> entry.getValue().wtps().contains(wtp))
            .map(Map.Entry::getKey)
            .filter(bssid -> id == RadioTag.VAP_ANY || id == bssid.lastTwoOctets())
            .filter(bssid -> probe.isEmpty() || mayAnswer(bssid, probe.orElseThrow()))
            .filter(activity::isVapActive)
            .collect(Collectors.toSet());
        final Set<Mac> served = called.stream().filter(bssid -> canServe(assignment.vaps().get(bssid), wtp))
            .collect(Collectors.toSet());
        if (called.isEmpty()) {
            counters.countRefused("unknown-vap");
        } else if (served.isEmpty()) {
            counters.countRefused("no-radio-on-channel");
        }
        return served;
    }

    private boolean mayAnswer(final Mac bssid, final ProbeRequest probe) {
        final Learned.KnownVap known = learned.learned().vaps().get(bssid);
        return known == null || probe.isFor(known.ssid());
    }

    /** Returns true if a WTP may get a station of a VAP now. */
    boolean mayServe(final Mac bssid, final Mac wtp) {
        final Assignment assignment = assignments.assignment();
        final Assignment.Vap vap = assignment.vaps().get(bssid);
        return vap != null && vap.wtps().contains(wtp) && admission.isAdmitted(wtp)
            && !assignment.draining().contains(wtp) && canServe(vap, wtp);
    }

    /** Returns true if a WTP may get a station of a VAP now, and no other WTP may. */
    boolean isOnly(final Mac bssid, final Mac wtp) {
        return mayServe(bssid, wtp) && assignments.assignment().vaps().get(bssid).wtps().stream()
            .noneMatch(other -> !other.equals(wtp) && mayServe(bssid, other));
    }

    private boolean canServe(final Assignment.Vap vap, final Mac wtp) {
        if (vap.frequency() == 0) {
            return false;
        }
        final Map<Mac, Announcement> up = wtps.wtps();
        final Announcement announcement = up.get(wtp);
        if (announcement != null && StrandedFinder.isOnChannel(vap, announcement)) {
            return true;
        }
        return vap.wtps().stream().map(up::get)
                .noneMatch(other -> other != null && StrandedFinder.isOnChannel(vap, other)
                    && admission.isAdmitted(other.wtp()))
            && (announcement == null || hasUntunedRadio(announcement) || !admission.isAdmitted(wtp)
                || retuning.mayRetune(announcement, loop.nanoTime()));
    }

    private static boolean hasUntunedRadio(final Announcement announcement) {
        return announcement.radios().stream().anyMatch(radio -> radio.frequency() == 0);
    }
}
