// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

/** Reports an error that the agent returned. The message is for the operator. */
public final class JsonRpcException extends Exception {
    /** No such radio on this WTP. */
    public static final int NO_SUCH_RADIO = -32001;
    /** The radio cannot hold one more ACK lease, or none at all. */
    public static final int LEASE_IMPOSSIBLE = -32002;
    /** The WTP's kernel refused the operation. */
    public static final int KERNEL_REFUSED = -32003;

    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * Creates the exception.
     *
     * @param code the JSON-RPC error code
     * @param method the called method
     * @param text the error text of the agent
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
