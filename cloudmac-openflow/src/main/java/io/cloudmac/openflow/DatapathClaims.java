// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.opendaylight.yangtools.yang.common.Uint64;

/** Decides which connection may use a datapath id (OpenFlow 1.3.5, sections 6.3.6 and 7.3.1). Thread-safe. */
final class DatapathClaims {
    /** A switch's connection to one of the controller's ports. */
    interface Claimant {
        /** Returns the switch's address. */
        InetAddress address();

        /** Returns true until the connection is closed. */
        boolean isOpen();
    }

    private final Map<Uint64, Claimant> holders = new HashMap<>();

    /**
     * Gives the id to a main connection, unless an open connection from another address has it.
     *
     * <p>A claim from the same address succeeds: a switch that restarted claims its id while its old
     * connection seems to be open.
     *
     * @return the connection that keeps the id, or nothing if {@code claimant} has it now
     */
    synchronized Optional<Claimant> claim(final Uint64 datapath, final Claimant claimant) {
        final Claimant holder = holders.get(datapath);
        if (holder != null && holder != claimant && holder.isOpen()
                && !holder.address().equals(claimant.address())) {
            return Optional.of(holder);
        }
        holders.put(datapath, claimant);
        return Optional.empty();
    }

    /** Returns true if an auxiliary connection from this address belongs to the id's main connection. */
    synchronized boolean mayAssist(final Uint64 datapath, final InetAddress address) {
        final Claimant holder = holders.get(datapath);
        return holder != null && holder.isOpen() && holder.address().equals(address);
    }

    /** Frees the id if this connection has it. */
    synchronized void release(final Uint64 datapath, final Claimant claimant) {
        holders.remove(datapath, claimant);
    }

    /** Returns the number of ids in use. */
    synchronized int size() {
        return holders.size();
    }
}
