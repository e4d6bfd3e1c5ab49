// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.binding.LeaseRefusals;
import io.cloudmac.impl.binding.VapPolicy;
import io.cloudmac.impl.config.ConfigurationPart;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.discovery.RefusedVaps.RefusedVap;
import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.discovery.VapWidths;
import io.cloudmac.impl.discovery.WtpDirectory;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Finds the problems of VAPs, as sentences without a full stop for the operator. Used on the event loop. */
@Component(service = VapProblems.class)
public final class VapProblems {
    /** Finds the problems of a known VAP. */
    @FunctionalInterface
    interface ProblemFinder {
        /**
         * Returns the problems.
         *
         * @param served where the VAP is and which WTPs radiate it; null if its beacons come from another switch
         */
        Set<String> of(Mac bssid, Learned.KnownVap vap, Assignment.Vap served);
    }

    private static final ConfigurationPart<Map<Mac, String>> CONFIGURED_SSIDS =
        ConfigurationPart.of(Cloudmac::nonnullVaps, vaps -> vaps.nonnullVap().values().stream()
            .filter(vap -> vap.getSsid() != null).collect(Collectors.toUnmodifiableMap(
                vap -> Mac.parse(vap.getBssid().getValue()), vap -> vap.getSsid().getValue())));

    private final ConfigurationSource configuration;
    private final AdmittedWtps admission;
    private final VapHostDirectory vapHosts;
    private final RadioProblems radios;

    /** Creates the finder. */
    @Activate
    public VapProblems(@Reference final ConfigurationSource configuration, @Reference final AdmittedWtps admission,
            @Reference final VapHostDirectory vapHosts, @Reference final LeaseRefusals refusals,
            @Reference final VapWidths widths, @Reference final WtpDirectory directory) {
        this(configuration, admission, vapHosts, new RadioProblems(refusals, widths, directory::wtps));
    }

    VapProblems(final ConfigurationSource configuration, final AdmittedWtps admission, final VapHostDirectory vapHosts,
            final RadioProblems radios) {
        this.configuration = configuration;
        this.admission = admission;
        this.vapHosts = vapHosts;
        this.radios = radios;
    }

    /** Returns a finder for the present configuration, sessions and refused VAPs. */
    ProblemFinder now(final Collection<RefusedVap> refused) {
        final DesiredBindings desired = configuration.get(DesiredBindings.PART);
        final Map<Mac, String> configuredSsids = configuration.get(CONFIGURED_SSIDS);
        final Map<Mac, Set<String>> rivals = vapHosts.rivals();
        return (bssid, vap, served) -> {
            final Set<Mac> wtps = served == null ? Set.of() : served.wtps();
            return Stream.of(problems(bssid, vap, served, configuredSsids.get(bssid), desired, refused),
                WaitingBindings.problems(bssid, wtps, desired, admission::whyNotAdmitted),
                rivals.getOrDefault(bssid, Set.of()).stream()
                    .map(host -> "VAP host " + host + " also names it").toList(),
                radios.of(bssid, vap.frequency(), wtps).toList())
                .flatMap(Collection::stream).collect(Collectors.toSet());
        };
    }

    private static List<String> problems(final Mac bssid, final Learned.KnownVap vap, final Assignment.Vap served,
            final String configuredSsid, final DesiredBindings desired, final Collection<RefusedVap> refused) {
        final List<String> problems = new ArrayList<>();
        if (configuredSsid != null && !vap.ssid().isEmpty()
                && !RawSsid.parse(configuredSsid).equals(Optional.of(vap.ssid()))) {
            problems.add("its beacons have SSID \"" + vap.ssid() + "\", but \"" + configuredSsid
                + "\" is configured");
        }
        if (vap.frequency() == 0) {
            problems.add("its channel is unknown, so no WTP transmits it: its beacons name none, and no session of a"
                + " VAP host reports it");
        }
        if (served == null) {
            problems.add("its beacons arrive at " + vap.port() + ", which is a link to another switch");
        } else if (served.wtps().isEmpty()) {
            problems.add(VapPolicy.whyUnserved(desired, bssid, vap)
                .map(denial -> "it is not served: " + denial.text()).orElse("no WTP radiates it"));
        }
        refused.stream().filter(other -> other.bssid().equals(bssid)).forEach(other -> problems.add(
            "beacons with its BSSID also arrive at " + other.port() + " and are refused"
            + (other.holder().isPresent() ? "" : ": " + other.reasonText())));
        refused.stream().filter(other -> !other.bssid().equals(bssid)
            && other.holder().filter(bssid::equals).isPresent()).forEach(other -> problems.add(
                "VAP " + other.bssid() + " at " + other.port() + " has the same VAP id and is refused"));
        return problems;
    }
}
