// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

/** Reports an error that a peer returned. The message is for the operator. */
public final class JsonRpcException extends Exception {
    /** The code for a method that the peer does not have (JSON-RPC 2.0, section 5.1). */
    public static final int NO_SUCH_METHOD = -32601;

    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * Creates the exception.
     *
     * @param code the JSON-RPC error code
     * @param method the called method
     * @param text the error text of the peer
     */
    public JsonRpcException(final int code, final String method, final String text) {
        super(method + ": " + text + " (" + code + ")");
        this.code = code;
    }

    /** Returns the JSON-RPC error code. */
    public int code() {
        return code;
    }
}
