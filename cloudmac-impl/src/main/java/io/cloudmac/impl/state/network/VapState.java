// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.discovery.RefusedVaps.RefusedVap;
import io.cloudmac.impl.discovery.VapHostDirectory;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.state.network.VapProblems.ProblemFinder;
import io.cloudmac.impl.wire.Channels;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.VapKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SsidOctets;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.VapHostName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The encoding of VAPs in {@code cloudmac-state}. */
final class VapState {
    private VapState() {
    }

    /**
     * Returns the known VAPs, and the refused ones whose BSSID is not known.
     *
     * @param problems finds the problems of a known VAP
     * @param ids returns the ids of the WTPs of a VAP
     */
    static Map<VapKey, Vap> vaps(final Learned learned, final Assignment assignment, final Activity activity,
            final VapHostDirectory vapHosts, final Collection<RefusedVap> refused, final ProblemFinder problems,
            final BiFunction<Mac, Set<Mac>, Set<WtpId>> ids) {
        return Stream.concat(knownVaps(learned, assignment, activity, vapHosts, problems, ids),
            refused.stream().filter(vap -> !learned.vaps().containsKey(vap.bssid()))
                .collect(Collectors.toMap(RefusedVap::bssid, vap -> vap, (a, b) -> a)).values().stream()
                .map(VapState::refusedVap)).collect(BindingMap.toMap());
    }

    private static Stream<Vap> knownVaps(final Learned learned, final Assignment assignment,
            final Activity activity, final VapHostDirectory vapHosts, final ProblemFinder problems,
            final BiFunction<Mac, Set<Mac>, Set<WtpId>> ids) {
        final Set<Mac> ended = vapHosts.ended();
        return learned.vaps().entrySet().stream().map(entry -> {
            final Mac bssid = entry.getKey();
            final Learned.KnownVap vap = entry.getValue();
            final Assignment.Vap served = assignment.vaps().get(bssid);
            final Set<Mac> wtps = served == null ? Set.of() : served.wtps();
            final VapBuilder builder = new VapBuilder()
                .setBssid(StateCodec.bssid(bssid))
                .setVapId(Uint16.valueOf(bssid.lastTwoOctets()))
                .setBeaconInterval(Uint16.valueOf(vap.intervalTu()))
                .setUp(activity.isVapActive(bssid) && !ended.contains(bssid))
                .setPort(new SwitchPort(vap.port().toString()))
                .setWtp(ids.apply(bssid, wtps))
                .setHost(vapHosts.host(bssid).map(VapHostName::new).orElse(null))
                .setProblem(problems.of(bssid, vap, served));
            if (!vap.ssid().isEmpty()) {
                builder.setSsid(new Ssid(vap.ssid().toString())).setSsidOctets(new SsidOctets(vap.ssid().octets()));
            }
            if (vap.frequency() != 0) {
                builder.setFrequency(Uint16.valueOf(vap.frequency()));
            }
            if (Channels.number(vap.frequency()) != 0) {
                builder.setChannel(Uint8.valueOf(Channels.number(vap.frequency())));
            }
            activity.vapLastSeen(bssid).ifPresent(seen -> builder.setLastSeen(StateCodec.time(seen)));
            return builder.build();
        });
    }

    private static Vap refusedVap(final RefusedVap vap) {
        final VapBuilder builder = new VapBuilder()
            .setBssid(StateCodec.bssid(vap.bssid()))
            .setVapId(Uint16.valueOf(vap.bssid().lastTwoOctets()))
            .setUp(false)
            .setPort(new SwitchPort(vap.port().toString()))
            .setProblem(Set.of("it is refused: " + vap.reasonText()));
        if (!vap.ssid().isEmpty()) {
            builder.setSsid(new Ssid(vap.ssid().toString())).setSsidOctets(new SsidOctets(vap.ssid().octets()));
        }
        return builder.build();
    }
}
