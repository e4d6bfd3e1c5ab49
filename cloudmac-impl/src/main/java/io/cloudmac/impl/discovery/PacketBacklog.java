// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.core.Counters;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The packets that wait for the event loop, in a bounded queue for each kind and switch. The kinds take turns, and so
 * do the switches of a kind: a flood delays another queue by one packet per turn. Safe to use from any thread.
 */
final class PacketBacklog {
    /**
     * What a packet is for the controller. Each bound is at least what the meters of a switch with up to 51 VAPs pass
     * in a second.
     */
    enum PacketKind {
        /** An announcement of a WTP. */
        ANNOUNCEMENT("backlog-announcements", 512),
        /** A beacon of a VAP, or a hello of a virtual station, that is unknown at its port. */
        BEACON("backlog-beacons", 512),
        /** The switch's copy of a beacon or hello that it forwards. */
        COPY("backlog-copies", 2048),
        /** The frame of a station that is not bound, or a copy at a switch that has no rule for it yet. */
        FIRST_CONTACT("backlog-first-contacts", 512),
        /** A VAP's frame for a station that is not bound. */
        DOWNLINK("backlog-downlinks", 512),
        /** A copy of a bound station's frame, for its signal. */
        SAMPLE("backlog-samples", 512);

        private final String reason;
        private final int bound;

        PacketKind(final String reason, final int bound) {
            this.reason = reason;
            this.bound = bound;
        }

        /** Returns the reason under which dropped packets of this kind are counted. */
        String reason() {
            return reason;
        }

        /** Returns how many packets of this kind may wait of one switch. */
        int bound() {
            return bound;
        }
    }

    /** The number of full queues of a kind, which bounds the memory if switches come and go while the loop is late. */
    static final int FULL_QUEUES = 64;
    /** The number of packets that the loop handles between its other tasks. */
    static final int AT_ONCE = 16;

    /** The waiting packets of one kind by switch, the switch first whose turn it is. */
    private static final class KindQueues {
        private final LinkedHashMap<String, Deque<Runnable>> bySwitch = new LinkedHashMap<>();
        private int size;
    }

    private final Map<PacketKind, KindQueues> kinds = new EnumMap<>(PacketKind.class);
    /** The kinds that have waiting packets, the kind first whose turn it is. */
    private final Deque<KindQueues> turns = new ArrayDeque<>();
    /** Whether a task of the loop takes packets, now or soon. */
    private boolean isRunning;
    private final Executor loop;
    private final Counters counters;

    /** Creates an empty backlog. */
    PacketBacklog(final Executor loop, final Counters counters) {
        this.loop = loop;
        this.counters = counters;
        for (final PacketKind kind : PacketKind.values()) {
            kinds.put(kind, new KindQueues());
        }
    }

    /** Has the event loop run a packet's task in its turn. Drops and counts it if too many of its kind wait. */
    void add(final PacketKind kind, final String node, final Runnable task) {
        if (!offer(kind, node, task)) {
            counters.countRefused(kind.reason());
        } else if (begins()) {
            loop.execute(this::run);
        }
    }

    private synchronized boolean begins() {
        final boolean wasRunning = isRunning;
        isRunning = true;
        return !wasRunning;
    }

    /** Runs some packets' tasks, and lets the loop's other tasks run before it goes on. */
    private void run() {
        try {
            for (int number = 0; number < AT_ONCE; number++) {
                final Optional<Runnable> task = take();
                if (task.isEmpty()) {
                    return;
                }
                task.orElseThrow().run();
            }
        } finally {
            if (goesOn()) {
                loop.execute(this::run);
            }
        }
    }

    private synchronized boolean goesOn() {
        isRunning = !turns.isEmpty();
        return isRunning;
    }

    private synchronized boolean offer(final PacketKind kind, final String node, final Runnable task) {
        final KindQueues queues = kinds.get(kind);
        final Deque<Runnable> queue = queues.bySwitch.get(node);
        if (queues.size >= kind.bound() * FULL_QUEUES || queue != null && queue.size() >= kind.bound()) {
            return false;
        }
        if (queues.size == 0) {
            turns.add(queues);
        }
        queues.size++;
        queues.bySwitch.computeIfAbsent(node, key -> new ArrayDeque<>()).add(task);
        return true;
    }

    private synchronized Optional<Runnable> take() {
        final KindQueues queues = turns.poll();
        if (queues == null) {
            return Optional.empty();
        }
        final String node = queues.bySwitch.keySet().iterator().next();
        final Deque<Runnable> queue = queues.bySwitch.remove(node);
        final Runnable task = queue.remove();
        if (!queue.isEmpty()) {
            queues.bySwitch.put(node, queue);
        }
        queues.size--;
        if (queues.size > 0) {
            turns.add(queues);
        }
        return Optional.of(task);
    }

    /** Returns the number of queues, none of which is empty. */
    synchronized int queues() {
        return kinds.values().stream().mapToInt(queues -> queues.bySwitch.size()).sum();
    }
}
