// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestBodyTest {
    private static final BodyRule INPUT = BodyRule.input("red");
    private static final BodyRule TENANTS = BodyRule.tenants("red");
    private static final BodyRule ENTRY = BodyRule.entry("red");

    private static Optional<String> sent(final String body, final BodyRule rule) {
        return RequestBody.checked(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), rule)
            .map(octets -> new String(octets, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{'cloudmac-nfv:input':{'tenant':'red','lvnf':'a'}}", "{'input':{'cloudmac-nfv:tenant':'red'}}",
        "{'input':{'tenant':'\\u0072ed'}}",
    })
    void inputForTheTenantGoesOn(final String body) {
        assertTrue(sent(body, INPUT).isPresent());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "[]", "null", "1", "{}", "{'input':{}}", "{'input':{'tenant':'blue'}}", "{'input':{'tenant':['red']}}",
        "{'input':{'tenant':'red'},'cloudmac-nfv:input':{'tenant':'blue'}}",
        "{'input':{'tenant':'red','cloudmac-nfv:tenant':'blue'}}", "{'input':{'tenant':'red','tenant':'blue'}}",
        "{'input':{'tenant':'red'}}{'input':{'tenant':'blue'}}", "{'input':{'tenant':'red'}} x",
        "{'input':{'tenant':'red'},'input':{'tenant':'blue'}}", "{input:{'tenant':'red'}}",
        "{'input':{'tenant':'red'/**/}}", "{'input':{'tenant':'red',}}", "{'input':[{'tenant':'red'}]}",
        "<input xmlns='urn:cloudmac:nfv'><tenant>red</tenant></input>",
    })
    void otherInputIsRefused(final String body) {
        assertFalse(sent(body, INPUT).isPresent());
    }

    @Test
    void whatATenantMayWriteGoesOn() {
        final String lists = "'image':[],'lvnf':[{'name':'a'}],'cloudmac-nfv:chain':[],'trigger':[]";
        assertTrue(sent("{'cloudmac-nfv:tenant':[{'name':'red'," + lists + "}]}", ENTRY).isPresent());
        assertTrue(sent("{'cloudmac-nfv:tenants':{'tenant':[{'name':'red'," + lists + "}]}}", TENANTS).isPresent());
        assertTrue(sent("{'cloudmac-nfv:lvnf':[{'name':'a'}]}", BodyRule.CHILD).isPresent());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{'tenant':[{'name':'blue'}]}", "{'tenant':[{'name':'red','quota':{}}]}", "{'tenant':[]}", "{'tenant':{}}",
        "{'tenant':[{'name':'red','cloudmac-nfv:flow-space':{}}]}", "{'tenant':[{'lvnf':[]}]}",
        "{'tenant':[{'name':'red'},{'name':'blue'}]}", "{'tenant':[{'name':'red','@lvnf':{}}]}", "{'quota':{}}",
    })
    void moreIsRefused(final String body) {
        assertFalse(sent(body, ENTRY).isPresent());
        assertFalse(sent("{'tenants':" + body + "}", TENANTS).isPresent());
        assertFalse(sent(body, BodyRule.CHILD).isPresent());
    }

    @Test
    void anotherSpellingIsWrittenAnew() {
        final String given = "{ 'input' : {'tenant':'\\u0072ed', 'value': 1000000000000.125, 'x':'é'} }";
        assertEquals("{'input':{'tenant':'red','value':1000000000000.125,'x':'\\u00E9'}}".replace('\'', '"'),
            sent(given, INPUT).orElseThrow());
    }

    @Test
    void deepAndLongBodiesAreRefused() {
        assertFalse(sent("{'a':".repeat(100) + "1" + "}".repeat(100), BodyRule.ONE).isPresent());
        assertTrue(sent("{'a':'" + "x".repeat(2_000_000) + "'}", BodyRule.ONE).isPresent());
    }

    @Test
    void writtenNodeHasTheNameOfThePath() {
        final BodyRule node = BodyRule.node("lvnf");
        assertTrue(sent("{'cloudmac-nfv:lvnf':[{'name':'a'}]}", node).isPresent());
        assertTrue(sent("{'lvnf':[{'name':'a'}]}", node).isPresent());
        assertFalse(sent("{'quota':{'lvnfs':999}}", node).isPresent());
        assertFalse(sent("{'lvnf':[],'quota':{'lvnfs':999}}", node).isPresent());
        assertFalse(sent("{'other:lvnf':[]}", node).isPresent());
    }

    @Test
    void accountOfTwoTenantsWritesForEither() {
        final BodyRule both = BodyRule.either(INPUT, BodyRule.input("blue"));
        assertTrue(sent("{'input':{'tenant':'red'}}", both).isPresent());
        assertTrue(sent("{'input':{'tenant':'blue'}}", both).isPresent());
        assertFalse(sent("{'input':{'tenant':'green'}}", both).isPresent());
        assertSame(BodyRule.ANY, BodyRule.either(BodyRule.ANY, BodyRule.ANY));
    }
}
