// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import java.net.ProtocolException;

/** Reports a peer that says it is another one than its certificate names. */
public final class WrongPeerException extends ProtocolException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception; {@code text} is one sentence for the operator. */
    public WrongPeerException(final String text) {
        super(text);
    }
}
