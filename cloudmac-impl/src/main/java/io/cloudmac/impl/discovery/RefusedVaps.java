// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/** Knows the VAPs whose beacons the controller refuses. */
public interface RefusedVaps {
    /** Why the beacons are refused. */
    enum RefusalReason {
        /** The VAP is active at another port. */
        BSSID_IN_USE,
        /** Another VAP or a virtual station has the VAP id. */
        VAP_ID_IN_USE,
        /** No session of a VAP host names the VAP, and it needs one at this port. */
        NO_SESSION,
        /** The port is not among those of automatic VAPs. */
        PORT_NOT_ALLOWED,
        /** Another VAP has the SSID. */
        SSID_IN_USE
    }

    /**
     * A refused VAP.
     *
     * @param bssid the BSSID of its beacons
     * @param port the switch port where its beacons arrive
     * @param ssid the SSID; empty if it is hidden
     * @param reason why it is refused
     * @param holder the VAP or virtual station that uses the BSSID, the VAP id or the SSID; empty for other reasons
     */
    record RefusedVap(Mac bssid, PortId port, RawSsid ssid, RefusalReason reason, Optional<Mac> holder) {
        /** Creates a VAP that is refused because {@code holder} uses its BSSID or VAP id. */
        public static RefusedVap inUse(final Mac bssid, final PortId port, final RawSsid ssid, final Mac holder) {
            return new RefusedVap(bssid, port, ssid,
                bssid.equals(holder) ? RefusalReason.BSSID_IN_USE : RefusalReason.VAP_ID_IN_USE, Optional.of(holder));
        }

        /** Returns the reason as part of a sentence for the operator. */
        public String reasonText() {
            return switch (reason) {
                case BSSID_IN_USE -> "its BSSID was in use at another port";
                case VAP_ID_IN_USE -> "its VAP id is in use by " + holder.orElseThrow();
                case NO_SESSION -> "no session of a VAP host names it, and it needs one at this port";
                case PORT_NOT_ALLOWED -> "its port is not in automatic-vap-port";
                case SSID_IN_USE -> "its SSID is in use by " + holder.orElseThrow() + ", and shared-ssids is false";
            };
        }
    }

    /** Returns the VAPs that were refused within the last minute. Thread-safe. */
    Collection<RefusedVap> refusedVaps();

    /** Registers a listener for newly refused VAPs. It runs on the event loop. */
    Registration listenToRefused(Consumer<RefusedVap> listener);
}
