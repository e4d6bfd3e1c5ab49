// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Collection;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/** Knows the VAPs whose beacons the controller refuses, because another VAP uses their BSSID or VAP id. */
public interface RefusedVaps {
    /**
     * A refused VAP.
     *
     * @param bssid the BSSID of its beacons
     * @param port the switch port where its beacons arrive
     * @param ssid the SSID; empty if it is hidden
     * @param holder the VAP that uses the VAP id; equal to {@code bssid} if the BSSID itself is in use
     */
    record RefusedVap(Mac bssid, PortId port, String ssid, Mac holder) {
        /** Returns true if the BSSID is in use at another port, not only the VAP id. */
        public boolean isSameBssid() {
            return bssid.equals(holder);
        }
    }

    /** Returns the VAPs that were refused within the last minute. Thread-safe. */
    Collection<RefusedVap> refusedVaps();

    /** Registers a listener for newly refused VAPs. It runs on the event loop. */
    Registration listenToRefused(Consumer<RefusedVap> listener);
}
