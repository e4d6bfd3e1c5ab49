// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.LongAdder;

/** Counts the overhead of mobility since the start. Thread-safe. */
final class OverheadCounters {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    final LongAdder reports = new LongAdder();
    final LongAdder reportEntries = new LongAdder();
    final LongAdder samples = new LongAdder();
    final LongAdder sampleBytes = new LongAdder();
    final LongAdder decisions = new LongAdder();
    final LongAdder handovers = new LongAdder();
    final LongAdder intakeNanos = new LongAdder();
    final LongAdder decisionNanos = new LongAdder();

    /** Runs a task and adds the CPU time that the thread spent on it. */
    static void measure(final LongAdder nanos, final Runnable task) {
        final long beforeNanos = THREADS.getCurrentThreadCpuTime();
        try {
            task.run();
        } finally {
            nanos.add(THREADS.getCurrentThreadCpuTime() - beforeNanos);
        }
    }
}
