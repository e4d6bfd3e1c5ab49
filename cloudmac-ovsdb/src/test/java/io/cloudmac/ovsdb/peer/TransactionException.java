// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.peer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Thrown if a transaction fails, with an error string of RFC 7047. */
final class TransactionException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String error;

    TransactionException(final String error, final String details) {
        super(details);
        this.error = error;
    }

    ObjectNode toJson() {
        return JsonNodeFactory.instance.objectNode().put("error", error).put("details", getMessage());
    }
}
