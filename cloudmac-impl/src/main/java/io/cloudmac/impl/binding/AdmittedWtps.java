// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import io.cloudmac.impl.wire.Mac;
import java.util.Optional;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Knows the WTPs that may get stations, leases and bindings. A WTP is admitted while the controller has a session with
 * its agent whose certificate names the WTP's id. An announcement alone admits no WTP: anybody on the wire can send
 * one.
 *
 * <p>The end of a session stops what is new: first contacts, answers to probe requests, handovers, and bindings that
 * the operator configures from now on. It removes no binding and no flow rule, because the WTP may well serve its
 * stations without the controller. Only the loss of the WTP does that.
 */
public interface AdmittedWtps {
    /** Returns true if a WTP is admitted. Thread-safe. */
    boolean isAdmitted(Mac wtp);

    /** Returns why a WTP is not admitted; empty if it is. Thread-safe. */
    Optional<String> whyNotAdmitted(Mac wtp);

    /**
     * Returns why a WTP is not admitted, or what is wrong with one that is: it is announced at two ports. Empty if
     * nothing is. Thread-safe.
     */
    default Optional<String> problem(final Mac wtp) {
        return whyNotAdmitted(wtp);
    }

    /** Runs a task on the event loop after each change. */
    Registration listen(Runnable changed);
}
