// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import java.io.IOException;

/** Reports a request that was not sent to a VAP host. The message is for the operator. */
final class RequestNotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    RequestNotSentException(final String message) {
        super(message);
    }
}
