// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.AsyncContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlainWordsFilterTest {
    private static final String JSON = "Content-Type: application/yang-data+json\r\n";
    private static final String PATH = "/rests/data/cloudmac:cloudmac";
    private static final String MISSING = "{\"errors\":{\"error\":[{\"error-tag\":\"data-missing\",\"error-message\":"
        + "\"Request could not be completed because the relevant data model content does not exist\"}]}}";

    private final AtomicInteger octets = new AtomicInteger(-1);
    private FilteredServer server;

    @BeforeEach
    void setUp() throws Exception {
        server = new FilteredServer(new PlainWordsFilter());
        server.answerWith((request, answer) -> {
            octets.set(request.getInputStream().readAllBytes().length);
            answer.setStatus(204);
        });
    }

    @AfterEach
    void tearDown() throws Exception {
        server.close();
    }

    private void answerAsRestconf(final int status, final String body) {
        server.answerWith((request, answer) -> {
            final byte[] text = body.getBytes(StandardCharsets.UTF_8);
            answer.setStatus(status);
            answer.setContentType("application/yang-data+json");
            answer.setContentLength(text.length);
            answer.getOutputStream().write(text);
            answer.getOutputStream().flush();
            answer.flushBuffer();
        });
    }

    @Test
    void brokenJsonIsRefusedBeforeRestconfReadsIt() throws Exception {
        for (final String path : new String[] {PATH, "/rests/operations/cloudmac:bind"}) {
            final String answer = server.sentWithBody("PUT", path, "{\"a\":{\"b\":", JSON);
            assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
            assertTrue(answer.contains("\"malformed-message\"") && answer.contains("the body ends inside its JSON"),
                answer);
            assertFalse(answer.contains("Exception"), answer);
        }
        assertEquals(-1, octets.get());
    }

    @ParameterizedTest
    @CsvSource({"application/json", "Application/YANG-Data+JSON; charset=utf-8", "application/yang-patch+json"})
    void jsonOfEachTypeIsChecked(final String type) throws Exception {
        assertTrue(server.sentWithBody("PATCH", PATH, "{", "Content-Type: " + type + "\r\n").contains(" 400 "));
        assertTrue(server.sentWithBody("PATCH", PATH, "{}", "Content-Type: " + type + "\r\n").contains(" 204 "));
        assertEquals(2, octets.get());
    }

    @Test
    void otherBodiesAndLongOnesGoOnWhole() throws Exception {
        server.sentWithBody("PUT", PATH, "<broken", "Content-Type: application/yang-data+xml\r\n");
        assertEquals(7, octets.get());
        server.sentWithBody("PUT", PATH, "{".repeat(PlainWordsFilter.LONGEST + 1), JSON);
        assertEquals(PlainWordsFilter.LONGEST + 1, octets.get());
        final String chunked = "Transfer-Encoding: chunked\r\n";
        final String chunk = "{".repeat(PlainWordsFilter.LONGEST + 9);
        server.sentChunked("PUT", PATH, chunk, JSON + chunked);
        assertEquals(PlainWordsFilter.LONGEST + 9, octets.get());
        server.sentWithBody("POST", "/rests/operations/cloudmac:x", "", JSON);
        assertEquals(0, octets.get());
    }

    @Test
    void aReadOfNothingSaysSo() throws Exception {
        answerAsRestconf(409, MISSING);
        final String answer = server.sent("GET", PATH);
        assertTrue(answer.startsWith("HTTP/1.1 404 "), answer);
        assertTrue(answer.endsWith("\"error-message\":\"" + PlainWords.NOTHING + "\"}]}}"), answer);
        assertTrue(server.sent("DELETE", PATH).startsWith("HTTP/1.1 409 "));
        answerAsRestconf(409, MISSING.replace("data-missing", "in-use"));
        assertTrue(server.sent("GET", PATH).startsWith("HTTP/1.1 409 "));
    }

    @Test
    void otherAnswersStay() throws Exception {
        answerAsRestconf(200, MISSING);
        assertTrue(server.sent("GET", PATH).endsWith(MISSING));
        answerAsRestconf(409, MISSING);
        final String elsewhere = server.sent("GET", "/rests/operations/cloudmac:x");
        assertTrue(elsewhere.startsWith("HTTP/1.1 409 ") && elsewhere.endsWith(MISSING), elsewhere);
        server.answerWith((request, answer) -> answer.sendError(404, "gone"));
        assertTrue(server.sent("GET", PATH).startsWith("HTTP/1.1 404 "));
        server.answerWith((request, answer) -> {
            final AsyncContext context = request.startAsync(request, answer);
            context.start(() -> {
                answer.setStatus(202);
                context.complete();
            });
        });
        assertEquals(202, server.status("GET", PATH));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Schema for '(urn:cloudmac?revision=2026-11-21)mobilty' not found "
            + "| the path is wrong: nothing is named mobilty at that place",
        "Schema for &apos;(urn:cloudmac?revision=2026-11-21)mobilty&apos; not found "
            + "| the path is wrong: nothing is named mobilty at that place",
        "Schema for \\" + "u0027(urn:cloudmac?revision=2026-11-21)mobilty\\" + "u0027 not found "
            + "| the path is wrong: nothing is named mobilty at that place",
        "Error parsing input: Schema node with name perod was not found under (urn:cloudmac?revision=2026-11-21)"
            + "mobility. | mobility has no member perod: its description (OpenAPI) lists what is allowed",
        "Failed to lookup for module with name 'cloudmak'. | the path is wrong: there is no module cloudmak",
        "First member must use namespace-qualified form, 'cloudmac' does not "
            + "| the path is wrong: cloudmac needs its module before it, as in module:cloudmac",
        "Entry '(urn:cloudmac?revision=2026-11-21)vap' requires key or value predicate to be present. "
            + "| vap is a list: name the entry by its key, as in vap=KEY",
        "period must be 20 to 60000 milliseconds | period must be 20 to 60000 milliseconds",
    }, quoteCharacter = '~')
    void restconfsPartsAreNotNamed(final String text, final String words) throws Exception {
        answerAsRestconf(400, "{\"error-message\":\"" + text + "\"}");
        final String answer = server.sent("PUT", PATH);
        assertTrue(answer.endsWith("{\"error-message\":\"" + words + "\"}"), answer);
        assertTrue(answer.contains("Content-Length: " + (words.length() + 20) + "\r\n"), answer);
    }
}
