// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CrossSiteRuleTest {
    private static List<String> values(final String text) {
        return text == null ? List.of() : List.of(text.split("\\|"));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,     false, ,           ,                       true",
        "HEAD,    false, ,           cross-site,             true",
        "OPTIONS, false, ,           ,                       true",
        "POST,    false, ,           ,                       false",
        "PUT,     false, other,      ,                       false",
        "PATCH,   false, CloudMAC,   ,                       false",
        "DELETE,  false, ,           same-origin,            true",
        "DELETE,  false, ,           none,                   false",
        "DELETE,  false, ,           same-origin|none,       false",
        "TRACE,   false, ,           ,                       false",
        "get,     false, ,           ,                       false",
        "POST,    false, cloudmac,   ,                       true",
        "DELETE,  false, cloudmac,   same-origin,            true",
        "POST,    true,  ,           ,                       true",
        "POST,    true,  ,           none,                   true",
        "POST,    true,  ,           cross-site,             false",
        "POST,    true,  cloudmac,   same-site,              false",
        "POST,    false, cloudmac,   cross-site,             false",
        "POST,    true,  ,           same-origin|cross-site, false",
        "POST,    true,  ,           Same-Origin,            false",
    })
    void whatMayChangeSomethingIsMeant(final String method, final boolean hasPassword, final String own,
            final String sites, final boolean isAllowed) {
        assertEquals(isAllowed,
            CrossSiteRule.refusal(method, hasPassword, values(own), values(sites)).isEmpty());
    }

    @Test
    void theReasonNamesTheHeader() {
        final String reason = CrossSiteRule.refusal("PUT", false, List.of(), List.of()).orElseThrow();
        assertTrue(reason.endsWith("needs the header X-Requested-With: cloudmac"), reason);
    }
}
