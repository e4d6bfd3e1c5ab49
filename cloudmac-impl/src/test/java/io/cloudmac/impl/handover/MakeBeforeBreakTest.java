// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Service;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.Origin;
import io.cloudmac.impl.binding.Overlays;
import io.cloudmac.impl.contact.Grounds;
import io.cloudmac.impl.contact.Grounds.Reason;
import io.cloudmac.impl.contact.Result.Outcome;
import io.cloudmac.impl.contact.SteeringLog;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.MeterCount;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

class MakeBeforeBreakTest {
    private static final Mac OLD = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac NEW = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    private static final PortId PORT = new PortId("openflow:1", 1);

    private final List<String> steps = new ArrayList<>();
    private final ManualLoop loop = new ManualLoop();
    private final SteeringLog log = new SteeringLog();
    private String failing = "";

    private CompletionStage<Void> step(final String name) {
        steps.add(name);
        return failing.equals(name) ? CompletableFuture.failedFuture(new IllegalStateException("no luck"))
            : CompletableFuture.completedFuture(null);
    }

    private static String name(final Mac wtp) {
        return wtp.equals(OLD) ? "old" : "new";
    }

    private MakeBeforeBreak subject() {
        final Assignment assignment = new Assignment(Map.of(OLD, PORT, NEW, PORT),
            Map.of(BSSID, new Assignment.Vap(PORT, 2412, Set.of(OLD, NEW))),
            Map.of(KEY, Service.by(OLD, Origin.AUTOMATIC)));
        return new MakeBeforeBreak(loop, new AssignmentSource() {
            @Override
            public Assignment assignment() {
                return assignment;
            }

            @Override
            public Registration listen(final Runnable changed) {
                return () -> { };
            }
        }, new Overlays() {
            @Override
            public void overlay(final StationKey station, final Service service) {
                final Set<String> uplinks = new TreeSet<>();
                service.uplinks().forEach(wtp -> uplinks.add(name(wtp)));
                steps.add("down " + name(service.downlink()) + ", up " + uplinks);
            }

            @Override
            public void clear(final StationKey station) {
                steps.add("clear");
            }
        }, new FlowProgram() {
            @Override
            public CompletionStage<Void> confirmed() {
                return step("confirmed " + steps.get(steps.size() - 1));
            }

            @Override
            public List<FlowStatus> status() {
                return List.of();
            }

            @Override
            public Collection<MeterCount> meters() {
                return List.of();
            }

            @Override
            public Registration listenToStatus(final Runnable readBack) {
                return () -> { };
            }
        }, new LeaseService() {
            @Override
            public CompletionStage<Void> hold(final Lease lease) {
                return step("hold " + name(lease.wtp()));
            }

            @Override
            public CompletionStage<Void> release(final Lease lease) {
                return step("release " + name(lease.wtp()));
            }
        }, (station, wtp, origin) -> step("store " + name(wtp)), log);
    }

    private CompletableFuture<Mac> handOver() {
        final CompletableFuture<Mac> result =
            subject().handOver(KEY, NEW, Grounds.of(Reason.OPERATOR)).toCompletableFuture();
        loop.run();
        assertTrue(result.isDone(), steps.toString());
        return result;
    }

    @Test
    void eachStepIsConfirmedBeforeTheNextAndTheOldWtpIsLeftLast() throws Exception {
        assertEquals(OLD, handOver().get());
        assertEquals(List.of("hold new",
            "down old, up [new, old]", "confirmed down old, up [new, old]",
            "down new, up [new, old]", "confirmed down new, up [new, old]",
            "store new",
            "down new, up [new]", "confirmed down new, up [new]", "clear"), steps);
        assertEquals(Outcome.DONE, log.decisions().get(0).result().outcome());
    }

    @Test
    void onlyTheNewWtpIsAskedForTheLease() throws Exception {
        handOver().get();
        assertTrue(steps.contains("hold new"));
        assertTrue(steps.stream().noneMatch(step -> step.equals("release new") || step.equals("hold old")), "the first"
            + " controller sent both the end of the old and the start of the new ACKs to the new WTP");
    }

    @Test
    void withoutALeaseNothingIsTouched() {
        failing = "hold new";
        final var failure = assertThrows(ExecutionException.class, handOver()::get);
        assertEquals("lease at the new WTP: no luck", failure.getCause().getMessage());
        assertEquals(List.of("hold new", "clear", "store old", "release new"), steps);
    }

    @Test
    void aFailureOnTheWayIsUndone() {
        failing = "confirmed down new, up [new, old]";
        final var failure = assertThrows(ExecutionException.class, handOver()::get);
        assertEquals("downlink by the new WTP: no luck", failure.getCause().getMessage());
        assertEquals(List.of("clear", "store old", "release new"), steps.subList(steps.size() - 3, steps.size()));
        assertEquals(Outcome.UNDONE, log.decisions().get(0).result().outcome());
        assertEquals("downlink by the new WTP: no luck", log.decisions().get(0).result().error());
    }

    @Test
    void aStationThatIsNotBoundIsRefused() {
        final var result = subject().handOver(new StationKey(BSSID, NEW), NEW, Grounds.of(Reason.OPERATOR))
            .toCompletableFuture();
        loop.run();
        assertThrows(ExecutionException.class, result::get);
        assertEquals(List.of(), steps);
    }
}
