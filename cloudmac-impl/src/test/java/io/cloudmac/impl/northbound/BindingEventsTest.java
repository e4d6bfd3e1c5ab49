// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.events.RecordedEvents;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.BindingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** Events of bindings. */
class BindingEventsTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac OTHER = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final StationKey KEY = new StationKey(BSSID, STATION);
    private static final PortId PORT = new PortId("openflow:1", 3);

    private final RecordedEvents events = new RecordedEvents();
    private final FakeConfiguration configuration = new FakeConfiguration();
    private Assignment assignment = Assignment.NOTHING;
    private Runnable assigned;
    private BindingEvents recorder;

    @BeforeEach
    void start() {
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call -> assignment);
        when(assignments.listen(any())).thenAnswer(call -> {
            assigned = call.getArgument(0);
            return (Registration) () -> assigned = () -> { };
        });
        recorder = new BindingEvents(assignments, configuration, events.journal());
    }

    private void assign(final Map<StationKey, ServingWtps> stations, final Map<Mac, VirtualStation> virtual) {
        assignment = new Assignment(Map.of(WTP, PORT), Map.of(), stations, Set.of(), Map.of(), virtual, Set.of());
        assigned.run();
    }

    @SafeVarargs
    private void bind(final Map.Entry<Mac, List<Mac>>... bindings) {
        configuration.set(new CloudmacBuilder().setBindings(new BindingsBuilder().setVap(Stream.of(bindings)
            .map(one -> new VapBuilder().setBssid(new Bssid(one.getKey().toString()))
                .setWtp(one.getValue().stream().map(wtp -> new WtpId(wtp.toString())).collect(Collectors.toSet()))
                .build())
            .collect(BindingMap.toMap())).build()).build());
        configuration.runListeners();
    }

    @Test
    void theEndOfABindingIsAnEvent() {
        assign(Map.of(KEY, ServingWtps.by(WTP, Origin.AUTOMATIC)),
            Map.of(STATION, new VirtualStation(PORT, Optional.of(ServingWtps.by(WTP, Origin.AUTOMATIC)))));
        assign(Map.of(KEY, ServingWtps.by(OTHER, Origin.AUTOMATIC)),
            Map.of(STATION, new VirtualStation(PORT, Optional.of(ServingWtps.by(OTHER, Origin.OPERATOR)))));
        assertEquals(List.of(), events.take(), "a handover is reported by its decision");
        assign(Map.of(), assignment.virtualStations());
        assertEquals(List.of(NetworkEvent.of(EventKind.STATION_UNBOUND).ofVap(BSSID).ofStation(STATION).from(OTHER)),
            events.take());
        assign(Map.of(), Map.of());
        assertEquals(List.of(NetworkEvent.of(EventKind.STATION_UNBOUND).ofStation(STATION).from(OTHER)),
            events.take());
        assigned.run();
        assertEquals(List.of(), events.take());
    }

    @Test
    void anOperatorBindsAndUnbindsAVap() {
        final Mac second = Mac.parse("02:00:00:00:12:35");
        bind(Map.entry(BSSID, List.of(WTP)));
        assertEquals(List.of(), events.take(), "it was bound before the start");
        bind(Map.entry(BSSID, List.of(WTP)), Map.entry(second, List.of(OTHER, WTP)));
        assertEquals(List.of(NetworkEvent.of(EventKind.VAP_BOUND).ofVap(second).saying(WTP + ", " + OTHER)),
            events.take());
        bind(Map.entry(second, List.of(OTHER)));
        assertEquals(List.of(NetworkEvent.of(EventKind.VAP_UNBOUND).ofVap(BSSID),
            NetworkEvent.of(EventKind.VAP_BOUND).ofVap(second).saying(OTHER.toString())), events.take());
        configuration.runListeners();
        assertEquals(List.of(), events.take());
        bind(Map.entry(second, List.of()));
        assertEquals(List.of(NetworkEvent.of(EventKind.VAP_BOUND).ofVap(second).saying("no WTP")), events.take());
    }

    @Test
    void nothingIsReportedAfterTheEnd() {
        bind();
        assign(Map.of(KEY, ServingWtps.by(WTP, Origin.AUTOMATIC)), Map.of());
        recorder.close();
        assign(Map.of(), Map.of());
        bind(Map.entry(BSSID, List.of(WTP)));
        assertEquals(List.of(), events.take());
    }
}
