// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * The one thread that all decisions are taken on, so that none needs a lock.
 * A task must not block; one that throws is logged and does no further harm.
 */
public interface EventLoop extends Executor {
    /** Runs a task once, after a delay; closing the registration before then cancels it. */
    Registration schedule(Duration delay, Runnable task);

    /** Runs a task again and again, with that time between its runs. */
    Registration every(Duration period, Runnable task);

    /** A clock that only goes forward, in nanoseconds from an arbitrary origin. */
    long nanoTime();
}
