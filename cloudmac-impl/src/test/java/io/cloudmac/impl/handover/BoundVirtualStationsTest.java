// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.config.FakeConfiguration;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.BindingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** When the operator's bindings of virtual stations cause handovers. */
class BoundVirtualStationsTest {
    private static final Mac OLD = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac NEW = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final PortId PORT = new PortId("openflow:1", 1);

    private final ManualLoop loop = new ManualLoop();
    private final FakeAdmission admission = new FakeAdmission();
    private final Set<Mac> antennas = new HashSet<>(Set.of(OLD, NEW));
    private final Set<Mac> draining = new HashSet<>();
    private final List<Client> moves = new ArrayList<>();
    private ServingWtps service = ServingWtps.by(OLD, Origin.AUTOMATIC);
    private boolean fails;

    @BeforeEach
    void start() {
        final FakeConfiguration configuration = new FakeConfiguration();
        configuration.set(new CloudmacBuilder().setBindings(new BindingsBuilder()
            .setVirtualStation(BindingMap.of(new VirtualStationBuilder().setStation(new UnicastMac(STATION.toString()))
                .setWtp(new WtpId(NEW.toString())).build())).build()).build());
        final AssignmentSource assignments = mock(AssignmentSource.class);
        when(assignments.assignment()).thenAnswer(call ->
            new Assignment(Map.of(OLD, PORT, NEW, PORT), Map.of(), Map.of(), draining).withAntennas(antennas)
                .withVirtualStations(Map.of(STATION, new VirtualStation(PORT, Optional.of(service)))));
        when(assignments.listen(any())).thenAnswer(call -> {
            loop.execute(call.getArgument(0));
            return (Registration) () -> { };
        });
        new BoundVirtualStations(loop, configuration, assignments, admission, (client, to, trigger) -> {
            assertEquals(NEW, to);
            moves.add(client);
            if (fails) {
                return CompletableFuture.failedFuture(new IllegalStateException("no luck"));
            }
            service = ServingWtps.by(NEW, Origin.OPERATOR);
            return CompletableFuture.completedFuture(OLD);
        });
    }

    @Test
    void aBindingMovesItOnce() {
        loop.run();
        assertEquals(List.of(new VirtualClient(STATION)), moves);
        loop.advance(Duration.ofMinutes(5));
        assertEquals(1, moves.size());
    }

    @Test
    void failedOnesAreRepeatedAtGrowingIntervals() {
        fails = true;
        loop.run();
        assertEquals(1, moves.size());
        loop.advance(Duration.ofSeconds(6));
        assertEquals(2, moves.size(), "after 5 s");
        loop.advance(Duration.ofSeconds(10));
        assertEquals(3, moves.size(), "after another 10 s");
        loop.advance(Duration.ofSeconds(15));
        assertEquals(3, moves.size(), "not before another 20 s");
        fails = false;
        loop.advance(Duration.ofSeconds(10));
        assertEquals(4, moves.size());
    }

    @Test
    void aWtpThatCannotServeIsWaitedFor() {
        draining.add(NEW);
        loop.advance(Duration.ofMinutes(1));
        draining.clear();
        antennas.remove(NEW);
        loop.advance(Duration.ofMinutes(1));
        assertEquals(List.of(), moves);
        antennas.add(NEW);
        loop.advance(BoundVirtualStations.PERIOD);
        assertEquals(1, moves.size());
    }

    @Test
    void aHandoverUnderWayIsNotDisturbed() {
        service = new ServingWtps(OLD, Set.of(OLD, NEW), Origin.AUTOMATIC);
        loop.advance(Duration.ofMinutes(1));
        assertEquals(List.of(), moves);
    }
}
