// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Knows the VAPs that the sessions of VAP hosts name. A VAP has one host: the first that named it. The others are its
 * rivals.
 */
public interface VapHostDirectory {
    /**
     * Greatest number of VAPs of a host, with those that wait for it. It is a quarter of the VAPs that the controller
     * knows, so that one host does not fill their table.
     */
    int MAX_VAPS_OF_HOST = 256;

    /**
     * A VAP that a session names although it belongs to another host.
     *
     * @param bssid the VAP
     * @param host the host that keeps it
     * @param rival the host that names it too
     */
    record RivalClaim(Mac bssid, String host, String rival) {
    }

    /** Returns the host whose open session names a VAP. Thread-safe. */
    Optional<String> host(Mac bssid);

    /**
     * Returns the channel of a VAP as the open session of its host reports it. Thread-safe.
     *
     * @return centre frequency, MHz; 0 if no session reports it
     */
    int frequency(Mac bssid);

    /**
     * Returns the VAPs that have ended for certain: their host has an open session, which named them before and does
     * not now. A VAP leaves the set when a session names it again, when the session ends, and after 20 seconds: then
     * its beacons show whether it sends. Thread-safe.
     */
    Set<Mac> ended();

    /** Returns the hosts whose sessions name a VAP that belongs to another host, by BSSID. Thread-safe. */
    Map<Mac, Set<String>> rivals();

    /** Returns how many of the named VAPs each host has too many, by host; only hosts above the limit. Thread-safe. */
    Map<String, Integer> surplus();

    /** Runs a task on the event loop after each change. */
    Registration listen(Runnable changed);

    /** Registers a listener for new rivals. It runs on the event loop. */
    Registration listenToRivals(Consumer<RivalClaim> listener);
}
