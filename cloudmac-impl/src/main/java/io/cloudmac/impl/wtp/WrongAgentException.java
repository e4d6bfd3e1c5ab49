// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import java.net.ProtocolException;

/** An agent says that it is another WTP than the one its certificate and announcement name. */
final class WrongAgentException extends ProtocolException {
    private static final long serialVersionUID = 1L;

    WrongAgentException(final String wtp) {
        super("the agent says it is WTP " + wtp);
    }
}
