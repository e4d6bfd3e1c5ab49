// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The rows, queues and checks of a policy. Implementations are pure. */
public interface Strategy {
    /** A policy that cannot be applied to a port; the message gives the reason. */
    final class PolicyException extends Exception {
        private static final long serialVersionUID = 1L;

        PolicyException(final String message) {
            super(message);
        }
    }

    /**
     * Computes the rows of a port.
     *
     * @param linkRate the rate of the link, bit/s; 0 if unknown
     * @return empty if the port must have no row of CloudMAC
     * @throws PolicyException if the policy needs a link rate or does not fit it
     */
    Optional<PortQos> rows(long linkRate) throws PolicyException;

    /** Returns the queue for CloudMAC frames of a user priority; empty if rules must not set a queue. */
    default OptionalInt queue(final int userPriority) {
        return OptionalInt.empty();
    }

    /** Returns the violations within the policy, one sentence each for the operator. */
    default List<String> violations() {
        return List.of();
    }

    /** Returns the violations for a link rate in bit/s. */
    default List<String> violationsOn(final long linkRate) {
        return List.of();
    }
}
