// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import java.util.Optional;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/**
 * A part of the state, which its domain encodes. Once a second, each part is updated, and each part that is due then is
 * written and, after the commit, {@link #committed}. Parts do not overlap. Used on the event loop.
 */
public interface StatePart {
    /**
     * Returns what is removed before the first round, because an earlier publisher may have left entries in it. Empty
     * if the first value replaces all that was left, or if others write to the same entries.
     */
    default Optional<InstanceIdentifier<?>> leftover() {
        return Optional.empty();
    }

    /** Encodes what may have changed. */
    void update();

    /** Returns true if something has to be written. */
    boolean isDue();

    /** Writes what differs from the published state. */
    void write(WriteTransaction tx);

    /** Records that the transaction has succeeded. If it fails, the next round writes the same again. */
    void committed();
}
