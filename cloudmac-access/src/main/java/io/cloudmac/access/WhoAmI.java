// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Locale;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The request that tells an account its own roles: GET of the path who-am-i of a web context. */
final class WhoAmI {
    private static final String PATH = "/who-am-i";
    private static final JsonMapper MAPPER =
        JsonMapper.builder(JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build()).build();

    private WhoAmI() {
    }

    /** Returns true if a request asks for the account. */
    static boolean isAsked(final HttpServletRequest request) {
        return request.getMethod().equals("GET")
            && request.getRequestURI().equals(request.getContextPath() + PATH);
    }

    /** Sends the account. */
    static void answer(final Caller caller, final HttpServletResponse answer) throws IOException {
        final ObjectNode body = MAPPER.createObjectNode().put("user", caller.name());
        final ArrayNode roles = body.putArray("roles");
        caller.roles().stream().sorted().map(role -> role.name().toLowerCase(Locale.ROOT)).forEach(roles::add);
        final ArrayNode tenants = body.putArray("tenants");
        caller.tenants().stream().sorted().forEach(tenants::add);
        answer.setContentType("application/json");
        answer.setHeader("Cache-Control", "no-store");
        answer.getOutputStream().write(MAPPER.writeValueAsBytes(body));
    }
}
