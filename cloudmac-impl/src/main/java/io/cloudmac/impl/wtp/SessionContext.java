// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import io.cloudmac.impl.binding.LeaseService.RefusalListener;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.DialTurns;
import io.cloudmac.impl.session.PeerConnector;
import io.cloudmac.impl.session.ReconnectDelay;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.netty.channel.EventLoop;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;

/**
 * The objects that all sessions share.
 *
 * @param loop the event loop of the sessions
 * @param settings their settings
 * @param connector makes their connections
 * @param dials returns the queue of the connection attempts to a WTP
 * @param random source of jitter; used in the event loop
 * @param leaseTtlMillis the duration of ACK leases, ms
 * @param signals receives their signal reports
 * @param signsOfLife receives each WTP whose agent has sent a message
 * @param publisher publishes their state
 * @param stationChannel returns the channel of the BSS of a virtual station, MHz; 0: unknown; thread-safe
 * @param ssids returns the SSID of a VAP, empty if the VAP is not known; thread-safe
 * @param refusals receives the leases that agents refuse
 */
record SessionContext(EventLoop loop, ControlSettings settings, PeerConnector connector,
        Function<Mac, DialTurns> dials, Supplier<? extends RandomGenerator> random, LongSupplier leaseTtlMillis,
        Consumer<SignalReport> signals, Consumer<Mac> signsOfLife, SessionPublisher publisher,
        ToIntFunction<Mac> stationChannel, Function<Mac, Optional<RawSsid>> ssids, RefusalListener refusals) {
    /** Publishes the state of sessions. Runs in the event loop of the sessions, and must not block. */
    interface SessionPublisher {
        /** Publishes the state of a session. */
        void publish(Mac wtp, SessionStatus status);

        /** Removes the state of a WTP's session. */
        void remove(Mac wtp);
    }

    private static final long RENEW_MILLIS = 20_000;

    /** Returns the interval at which leases are renewed and the agent is probed, ms. */
    long renewIntervalMillis() {
        return Math.min(leaseTtlMillis.getAsLong() / 3, RENEW_MILLIS);
    }

    ReconnectDelay newReconnectDelay() {
        return settings.newReconnectDelay(random.get());
    }
}
