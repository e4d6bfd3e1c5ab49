// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import javax.servlet.http.HttpServletResponse;

/** Answers a request with an error as RFC 8040 wants it. */
final class ErrorAnswer {
    private static final JsonMapper MAPPER = new JsonMapper();

    private ErrorAnswer() {
    }

    /**
     * Sends an error.
     *
     * @param status HTTP status
     * @param tag error-tag of RFC 8040
     * @param message what was refused and what to do, for the operator
     */
    static void send(final HttpServletResponse answer, final int status, final String tag, final String message)
            throws IOException {
        answer.setStatus(status);
        answer.setContentType("application/yang-data+json");
        final ObjectNode errors = MAPPER.createObjectNode();
        errors.putObject("errors").putArray("error").addObject().put("error-type", "protocol").put("error-tag", tag)
            .put("error-message", message);
        answer.getOutputStream().write(MAPPER.writeValueAsBytes(errors));
    }
}
