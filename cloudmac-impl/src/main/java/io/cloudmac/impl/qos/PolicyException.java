// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

/** A policy that cannot be applied to a port; the message gives the reason. */
final class PolicyException extends Exception {
    private static final long serialVersionUID = 1L;

    PolicyException(final String message) {
        super(message);
    }
}
