// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.session.ControlSettings;
import io.cloudmac.impl.session.PeerConnector;
import io.cloudmac.impl.session.ReconnectDelay;
import io.cloudmac.impl.wire.Mac;
import io.netty.channel.EventLoop;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The objects that the sessions with VAP hosts share.
 *
 * @param loop the event loop of the sessions
 * @param settings their settings
 * @param connector makes their connections
 * @param random source of jitter; used in the event loop
 * @param listIntervalMillis interval between two lists of a host's VAPs, ms
 * @param listener receives their status
 */
record HostContext(EventLoop loop, ControlSettings settings, PeerConnector connector,
        Supplier<? extends RandomGenerator> random, long listIntervalMillis, HostListener listener) {
    /** Receives the status of VAP hosts, in the event loop of the sessions. */
    interface HostListener {
        /** Handles a change of a host's session or VAPs. */
        void hostChanged(String name, VapHostDetails status);

        /** Handles a station that has completed all handshakes with a VAP of a host. */
        void stationAuthorized(String name, StationKey station);

        /** Handles the list of all stations that a VAP of a host holds as authorized. */
        void stationsHeld(String name, Mac bssid, Set<Mac> stations);

        /** Handles a new list of all VAPs of a host. */
        void vapsListed(String name, Set<Mac> vaps);

        /** Handles a station that is no longer associated with a VAP of a host. */
        void stationLeft(String name, StationKey station);

        /** Handles the end of a VAP of a host, and so of its associations. */
        void vapEnded(String name, Mac bssid);

        /** Handles a host that is no longer configured. */
        void hostRemoved(String name);
    }

    ReconnectDelay newReconnectDelay() {
        return settings.newReconnectDelay(random.get());
    }
}
