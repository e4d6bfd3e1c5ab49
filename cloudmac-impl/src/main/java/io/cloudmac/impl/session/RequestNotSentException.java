// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import java.io.IOException;

/** Reports a request that was not sent to a peer. The message is for the operator. */
public final class RequestNotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public RequestNotSentException(final String message) {
        super(message);
    }
}
