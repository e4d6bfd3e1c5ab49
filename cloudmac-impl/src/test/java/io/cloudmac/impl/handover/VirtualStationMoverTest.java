// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.binding.FakeVirtualStations;
import io.cloudmac.impl.binding.HandoverLeases;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.binding.Overlays;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.BindingsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.VirtualStationBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** The steps that move a virtual station, their order, and what remains after a failure. */
class VirtualStationMoverTest {
    private static final Mac OLD = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac NEW = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final List<String> MOVED = List.of("lease", "down old, up [new, old]", "hello",
        "down new, up [new, old]", "down new, up [new]", "clear", "release");

    private final List<String> steps = new ArrayList<>();
    private final ManualLoop loop = new ManualLoop();
    private final FakeAdmission admission = new FakeAdmission();
    private final FakeVirtualStations stations = new FakeVirtualStations();
    private Service service = Service.by(OLD, Origin.AUTOMATIC);
    private boolean exists = true;
    private String failing = "";

    private static String name(final Mac wtp) {
        return wtp.equals(OLD) ? "old" : "new";
    }

    private CompletionStage<Void> step(final String name) {
        steps.add(name);
        return failing.equals(name) ? CompletableFuture.failedFuture(new IllegalStateException("no luck"))
            : CompletableFuture.completedFuture(null);
    }

    @BeforeEach
    void start() {
        stations.antennas.addAll(Set.of(OLD, NEW));
        final ConfigurationSource configuration = mock(ConfigurationSource.class);
        final Cloudmac bound = new CloudmacBuilder().setBindings(new BindingsBuilder().setVirtualStation(
            BindingMap.of(new VirtualStationBuilder().setStation(new UnicastMac(STATION.toString()))
                .setWtp(new WtpId(NEW.toString())).build())).build()).build();
        when(configuration.configuration()).thenReturn(bound);
        when(configuration.listen(any())).thenReturn(() -> { });
        final VirtualStationStatus status = mock(VirtualStationStatus.class);
        when(status.nextHello(any())).thenAnswer(call -> step("hello"));
        final FlowProgram flows = mock(FlowProgram.class);
        when(flows.confirm(any())).thenReturn(List.of());
        new VirtualStationMover(loop, configuration, new AssignmentSource() {
            @Override
            public Assignment assignment() {
                return new Assignment(Map.of(OLD, PORT, NEW, PORT), Map.of(), Map.of()).withVirtualStations(exists
                    ? Map.of(STATION, new VirtualStation(PORT, Optional.of(service))) : Map.of());
            }

            @Override
            public Registration listen(final Runnable changed) {
                loop.execute(changed);
                return () -> { };
            }
        }, stations, status, admission, new HandoverLeases() {
            @Override
            public CompletionStage<Void> hold(final StationKey station, final Lease lease) {
                assertEquals(Lease.ofVirtualStation(NEW, STATION), lease);
                return step("lease");
            }

            @Override
            public void release(final StationKey station) {
                steps.add("release");
            }
        }, new Overlays() {
            @Override
            public void overlay(final StationKey station, final Service now) {
                assertEquals(StationKey.virtual(STATION), station);
                final Set<String> uplinks = new TreeSet<>();
                now.uplinks().forEach(wtp -> uplinks.add(name(wtp)));
                steps.add("down " + name(now.downlink()) + ", up " + uplinks);
                service = now;
            }

            @Override
            public void clear(final StationKey station) {
                steps.add("clear");
                service = Service.by(service.downlink(), Origin.AUTOMATIC);
            }
        }, flows);
    }

    @Test
    void theNewWtpHearsAHelloBeforeItServes() {
        loop.run();
        assertEquals(MOVED, steps);
        loop.advance(Duration.ofMinutes(1));
        assertEquals(MOVED, steps, "it is where it must be");
    }

    @Test
    void aRefusedLeaseLeavesItWhereItIsAndIsTriedAgain() {
        failing = "lease";
        loop.run();
        assertEquals(List.of("lease", "clear", "release"), steps);
        assertEquals(OLD, service.downlink());
        steps.clear();
        failing = "";
        loop.advance(Duration.ofSeconds(4));
        assertEquals(List.of(), steps);
        loop.advance(Duration.ofSeconds(2));
        assertEquals(MOVED, steps);
    }

    @Test
    void withoutAHelloTheOldWtpGoesOn() {
        failing = "hello";
        loop.run();
        assertEquals(List.of("lease", "down old, up [new, old]", "hello", "clear", "release"), steps);
        assertEquals(OLD, service.downlink());
    }

    @Test
    void aWtpThatCannotServeIsNotTried() {
        stations.antennas.remove(NEW);
        loop.run();
        loop.advance(Duration.ofMinutes(1));
        assertEquals(List.of(), steps);
    }

    @Test
    void aVirtualStationThatIsGoneIsNotMoved() {
        exists = false;
        loop.run();
        assertEquals(List.of(), steps);
    }
}
