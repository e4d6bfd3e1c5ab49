// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.binding.VapPolicy;
import io.cloudmac.impl.config.ConfigurationPart;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.discovery.HostedVaps;
import io.cloudmac.impl.discovery.RefusedVaps.RefusedVap;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.wire.Channels;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.StationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.vaps.VapKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.Signal;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.SignalBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.SignalKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Origin;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Ssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SsidOctets;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.VapHostName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The encoding of VAPs and stations in {@code cloudmac-state}. */
final class BindingState {
    private static final ConfigurationPart<Map<Mac, String>> CONFIGURED_SSIDS =
        ConfigurationPart.of(Cloudmac::nonnullVaps, vaps -> vaps.nonnullVap().values().stream()
            .filter(vap -> vap.getSsid() != null).collect(Collectors.toUnmodifiableMap(
                vap -> Mac.parse(vap.getBssid().getValue()), vap -> vap.getSsid().getValue())));

    private BindingState() {
    }

    /**
     * Returns the known VAPs, and the refused ones whose BSSID is not known.
     *
     * @param ids returns the ids of the WTPs of a VAP
     */
    static Map<VapKey, Vap> vaps(final Learned learned, final Assignment assignment,
            final ConfigurationSource configuration, final Activity activity, final Collection<RefusedVap> refused,
            final AdmittedWtps admission, final HostedVaps hosted, final RadioProblems radios,
            final BiFunction<Mac, Set<Mac>, Set<WtpId>> ids) {
        return Stream.concat(
            knownVaps(learned, assignment, configuration, activity, refused, admission, hosted, radios, ids),
            refused.stream().filter(vap -> !learned.vaps().containsKey(vap.bssid()))
                .collect(Collectors.toMap(RefusedVap::bssid, vap -> vap, (a, b) -> a)).values().stream()
                .map(BindingState::refusedVap)).collect(BindingMap.toMap());
    }

    private static Stream<Vap> knownVaps(final Learned learned, final Assignment assignment,
            final ConfigurationSource configuration, final Activity activity, final Collection<RefusedVap> refused,
            final AdmittedWtps admission, final HostedVaps hosted, final RadioProblems radios,
            final BiFunction<Mac, Set<Mac>, Set<WtpId>> ids) {
        final DesiredBindings desired = configuration.get(DesiredBindings.PART);
        final Map<Mac, String> configuredSsids = configuration.get(CONFIGURED_SSIDS);
        final Map<Mac, Set<String>> rivals = hosted.rivals();
        final Set<Mac> ended = hosted.ended();
        return learned.vaps().entrySet().stream().map(entry -> {
            final Mac bssid = entry.getKey();
            final Learned.KnownVap vap = entry.getValue();
            final Assignment.Vap served = assignment.vaps().get(bssid);
            final Set<Mac> wtps = served == null ? Set.of() : served.wtps();
            final VapBuilder builder = new VapBuilder()
                .setBssid(StateCodec.bssid(bssid))
                .setVapId(Uint16.valueOf(bssid.lastTwoOctets()))
                .setBeaconInterval(Uint16.valueOf(vap.interval()))
                .setUp(activity.isVapActive(bssid) && !ended.contains(bssid))
                .setPort(new SwitchPort(vap.port().toString()))
                .setWtp(ids.apply(bssid, wtps))
                .setHost(hosted.host(bssid).map(VapHostName::new).orElse(null))
                .setProblem(Stream.of(problems(bssid, vap, served, configuredSsids.get(bssid), desired, refused),
                    WaitingBindings.problems(bssid, wtps, desired, admission::whyNotAdmitted),
                    rivals.getOrDefault(bssid, Set.of()).stream()
                        .map(host -> "VAP host " + host + " also names it").toList(),
                    radios.of(bssid, vap.frequency(), wtps).toList())
                    .flatMap(Collection::stream).collect(Collectors.toSet()));
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

    /** Returns the signals of a station at its WTPs, with the times relative to {@code now}. */
    static Map<SignalKey, Signal> signals(final Map<Mac, StationSignal> signals, final Instant now) {
        return signals.entrySet().stream().map(entry -> new SignalBuilder()
            .setWtp(StateCodec.wtp(entry.getKey()))
            .setLast(StateCodec.signal(entry.getValue().last()))
            .setAverage(StateCodec.signal((int) Math.round(entry.getValue().average())))
            .setSamples(Uint32.valueOf(entry.getValue().samples()))
            .setLastSeen(StateCodec.time(now.minus(entry.getValue().age())))
            .build()).collect(BindingMap.toMap());
    }

    /** Returns the key of a station's entry. */
    static org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.StationKey key(
            final StationKey key) {
        return new org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.StationKey(
            StateCodec.bssid(key.bssid()), StateCodec.station(key.station()));
    }

    /** Returns the entry of a bound station. */
    static Station station(final StationKey key, final Assignment.Service service, final Optional<Instant> lastSeen,
            final Map<SignalKey, Signal> signals) {
        return new StationBuilder()
            .setBssid(StateCodec.bssid(key.bssid()))
            .setStation(StateCodec.station(key.station()))
            .setWtp(StateCodec.wtp(service.downlink()))
            .setSignal(signals)
            .setOrigin(switch (service.origin()) {
                case AUTOMATIC -> Origin.Automatic;
                case OPERATOR -> Origin.Operator;
            })
            .setLastSeen(lastSeen.map(StateCodec::time).orElse(null))
            .build();
    }
}
