// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.VirtualStationSource;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.discovery.VirtualStationStatus.Seen;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.events.RecordedEvents;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.cloudmac.impl.wire.StationHello;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.yangtools.concepts.Registration;

/** Events of virtual stations. */
class VirtualStationNotifierTest {
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final PortId PORT = new PortId("openflow:1", 3);
    private static final PortId ELSEWHERE = new PortId("openflow:2", 2);
    private static final Registration REGISTRATION = () -> { };

    private final RecordedEvents events = new RecordedEvents();
    private final Map<Mac, PortId> stations = new HashMap<>();
    private Runnable changed;
    private Consumer<Seen> refused;

    @BeforeEach
    void start() {
        final ManualLoop loop = new ManualLoop();
        final VirtualStationSource source = mock(VirtualStationSource.class);
        when(source.virtualStations()).thenReturn(stations);
        when(source.listen(any())).thenAnswer(call -> {
            changed = call.getArgument(0);
            return REGISTRATION;
        });
        final VirtualStationStatus status = mock(VirtualStationStatus.class);
        when(status.listenToRefused(any())).thenAnswer(call -> {
            refused = call.getArgument(0);
            return REGISTRATION;
        });
        new VirtualStationNotifier(mock(NotificationPublishService.class), loop, source, status, events.journal());
        loop.run();
    }

    private static NetworkEvent event(final EventKind kind) {
        return NetworkEvent.of(kind).ofStation(STATION);
    }

    @Test
    void aVirtualStationAppearsMovesAndIsLost() {
        stations.put(STATION, PORT);
        changed.run();
        changed.run();
        assertEquals(List.of(event(EventKind.VIRTUAL_STATION_APPEARED).atPort("openflow:1:3")), events.take());
        stations.put(STATION, ELSEWHERE);
        changed.run();
        assertEquals(List.of(event(EventKind.VIRTUAL_STATION_APPEARED).atPort("openflow:2:2")), events.take());
        stations.clear();
        changed.run();
        assertEquals(List.of(event(EventKind.VIRTUAL_STATION_LOST)), events.take());
    }

    @Test
    void aRefusalHasItsReason() {
        refused.accept(new Seen(PORT, new StationHello(STATION, 0, 0, Mac.NULL, RawSsid.NONE), Optional.empty(),
            Optional.of("the configuration disables it")));
        assertEquals(List.of(event(EventKind.VIRTUAL_STATION_REFUSED).atPort("openflow:1:3")
            .saying("the configuration disables it")), events.take());
    }
}
