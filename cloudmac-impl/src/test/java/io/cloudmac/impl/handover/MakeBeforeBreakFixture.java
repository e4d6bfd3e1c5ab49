// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.FakeAdmission;
import io.cloudmac.impl.binding.HandoverLeases;
import io.cloudmac.impl.binding.HandoverOverrides;
import io.cloudmac.impl.binding.LeaseService;
import io.cloudmac.impl.binding.LeaseService.Lease;
import io.cloudmac.impl.chain.StationChains;
import io.cloudmac.impl.channel.ChannelSwitches.ChannelSwitchException;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.flow.FlowProgram.MeterCount;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.topology.TopologyService;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.opendaylight.yangtools.concepts.Registration;

/** A network with two WTPs, a VAP and two stations, in which each step of a handover can fail or wait. */
class MakeBeforeBreakFixture {
    static final Mac OLD = Mac.parse("02:c1:0d:aa:00:01");
    static final Mac NEW = Mac.parse("02:c1:0d:aa:00:02");
    static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    static final StationKey KEY = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:01"));
    static final StationKey OTHER = new StationKey(BSSID, Mac.parse("02:5a:00:00:00:02"));
    static final PortId PORT = new PortId("openflow:1", 1);
    static final PortId NEW_PORT = new PortId("openflow:2", 1);

    final List<String> steps = new ArrayList<>();
    final Map<String, CompletableFuture<Void>> pendingSteps = new HashMap<>();
    final Map<String, Runnable> sideEffects = new HashMap<>();
    final ManualLoop loop = new ManualLoop();
    final SteeringLog log = new SteeringLog();
    final Set<Mac> radiators = new HashSet<>(Set.of(OLD, NEW));
    final FakeAdmission admission = new FakeAdmission();
    final Set<Mac> draining = new HashSet<>();
    final Map<StationKey, Mac> bound = new HashMap<>(Map.of(KEY, OLD, OTHER, OLD));
    final Map<StationKey, Origin> origins = new HashMap<>();
    final Map<Client, ServingWtps> overridden = new HashMap<>();
    final Map<Client, Lease> heldLeases = new HashMap<>();
    final Set<Set<? extends Client>> confirmedStations = new HashSet<>();
    Set<String> connected = Set.of("openflow:1", "openflow:2");
    /** The channel of the new WTP's radio, MHz. */
    int channel = 2412;
    int frequency = 2412;
    Runnable channelRequest = () -> { };
    boolean mayHaveSwitched;
    String failing = "";
    boolean hasChains;

    CompletionStage<Void> step(final String name) {
        steps.add(name);
        sideEffects.getOrDefault(name, () -> { }).run();
        if (pendingSteps.containsKey(name)) {
            return pendingSteps.get(name);
        }
        return failing.equals(name) ? CompletableFuture.failedFuture(new IllegalStateException("no luck"))
            : CompletableFuture.completedFuture(null);
    }

    static String name(final Mac wtp) {
        return wtp.equals(OLD) ? "old" : "new";
    }

    /** Returns the assignment as the binder computes it: an override applies to bound stations at radiating WTPs. */
    Assignment assignment() {
        final Map<StationKey, ServingWtps> stations = new HashMap<>();
        bound.forEach((key, wtp) -> stations.put(key,
            overridden.getOrDefault(key, ServingWtps.by(wtp, origins.getOrDefault(key, Origin.AUTOMATIC)))));
        stations.values().removeIf(service -> !radiators.contains(service.downlink()));
        return new Assignment(Map.of(OLD, PORT, NEW, NEW_PORT),
            Map.of(BSSID, new Assignment.Vap(PORT, frequency, radiators)), stations, draining);
    }

    final MakeBeforeBreak subject = new MakeBeforeBreak(loop, new AssignmentSource() {
        @Override
        public Assignment assignment() {
            return MakeBeforeBreakFixture.this.assignment();
        }

        @Override
        public Registration listen(final Runnable changed) {
            return () -> { };
        }
    }, new TopologyService() {
        @Override
        public Network network() {
            return new Network(connected, Map.of(), Set.of());
        }

        @Override
        public Registration listenToNetwork(final Runnable changed) {
            return () -> { };
        }
    }, new HandoverOverrides() {
        @Override
        public void override(final Client client, final ServingWtps service) {
            final Set<String> uplinks = new TreeSet<>();
            service.uplinks().forEach(wtp -> uplinks.add(name(wtp)));
            if (client.equals(KEY)) {
                steps.add("down " + name(service.downlink()) + ", up " + uplinks);
                service.frequencies().forEach((wtp, mhz) -> assertEquals(wtp.equals(OLD) ? 2412 : 2437, mhz));
                assertEquals(channel == 2412, service.frequencies().isEmpty(), "leases are on each WTP's channel");
            }
            overridden.put(client, service);
        }

        @Override
        public void clear(final Client client) {
            if (client.equals(KEY)) {
                steps.add("clear");
            }
            overridden.remove(client);
        }

        /** The test's store is read at once. */
        @Override
        public void clearWhenStored(final Client client, final Mac wtp) {
            clear(client);
        }
    }, new FlowProgram() {
        @Override
        public <C extends Client> List<Confirmation<C>> confirm(final Set<C> clients) {
            confirmedStations.add(Set.copyOf(clients));
            return List.of(new Confirmation<>(clients, step("confirmed " + steps.get(steps.size() - 1))));
        }

        @Override
        public CompletionStage<Void> confirmRules(final Map<String, Set<String>> rules) {
            throw new AssertionError("no handover's business");
        }

        @Override
        public boolean isInstalled(final Map<String, Set<String>> rules) {
            throw new AssertionError("no handover's business");
        }

        @Override
        public void onCopy(final StationKey station, final PortId port) {
            throw new AssertionError("no handover's business");
        }

        @Override
        public void onSessionEnded(final String node) {
            throw new AssertionError("no handover's business");
        }

        @Override
        public List<RuleChange> takeChanges(final int most) {
            return List.of();
        }

        @Override
        public Collection<FlowStatus> rulesAt(final String node) {
            return List.of();
        }

        @Override
        public FlowStatus.RuleState uplinkState(final StationKey station, final PortId port) {
            return FlowStatus.RuleState.PENDING;
        }

        @Override
        public boolean hasForwarded(final StationKey station) {
            return false;
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
            throw new AssertionError("who keeps all leases holds it");
        }

        @Override
        public CompletionStage<Integer> channelFor(final Lease lease) {
            channelRequest.run();
            return CompletableFuture.completedFuture(channel);
        }

        @Override
        public CompletionStage<Void> release(final Lease lease) {
            throw new AssertionError("others may need it");
        }

        @Override
        public Registration listenToRefusals(final RefusalListener listener) {
            throw new AssertionError("no handover's business");
        }

        @Override
        public void releaseLeftovers(final Set<Mac> vaps) {
            throw new AssertionError("no handover's business");
        }
    }, new HandoverLeases() {
        @Override
        public CompletionStage<Void> hold(final Client client, final Lease lease) {
            heldLeases.put(client, lease);
            return step("hold " + name(lease.wtp()));
        }

        @Override
        public void release(final Client client) {
            final Lease lease = heldLeases.remove(client);
            if (lease != null) {
                steps.add("done with " + name(lease.wtp()));
            }
        }
    }, (client, wtp, origin) -> step("store " + (client.equals(KEY) ? "" : "other ") + name(wtp))
        .thenRun(() -> bound.put((StationKey) client, wtp)), this::change, log, admission, (client, to, trigger) -> {
            steps.add("virtual " + client.station() + " " + name(to));
            return CompletableFuture.completedFuture(OLD);
        }, new StationChains() {
            @Override
            public CompletionStage<Void> lead(final StationKey station, final Set<Mac> entries, final Mac back) {
                assertEquals(Set.of(OLD, NEW), entries);
                return hasChains && station.equals(KEY) ? step("chains back " + name(back))
                    : CompletableFuture.completedFuture(null);
            }

            @Override
            public void release(final StationKey station) {
                if (hasChains && station.equals(KEY)) {
                    steps.add("release chains");
                }
            }
        });

    CompletionStage<Void> change(final Mac bssid, final int to) {
        final CompletionStage<Void> done = step("channel " + to);
        if (done.toCompletableFuture().isCompletedExceptionally()) {
            return CompletableFuture.failedFuture(new ChannelSwitchException("the VAP stays", mayHaveSwitched));
        }
        return done.thenRun(() -> frequency = to);
    }

    CompletableFuture<Mac> startHandover(final Client client) {
        final CompletableFuture<Mac> result =
            subject.handOver(client, NEW, SteeringTrigger.of(Reason.OPERATOR)).toCompletableFuture();
        loop.run();
        return result;
    }

    CompletableFuture<Mac> handOver() {
        final CompletableFuture<Mac> result = startHandover(KEY);
        assertTrue(result.isDone(), steps.toString());
        return result;
    }

    String failureOf(final CompletableFuture<Mac> result) {
        assertTrue(result.isDone(), steps.toString());
        assertTrue(overridden.isEmpty(), "an override is left");
        assertTrue(heldLeases.isEmpty(), "a lease is left");
        return assertThrows(ExecutionException.class, result::get).getCause().getMessage();
    }
}
