// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

/** A handover that was refused or undone; the message is for the operator. */
public final class HandoverException extends Exception {
    private static final long serialVersionUID = 1L;

    HandoverException(final String message) {
        super(message);
    }

    HandoverException(final String message, final Throwable cause) {
        super(message + ": " + cause.getMessage(), cause);
    }
}
