// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.opendaylight.yangtools.concepts.Registration;

/** An event loop with a virtual clock that the test advances. */
public final class ManualLoop implements MemberLoop {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final TreeMap<Long, Deque<Runnable>> later = new TreeMap<>();
    private long now;

    @Override
    public synchronized void execute(final Runnable task) {
        tasks.add(task);
    }

    @Override
    public synchronized Registration schedule(final Duration delay, final Runnable task) {
        final long at = now + delay.toNanos();
        later.computeIfAbsent(at, key -> new ArrayDeque<>()).add(task);
        return () -> {
            synchronized (this) {
                later.getOrDefault(at, new ArrayDeque<>()).remove(task);
            }
        };
    }

    @Override
    public Registration every(final Duration period, final Runnable task) {
        return schedule(period, () -> {
            task.run();
            every(period, task);
        });
    }

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    /** Runs the tasks that are due now. */
    public void run() {
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
        }
    }

    private synchronized Runnable next() {
        return tasks.poll();
    }

    /** Advances the clock without running tasks, like a pause of the process; due tasks run at the next call. */
    public synchronized void skip(final Duration duration) {
        now += duration.toNanos();
    }

    /** Advances the clock and runs the tasks that become due, in order. */
    public void advance(final Duration duration) {
        final long end = nanoTime() + duration.toNanos();
        run();
        for (Map.Entry<Long, Deque<Runnable>> due = due(end); due != null; due = due(end)) {
            due.getValue().forEach(Runnable::run);
            run();
        }
        synchronized (this) {
            now = end;
        }
    }

    private synchronized Map.Entry<Long, Deque<Runnable>> due(final long end) {
        if (later.isEmpty() || later.firstKey() > end) {
            return null;
        }
        final Map.Entry<Long, Deque<Runnable>> first = later.pollFirstEntry();
        now = Math.max(now, first.getKey());
        return first;
    }
}
