// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.migration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.chain.ChainSteering;
import io.cloudmac.impl.chain.LvnfMove;
import io.cloudmac.impl.chain.MoveWays;
import io.cloudmac.impl.chain.MoveWays.WayIn;
import io.cloudmac.impl.chain.MoveWays.WayOut;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.nfv.LvnfHosts;
import io.cloudmac.impl.nfv.LvnfId;
import io.cloudmac.impl.nfv.LvnfMover;
import io.cloudmac.impl.nfv.MoveReport;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.topology.PortId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Two places of an LVNF, the switches that lead frames to them, and the switches where the frames join again. Each
 * answer and each frame takes a random time; queues keep their order. The LVNF counts the frames of each flow, and
 * writes the count on each frame.
 */
final class SimulatedNetwork implements MoveNodes, ChainSteering, LvnfHosts {
    /** What the proof assumes. A test breaks one at a time. */
    enum Assumption {
        /** A switch that says that it has settled forwards by its new rules. */
        SETTLED_SWITCHES_FOLLOW,
        /** A marker does not overtake frames on their way. */
        WAYS_KEEP_ORDER,
        /** A frame waits at a CPU for less than the quiet time. */
        CPUS_DO_NOT_STALL,
        /** A marker from the LVNF does not overtake its frames. */
        OUTPUTS_KEEP_ORDER,
        /** All frames that wait have room. */
        PLUG_HAS_ROOM,
        /** A rule that changes in place always leads frames somewhere. */
        RULES_CHANGE_IN_PLACE,
        /** What was written is what was read. */
        STATE_ARRIVES
    }

    /** Which frames of a flow must leave in order. */
    enum Ordered { ALL, NOT_RELAYED, NONE }

    /** What happens to a request. */
    enum Trouble { REFUSED, LOST_BEFORE, LOST_AFTER, LATE }

    /** A frame as it has left the LVNF and joined the others. */
    record Output(int flow, int number, long count, boolean wasRelayed) {
    }

    private static final String A = "a.example";
    private static final String B = "b.example";
    private static final LvnfId ID = new LvnfId("guests", "x");
    private static final int VLAN = 77;
    private static final long MICRO = 1000;
    private static final long MILLI = 1_000_000;
    /** How long a switch takes for a frame without a flow: less than the pause between two frames of a station. */
    private static final long MISS_NANOS = 80_000;

    private static final class Packet {
        private final int flow;
        private final int number;
        private final ObjectNode marker;
        private boolean wasRelayed;

        Packet(final int flow, final int number, final ObjectNode marker) {
            this.flow = flow;
            this.number = number;
            this.marker = marker;
        }
    }

    /** A queue: what enters leaves later, in the same order. */
    private final class Pipe {
        private final long least;
        private final long most;
        private final boolean keepsOrder;
        private long last;

        Pipe(final long least, final long most, final boolean keepsOrder) {
            this.least = least;
            this.most = most;
            this.keepsOrder = keepsOrder;
        }

        void send(final Runnable arrival, final boolean mayOvertake) {
            final long at = loop.nanoTime() + least + (long) (random.nextDouble() * (most - least));
            last = mayOvertake && !keepsOrder ? loop.nanoTime() : Math.max(last, at);
            loop.schedule(Duration.ofNanos(last - loop.nanoTime()), arrival);
        }
    }

    /**
     * The way from a port of the LVNF. A switch without a flow takes all frames that have come, makes the flow, and
     * sends one frame after the other. So later frames overtake those that it has not sent yet.
     */
    private final class Exit {
        private final Pipe way = new Pipe(0, random.nextInt(1, 80) * MILLI, holds(Assumption.OUTPUTS_KEEP_ORDER));
        private final List<Runnable> missed = new ArrayList<>();
        private boolean hasFlow;
        private long sentAt;

        Exit(final boolean hasFlow) {
            this.hasFlow = hasFlow;
        }

        void send(final Runnable arrival) {
            if (hasFlow) {
                way.send(arrival, false);
                return;
            }
            missed.add(arrival);
            loop.schedule(Duration.ofNanos(MISS_NANOS), () -> {
                hasFlow = true;
                missed.forEach(this::sendLater);
                missed.clear();
            });
        }

        private void sendLater(final Runnable arrival) {
            sentAt = Math.max(sentAt, loop.nanoTime()) + MISS_NANOS;
            loop.schedule(Duration.ofNanos(sentAt - loop.nanoTime()), () -> way.send(arrival, false));
        }

        /** Sends a marker, behind the frames that the switch has not sent yet. */
        void mark(final Runnable arrival) {
            loop.schedule(Duration.ofNanos(Math.max(0, sentAt - loop.nanoTime()) + 2 * MISS_NANOS), () ->
                way.send(arrival, true));
        }
    }

    /** A place of the LVNF: its node's daemon, plug, gate, image, and the ways from it. */
    private final class Place {
        private final String node;
        private final Deque<Packet> plug = new ArrayDeque<>();
        private final Map<Integer, Long> counts = new TreeMap<>();
        /** What a session has read, for the changes since then. */
        private final Map<Integer, Long> remembered = new TreeMap<>();
        /** False: its daemon is of an earlier version. */
        private final boolean tellsChanges = random.nextInt(4) > 0;
        private final Map<String, Long> expected = new HashMap<>();
        private final List<Pipe> cpus = new ArrayList<>();
        private final List<Exit> outputs = new ArrayList<>();
        private final Pipe requests = pipe(0, 3 * MILLI);
        private final Pipe answers = pipe(0, 3 * MILLI);
        private Pipe relay;
        private Place other;
        private String mode = "running";
        private boolean exists;
        private boolean hasSession = true;
        private long lastFrame;
        private long relayed;

        Place(final String node) {
            this.node = node;
            for (int i = 0; i < 2; i++) {
                cpus.add(pipe(0, holds(Assumption.CPUS_DO_NOT_STALL) ? 1500 * MICRO : 30 * MILLI));
            }
            for (int i = 0; i < flows; i++) {
                outputs.add(new Exit(node.equals(A)));
            }
        }

        /** Takes a frame that comes out of the switch. */
        void arrive(final Packet packet) {
            if (!exists) {
                lose(packet, "no LVNF at " + node);
            } else if (mode.equals("stopped") && plug.size() >= 2 && !holds(Assumption.PLUG_HAS_ROOM)) {
                lose(packet, "no room at " + node);
            } else if (mode.equals("stopped")) {
                plug.add(packet);
            } else {
                final int cpu = packet.marker == null ? packet.flow % 2 : random.nextInt(2);
                cpus.get(cpu).send(() -> pass(packet), false);
            }
        }

        private void pass(final Packet packet) {
            lastFrame = loop.nanoTime();
            if (packet.marker != null) {
                expected.computeIfPresent(key(packet.marker), (key, count) -> count + 1);
            } else if (!exists) {
                lose(packet, "the LVNF has gone at " + node);
            } else if (mode.equals("relay")) {
                relayed++;
                packet.wasRelayed = true;
                relay.send(() -> other.arrive(packet), false);
            } else {
                // A frame that the plug has kept passes although it closes again.
                final long count = counts.merge(packet.flow, 1L, Long::sum);
                outputs.get(packet.flow).send(() -> joined.add(new Output(packet.flow, packet.number, count,
                    packet.wasRelayed)));
            }
        }

        private void setMode(final String now) {
            mode = now;
            if (!mode.equals("stopped")) {
                passPlug();
            }
        }

        private void passPlug() {
            for (int cpu = 0; cpu < cpus.size(); cpu++) {
                final int number = cpu;
                final List<Packet> waiting = plug.stream().filter(packet -> packet.flow % 2 == number).toList();
                cpus.get(cpu).send(() -> waiting.forEach(this::pass), false);
            }
            plug.clear();
        }

        private void lose(final Packet packet, final String why) {
            if (packet.marker == null) {
                losses.add("frame " + packet.number + " of flow " + packet.flow + ": " + why);
            }
        }

        private String key(final JsonNode marker) {
            return marker.get("migration") + " " + marker.get("source");
        }

        private boolean hasSettled(final ObjectNode params) {
            final String migration = params.get("migration") + " ";
            return expected.entrySet().stream().filter(each -> each.getKey().startsWith(migration))
                .allMatch(each -> each.getValue() > 0)
                && loop.nanoTime() - lastFrame >= params.get("quiet_us").longValue() * MICRO;
        }

        /** Carries out a request. The future completes with its result. */
        private void carryOut(final String method, final ObjectNode params,
                final CompletableFuture<ObjectNode> result) {
            final ObjectNode answer = Json.newObject();
            if (!exists && !method.equals("switch.settle") && !params.has("ofport")) {
                result.completeExceptionally(new JsonRpcException(-32021, method, "no such LVNF"));
                return;
            }
            switch (method) {
                case "lvnf.resume" -> setMode("running");
                case "lvnf.pass" -> {
                    passPlug();
                    cpus.get(0).send(() -> cpus.get(1).send(() -> result.complete(answer), false), false);
                    return;
                }
                case "lvnf.relay" -> {
                    if (params.get("vlan").intValue() != VLAN) {
                        losses.add("a wrong VLAN id");
                    }
                    setMode("relay");
                }
                case "marker.expect" -> params.get("sources").forEach(source ->
                    expected.put(params.get("migration") + " " + source, 0L));
                case "marker.forget" -> expected.keySet().removeIf(key ->
                    key.startsWith(params.get("migration") + " "));
                case "marker.send" -> sendMarker(params);
                case "switch.settle" -> {
                    settleSwitch(result, answer);
                    return;
                }
                case "lvnf.settle" -> {
                    settleGate(params, loop.nanoTime() + params.get("timeout_ms").longValue() * MILLI, result);
                    return;
                }
                case "lvnf.stats" -> answer.putArray("ports").addObject().put("dropped", 0).putObject("relayed")
                    .put("packets", relayed);
                case "state.list" -> answer.putArray("handlers").add("counts");
                case "state.read" -> read(params, answer);
                case "state.changes" -> {
                    if (!tellsChanges) {
                        result.completeExceptionally(new JsonRpcException(-32601, method, "no such method"));
                        return;
                    }
                    tellChanges(answer);
                }
                case "state.write" -> write(params);
                default -> throw new AssertionError(method);
            }
            result.complete(answer);
        }

        private void sendMarker(final ObjectNode params) {
            final Packet marker = new Packet(0, 0, params);
            if (params.has("ofport")) {
                final Ingress ingress = ingresses.get(params.get("ofport").intValue());
                ingress.toA.send(() -> oldPlace.arrive(marker), true);
            } else {
                // It goes to where the frames join, and back to the gate.
                outputs.get(params.get("port").intValue() - 1).mark(() ->
                    back.send(() -> oldPlace.arrive(marker), false));
            }
        }

        private void settleSwitch(final CompletableFuture<ObjectNode> result, final ObjectNode answer) {
            final long when = holds(Assumption.SETTLED_SWITCHES_FOLLOW)
                ? ingresses.stream().mapToLong(each -> each.followsAt).max().orElse(0) : 0;
            loop.schedule(Duration.ofNanos(Math.max(0, when - loop.nanoTime())), () -> result.complete(answer));
        }

        private void settleGate(final ObjectNode params, final long deadline,
                final CompletableFuture<ObjectNode> result) {
            final boolean hasSettled = hasSettled(params);
            if (hasSettled || loop.nanoTime() >= deadline) {
                result.complete(Json.newObject().put("settled", hasSettled));
            } else {
                loop.schedule(Duration.ofMillis(1), () -> settleGate(params, deadline, result));
            }
        }

        private void read(final ObjectNode params, final ObjectNode answer) {
            final int after = params.has("after") ? params.get("after").intValue() : -1;
            final ArrayNode entries = answer.putArray("entries");
            final List<Integer> keys = counts.keySet().stream().filter(key -> key > after).toList();
            keys.stream().limit(2).forEach(key -> entries.addObject().put("key", key).put("value", counts.get(key)));
            answer.put("more", keys.size() > 2);
            if (params.has("remember")) {
                if (after < 0) {
                    remembered.clear();
                }
                keys.stream().limit(2).forEach(key -> remembered.put(key, counts.get(key)));
            }
        }

        /** Tells at most two entries that differ from what was read, and no key that is gone: none ever is. */
        private void tellChanges(final ObjectNode answer) {
            final List<Integer> keys = counts.keySet().stream().filter(key ->
                !counts.get(key).equals(remembered.get(key))).toList();
            final ArrayNode entries = answer.putArray("entries");
            answer.putArray("gone");
            answer.put("more", keys.size() > 2);
            keys.stream().limit(2).forEach(key -> {
                entries.addObject().put("key", key).put("value", counts.get(key));
                remembered.put(key, counts.get(key));
            });
        }

        private void write(final ObjectNode params) {
            params.withArray("delete").forEach(key -> counts.remove(key.intValue()));
            params.withArray("entries").forEach(entry -> counts.put(entry.get("key").intValue(),
                entry.get("value").longValue() + (holds(Assumption.STATE_ARRIVES) ? 0 : random.nextInt(2))));
        }
    }

    /** A switch that leads the frames of a flow to a place. Its datapath follows its rule later. */
    private final class Ingress {
        private final int flow;
        private final boolean hasDaemon;
        private final Pipe toA = new Pipe(0, random.nextInt(1, 30) * MILLI, holds(Assumption.WAYS_KEEP_ORDER));
        private final Pipe toB = pipe(0, random.nextInt(1, 30) * MILLI);
        private boolean leadsToB;
        private boolean isBroken;
        private long followsAt;
        private int changes;

        Ingress(final int flow) {
            this.flow = flow;
            hasDaemon = !isBestEffort || random.nextBoolean();
        }

        void change(final boolean toNew) {
            changes++;
            final int change = changes;
            followsAt = loop.nanoTime() + random.nextLong(40 * MILLI);
            isBroken = !holds(Assumption.RULES_CHANGE_IN_PLACE);
            loop.schedule(Duration.ofNanos(followsAt - loop.nanoTime()), () -> {
                if (change == changes) {
                    leadsToB = toNew;
                    isBroken = false;
                }
            });
        }

        void send(final Packet packet) {
            if (isBroken) {
                losses.add("no rule");
            } else if (leadsToB) {
                toB.send(() -> newPlace.arrive(packet), false);
            } else {
                toA.send(() -> oldPlace.arrive(packet), false);
            }
        }
    }

    private final ManualLoop loop;
    private final Random random;
    private final int flows;
    private final boolean isBestEffort;
    private final Set<Assumption> broken = EnumSet.noneOf(Assumption.class);
    private final List<Ingress> ingresses = new ArrayList<>();
    private final List<Output> joined = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private final Map<Integer, Trouble> troubles;
    private final Pipe back;
    private final Place oldPlace;
    private final Place newPlace;
    private final int[] sent;
    private LvnfMover mover;
    private int asked;
    private boolean wasSteered;
    private MoveReport report;

    /**
     * Begins with the LVNF at node A.
     *
     * @param troubles what happens to some requests, by their number
     * @param broken an assumption that does not hold; null: all hold
     */
    SimulatedNetwork(final ManualLoop loop, final Random random, final boolean isBestEffort,
            final Map<Integer, Trouble> troubles, final Assumption broken) {
        this.loop = loop;
        this.random = random;
        this.isBestEffort = isBestEffort;
        this.troubles = new HashMap<>(troubles);
        if (broken != null) {
            this.broken.add(broken);
        }
        flows = random.nextInt(1, 4);
        sent = new int[flows];
        back = pipe(0, 5 * MILLI);
        oldPlace = new Place(A);
        newPlace = new Place(B);
        oldPlace.other = newPlace;
        newPlace.other = oldPlace;
        oldPlace.relay = pipe(0, 3 * MILLI);
        newPlace.relay = pipe(0, 3 * MILLI);
        oldPlace.exists = true;
        for (int i = 0; i < flows; i++) {
            ingresses.add(new Ingress(i));
        }
    }

    private Pipe pipe(final long least, final long most) {
        return new Pipe(least, most, true);
    }

    private boolean holds(final Assumption assumption) {
        return !broken.contains(assumption);
    }

    LvnfMover.MoveOrder order() {
        return new LvnfMover.MoveOrder(ID, "guests_x", A, B, false, isBestEffort);
    }

    /** Sends a frame of each flow. */
    void send(final int flow) {
        ingresses.get(flow).send(new Packet(flow, sent[flow], null));
        sent[flow]++;
    }

    int flows() {
        return flows;
    }

    int asked() {
        return asked;
    }

    MoveReport lastReport() {
        return report;
    }

    boolean wasSteered() {
        return wasSteered;
    }

    // --- packet nodes

    @Override
    public CompletionStage<ObjectNode> request(final String node, final String method, final ObjectNode params) {
        final Place place = node.equals(A) ? oldPlace : newPlace;
        final Trouble trouble = troubles.get(asked);
        asked++;
        final CompletableFuture<ObjectNode> result = new CompletableFuture<>();
        final CompletableFuture<ObjectNode> answer = new CompletableFuture<>();
        if (!place.hasSession) {
            answer.completeExceptionally(new IOException("no session with packet node " + node));
        } else if (trouble == Trouble.REFUSED) {
            place.requests.send(() -> place.answers.send(() -> answer.completeExceptionally(
                new JsonRpcException(-32025, method, "the kernel failed")), false), false);
        } else if (trouble == Trouble.LOST_BEFORE || trouble == Trouble.LOST_AFTER) {
            place.requests.send(() -> {
                if (trouble == Trouble.LOST_AFTER) {
                    place.carryOut(method, params, result);
                }
                endSession(place);
                answer.completeExceptionally(new IOException("the session has ended"));
            }, false);
        } else {
            final long pause = trouble == Trouble.LATE ? 6000 * MILLI : 0;
            place.requests.send(() -> place.carryOut(method, params, result), false);
            result.whenComplete((done, thrown) -> loop.schedule(Duration.ofNanos(pause), () ->
                place.answers.send(() -> {
                    if (thrown == null) {
                        answer.complete(done);
                    } else {
                        answer.completeExceptionally(thrown);
                    }
                }, false)));
        }
        return answer;
    }

    private void endSession(final Place place) {
        place.hasSession = false;
        mover.lost(place.node);
        loop.schedule(Duration.ofMillis(random.nextInt(3000)), () -> place.hasSession = true);
    }

    @Override
    public Optional<String> ofSwitch(final String switchId) {
        return ingresses.get(Integer.parseInt(switchId.substring("openflow:".length()))).hasDaemon
            ? Optional.of(A) : Optional.empty();
    }

    // --- chains

    private CompletionStage<Void> lead(final boolean toNew) {
        final CompletableFuture<Void> led = new CompletableFuture<>();
        final Trouble trouble = troubles.get(asked);
        asked++;
        long slowest = 0;
        for (final Ingress each : ingresses) {
            final long at = random.nextLong(20 * MILLI);
            slowest = Math.max(slowest, at);
            if (trouble == null || toNew && random.nextBoolean() || !toNew) {
                loop.schedule(Duration.ofNanos(at), () -> each.change(toNew));
            }
        }
        loop.schedule(Duration.ofNanos(slowest + MILLI), () -> {
            if (trouble == null) {
                led.complete(null);
            } else if (trouble != Trouble.LATE) {
                led.completeExceptionally(new IOException("a switch does not answer"));
            }
        });
        return led;
    }

    @Override
    public CompletionStage<MoveWays> lay(final LvnfMove move, final long migration) {
        final List<WayIn> in = new ArrayList<>();
        final List<WayOut> out = new ArrayList<>();
        for (int i = 0; i < flows; i++) {
            final PortId port = new PortId("openflow:" + i, i);
            in.add(new WayIn(port, port, 0, 0, "02:00:00:00:00:00"));
            out.add(new WayOut(i + 1, 0, "", "02:00:00:00:00:00"));
        }
        final CompletableFuture<MoveWays> laid = new CompletableFuture<>();
        final Trouble trouble = troubles.get(asked);
        asked++;
        loop.schedule(Duration.ofNanos(random.nextLong(20 * MILLI)), () -> {
            if (trouble == null) {
                laid.complete(new MoveWays(in, out, VLAN, Set.of()));
            } else if (trouble != Trouble.LATE) {
                laid.completeExceptionally(new IOException("there is no path"));
            }
        });
        return laid;
    }

    @Override
    public CompletionStage<Void> steer(final LvnfMove move) {
        wasSteered = true;
        return lead(true);
    }

    @Override
    public CompletionStage<Void> restore(final LvnfMove move) {
        return lead(false);
    }

    @Override
    public void end(final LvnfMove move) {
        asked++;
    }

    // --- hosts

    @Override
    public Registration register(final LvnfMover now) {
        mover = now;
        return () -> mover = null;
    }

    @Override
    public CompletionStage<LvnfMove> prepare(final LvnfId id) {
        final CompletableFuture<LvnfMove> added = new CompletableFuture<>();
        final Trouble trouble = troubles.get(asked);
        asked++;
        loop.schedule(Duration.ofNanos(random.nextLong(20 * MILLI)), () -> {
            if (trouble == Trouble.REFUSED) {
                added.completeExceptionally(new IOException("the node has no room"));
            } else if (trouble == null) {
                newPlace.exists = true;
                newPlace.mode = "stopped";
                added.complete(new LvnfMove("guests", "x", Map.of(), Map.of()));
            }
        });
        return added;
    }

    @Override
    public void arrived(final LvnfId id) {
        if (!newPlace.exists) {
            losses.add("arrived nowhere");
        }
    }

    private void remove(final Place place) {
        loop.schedule(Duration.ofNanos(random.nextLong(20 * MILLI)), () -> {
            place.exists = false;
            place.plug.forEach(packet -> place.lose(packet, "it waited at " + place.node));
        });
    }

    @Override
    public void moved(final LvnfId id) {
        remove(oldPlace);
    }

    @Override
    public void stayed(final LvnfId id) {
        remove(newPlace);
    }

    @Override
    public Optional<LvnfHost> host(final LvnfId id) {
        return Optional.of(new LvnfHost(A, "guests_x"));
    }

    @Override
    public void report(final LvnfId id, final MoveReport now) {
        report = now;
    }

    // --- verdict

    /** Returns what contradicts that each frame has been processed once, with the right state. */
    List<String> violations(final Ordered ordered, final boolean checksState) {
        final List<String> violations = new ArrayList<>(losses);
        final Set<Integer> once = new HashSet<>();
        final int[] next = new int[flows];
        final int[] total = new int[flows];
        final boolean isAtB = report.step().equals("moved");
        for (final Output output : joined) {
            if (!once.add(output.flow() << 24 | output.number())) {
                violations.add("twice: " + output);
            }
            total[output.flow()]++;
            if (checksState && ordered != Ordered.NONE && output.count() != total[output.flow()]) {
                violations.add("count " + output + " is not " + total[output.flow()]);
            }
            // A frame that one place has sent on may be late; all others are in order among themselves.
            if (ordered == Ordered.ALL || ordered == Ordered.NOT_RELAYED && !output.wasRelayed()) {
                if (output.number() < next[output.flow()]) {
                    violations.add("out of order: " + output);
                }
                next[output.flow()] = output.number() + 1;
            }
        }
        for (int flow = 0; flow < flows; flow++) {
            if (total[flow] != sent[flow]) {
                violations.add("flow " + flow + ": " + total[flow] + " of " + sent[flow] + " frames");
            }
            if (checksState && (isAtB ? newPlace : oldPlace).counts.getOrDefault(flow, 0L) != sent[flow]) {
                violations.add("state of flow " + flow);
            }
        }
        return violations;
    }
}
