// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
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

/** Finds the WTP that received a station's first frame, and the VAPs that it may be for. Use it on the event loop. */
final class ContactTargets {
    private final RetuneDelay retuning = new RetuneDelay();
    private final EventLoop loop;
    private final AssignmentSource assignments;
    private final WtpDirectory wtps;
    private final AdmittedWtps admission;
    private final LearnedStore learned;
    private final Activity activity;

    ContactTargets(final EventLoop loop, final AssignmentSource assignments, final WtpDirectory wtps,
            final AdmittedWtps admission, final LearnedStore learned, final Activity activity) {
        this.loop = loop;
        this.assignments = assignments;
        this.wtps = wtps;
        this.admission = admission;
        this.learned = learned;
        this.activity = activity;
    }

    /** Forgets what it knows of all VAPs but some. */
    void forgetVapsBut(final Set<Mac> bssids) {
        retuning.retain(bssids);
    }

    /**
     * Returns the WTP at a port. If several are known there, one that is admitted, then one that is up has precedence:
     * it replaced the others.
     */
    Optional<Mac> wtpAt(final PortId port) {
        final Set<Mac> up = wtps.wtps().keySet();
        return assignments.assignment().wtps().entrySet().stream()
            .filter(entry -> entry.getValue().equals(port)).map(Map.Entry::getKey)
            .min(Comparator.comparing((Mac each) -> !admission.isAdmitted(each))
                .thenComparing(each -> !up.contains(each)).thenComparing(Comparator.naturalOrder()));
    }

    /**
     * Returns the VAP that a frame names, or for a frame that names none all VAPs that the WTP radiates. Leaves out
     * VAPs with another SSID than a probe request names. Leaves out a VAP if other admitted WTPs have a radio on its
     * channel and this one has not: a scanning station is received on all channels. If none has, a radio is retuned
     * after the {@link RetuneDelay}. Also leaves out VAPs that no longer send: nobody would answer, and their leases
     * would bind a radio.
     */
    Set<Mac> vaps(final int id, final Optional<ProbeRequest> probe, final Mac wtp) {
        final Assignment assignment = assignments.assignment();
        return assignment.vaps().entrySet().stream()
            .filter(entry -> entry.getValue().wtps().contains(wtp))
            .map(Map.Entry::getKey)
            .filter(bssid -> id == RadioTag.VAP_ANY || id == bssid.lastTwoOctets())
            .filter(bssid -> probe.isEmpty() || mayAnswer(bssid, probe.orElseThrow()))
            .filter(activity::isVapActive)
            .filter(bssid -> canServe(bssid, wtp))
            .collect(Collectors.toSet());
    }

    private boolean mayAnswer(final Mac bssid, final ProbeRequest probe) {
        final Learned.KnownVap known = learned.learned().vaps().get(bssid);
        return known == null || probe.isFor(known.ssid());
    }

    private boolean canServe(final Mac bssid, final Mac wtp) {
        final Set<Mac> onChannel =
            StrandedFinder.wtpsOnChannel(assignments.assignment().vaps().get(bssid), wtps.wtps());
        if (onChannel.stream().anyMatch(admission::isAdmitted)) {
            retuning.onChannelServed(bssid);
            return onChannel.contains(wtp);
        }
        return onChannel.contains(wtp) || !wouldRetune(wtp) || retuning.mayRetune(bssid, loop.nanoTime());
    }

    /** Returns true if all radios of a WTP are tuned. The caller knows that none is on the VAP's channel. */
    private boolean wouldRetune(final Mac wtp) {
        final Announcement announcement = wtps.wtps().get(wtp);
        return announcement != null && announcement.radios().stream().allMatch(radio -> radio.frequency() != 0);
    }
}
