// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

/** Reports an error that a peer returned. The message is for the operator. */
public final class JsonRpcException extends Exception {
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
