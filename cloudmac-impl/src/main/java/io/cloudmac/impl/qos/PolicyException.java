// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

/** A policy cannot be carried out at a port; the message says why. */
final class PolicyException extends Exception {
    private static final long serialVersionUID = 1L;

    PolicyException(final String message) {
        super(message);
    }
}
