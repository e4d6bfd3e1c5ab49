// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonFaultTest {
    private static Optional<String> fault(final String body) {
        return JsonFault.in(body.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"a\":[1,true,null,\"x\"]}", " \n{\"a\":{}}\n", "{'a':1}", "{a:1}",
        "{\"a\":1 /* RESTCONF takes a comment */}", "\"text\"", "7"})
    void whatRestconfReadsIsAccepted(final String body) {
        assertEquals(Optional.empty(), fault(body));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{                                  | the body ends inside its JSON, at line 1 column ",
        "{\"m:a\":{\"period\":              | , in m:a.period: a brace, a bracket or a quotation mark is missing",
        "{\"m:a\":{\"period\":5             | , in m:a.period: a brace, a bracket or a quotation mark is missing",
        "{\"m:a\":[{\"b\":1},               | , in m:a[1]: a brace",
        "{\"a\":1 \"b\":2}                  | the body is not JSON from line 1 column ",
        "{\"a\":}                           | the body is not JSON from line 1 column ",
        "{\"a\" 1}                          | the body is not JSON from line 1 column ",
    })
    void aFaultHasItsPlace(final String body, final String words) {
        final String fault = fault(body).orElseThrow();
        assertTrue(fault.contains(words), fault);
    }

    @Test
    void theLineIsCounted() {
        assertTrue(fault("{\n\"a\":1,\n\"b\" 2}").orElseThrow().contains("from line 3 column "));
    }

    @Test
    void theMemberIsCut() {
        assertTrue(fault("{\"a\":" + "[".repeat(10_000)).orElseThrow().length() < 400);
    }

    @Test
    void everyCutOfABodyIsAFaultAndNoneThrows() {
        final String body = "{\"m:a\":{\"list\":[{\"name\":\"x\\\"y\",\"on\":true,\"rate\":1.5e3}]}}";
        for (int length = 1; length < body.length(); length++) {
            assertTrue(fault(body.substring(0, length)).isPresent(), body.substring(0, length));
        }
        final Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            final byte[] octets = body.getBytes(StandardCharsets.UTF_8);
            octets[random.nextInt(octets.length)] = (byte) random.nextInt(256);
            JsonFault.in(octets);
        }
        assertEquals(Optional.empty(), fault("[".repeat(100_000) + "]".repeat(100_000)));
    }
}
