// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.wire.Mac;
import io.netty.channel.EventLoop;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What all sessions share.
 *
 * @param loop the event loop they run in
 * @param settings how they are run
 * @param connector makes their connections
 * @param random jitter of their attempts; asked in the event loop
 * @param leaseTtlMs for how long ACK leases are asked, ms
 * @param signals takes their signal reports
 * @param life is told of WTPs whose agent has just sent something
 * @param publisher shows their state
 */
record SessionContext(EventLoop loop, ControlSettings settings, AgentConnector connector,
        Supplier<? extends RandomGenerator> random, LongSupplier leaseTtlMs,
        Consumer<SignalReport> signals, Consumer<Mac> life, SessionPublisher publisher) {
    /** Returns how often leases are renewed and the agent is asked whether it is still there, ms. */
    long renewIntervalMs() {
        return leaseTtlMs.getAsLong() / 3;
    }

    ReconnectDelay newBackoff() {
        return new ReconnectDelay(settings.reconnectMinMs(), settings.reconnectMaxMs(), random.get());
    }
}
