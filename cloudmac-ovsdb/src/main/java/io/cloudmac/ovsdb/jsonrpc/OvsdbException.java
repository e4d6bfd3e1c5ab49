// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

/** Reports a request that has no result. */
public final class OvsdbException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * Creates an exception.
     *
     * @param code the error string of the switch, or null if it did not answer
     * @param text details
     */
    public OvsdbException(final String code, final String text) {
        super(text);
        this.code = code;
    }

    /** Returns the error string of the switch, or null if it did not answer. */
    public String code() {
        return code;
    }
}
