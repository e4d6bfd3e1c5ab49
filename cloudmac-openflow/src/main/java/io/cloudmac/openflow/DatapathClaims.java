// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yangtools.yang.common.Uint64;

/**
 * Decides which connections may use a datapath id (OpenFlow 1.3: the features reply contains it). All open connections
 * with an id have one address: OpenFlowPlugin ends the current connection when an older one with its id ends, or
 * completes its handshake late. Thread-safe.
 */
final class DatapathClaims {
    /** A switch's connection to one of the controller's ports. */
    interface Claimant {
        /** Returns the switch's address. */
        InetAddress address();

        /** Returns true until the connection is closed. */
        boolean isOpen();
    }

    private final Map<Uint64, Set<Claimant>> claimants = new HashMap<>();

    /**
     * Claims the id, unless an open connection from another address holds it.
     *
     * <p>A claim from the same address succeeds: a switch that restarted claims its id while its old
     * connection seems to be open.
     *
     * @return the connection that holds the id, or empty if the claim succeeded
     */
    synchronized Optional<Claimant> claim(final Uint64 datapath, final Claimant claimant) {
        final Set<Claimant> open = claimants.computeIfAbsent(datapath, id -> new LinkedHashSet<>());
        open.removeIf(other -> !other.isOpen());
        final Optional<Claimant> holder =
            open.stream().filter(other -> !other.address().equals(claimant.address())).findFirst();
        if (holder.isEmpty()) {
            open.add(claimant);
        }
        return holder;
    }

    /** Releases this connection's claim to the id, if it has one. */
    synchronized void release(final Uint64 datapath, final Claimant claimant) {
        claimants.computeIfPresent(datapath, (id, open) -> {
            open.remove(claimant);
            return open.isEmpty() ? null : open;
        });
    }

    /** Returns the number of ids that connections hold. */
    synchronized int size() {
        return claimants.size();
    }
}
