// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

/** Reports why frames of a chain, or of an LVNF that moves, have no way. */
public final class NoWayException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public NoWayException(final String reason) {
        super(reason);
    }
}
