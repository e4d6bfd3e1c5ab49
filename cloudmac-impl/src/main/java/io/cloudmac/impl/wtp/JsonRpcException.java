// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

/** The agent answered a request with an error. The message is fit for an operator's eyes. */
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
     * @param method the method that was called
     * @param text what the agent said
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
