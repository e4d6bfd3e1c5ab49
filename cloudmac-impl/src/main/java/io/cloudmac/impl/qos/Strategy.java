// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What a policy of one type comes to. Pure. */
interface Strategy {
    /** A policy cannot be carried out at a port; the message says why. */
    final class PolicyException extends Exception {
        private static final long serialVersionUID = 1L;

        PolicyException(final String message) {
            super(message);
        }
    }

    /**
     * Computes the rows of a port.
     *
     * @param linkRate the rate of the link, bit/s; 0: not known
     * @return empty where there shall be none of ours
     * @throws PolicyException if the policy needs to know the rate, or does not fit it
     */
    Optional<PortQos> rows(long linkRate) throws PolicyException;

    /** Returns the queue for CloudMAC frames of a user priority; empty: the rules must choose none. */
    default OptionalInt queue(final int userPriority) {
        return OptionalInt.empty();
    }

    /** Returns what is wrong with the policy in itself: sentences for the operator. */
    default List<String> violations() {
        return List.of();
    }

    /** Returns what is wrong with it on a link of this rate, bit/s. */
    default List<String> violationsOn(final long linkRate) {
        return List.of();
    }
}
