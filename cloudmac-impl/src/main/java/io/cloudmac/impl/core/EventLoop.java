// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * The single thread that runs all decisions of the controller, so that they need no lock. A task must not block. An
 * exception of a task is logged and affects no other task.
 */
public interface EventLoop extends Executor {
    /** Runs a task once after a delay; closing the registration before that cancels it. */
    Registration schedule(Duration delay, Runnable task);

    /** Runs a task repeatedly, with {@code period} between the end of a run and the next, until it is closed. */
    Registration every(Duration period, Runnable task);

    /** Returns the time of a monotonic clock with an arbitrary origin, ns. */
    long nanoTime();
}
