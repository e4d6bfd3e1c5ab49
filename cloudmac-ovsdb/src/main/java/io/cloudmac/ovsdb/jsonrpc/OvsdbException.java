// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

/** A request that was not answered with a result. */
public final class OvsdbException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * Makes one.
     *
     * @param code the error string that the switch gave, or null if it gave no answer
     * @param text details
     */
    public OvsdbException(final String code, final String text) {
        super(text);
        this.code = code;
    }

    /** The error string that the switch gave, or null if it gave no answer. */
    public String code() {
        return code;
    }
}
