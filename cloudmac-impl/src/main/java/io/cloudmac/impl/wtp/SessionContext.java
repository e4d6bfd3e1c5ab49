// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.netty.channel.EventLoop;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * What all sessions share.
 *
 * @param loop the event loop they run in
 * @param settings how they are run
 * @param connector makes their connections
 * @param random jitter of their attempts
 * @param signals takes their signal reports
 * @param publisher shows their state
 */
record SessionContext(EventLoop loop, ControlSettings settings, AgentConnector connector, RandomGenerator random,
        Consumer<SignalReport> signals, SessionPublisher publisher) {
    Backoff newBackoff() {
        return new Backoff(settings.reconnectMinMs(), settings.reconnectMaxMs(), random);
    }
}
