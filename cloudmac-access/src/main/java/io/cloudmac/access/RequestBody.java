// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads bodies of requests. What goes on to RESTCONF is written anew from what was checked, so that RESTCONF's reader
 * cannot find something else in it.
 */
final class RequestBody {
    /** Longest body of a tenant, octets: an image of 1 MiB and more. */
    static final int LONGEST = 8 << 20;

    private static final int DEEPEST = 64;
    private static final JsonMapper MAPPER = JsonMapper
        .builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                .maxNestingDepth(DEEPEST).maxStringLength(LONGEST).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build())
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
        .build();

    private RequestBody() {
    }

    /**
     * Checks a body.
     *
     * @return the body to send on; empty if it is not an object in JSON that the rule allows
     */
    static Optional<byte[]> checked(final byte[] body, final BodyRule rule) {
        try {
            final JsonNode tree = MAPPER.readTree(body);
            return tree != null && tree.isObject() && rule.allows(tree)
                ? Optional.of(MAPPER.writeValueAsBytes(tree)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
