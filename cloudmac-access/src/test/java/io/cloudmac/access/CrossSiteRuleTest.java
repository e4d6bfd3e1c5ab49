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
        assertEquals(isAllowed, CrossSiteRule.refusal(method, hasPassword, values(own),
            new CrossSiteRule.Page(values(sites), List.of(), "a:8181")).isEmpty());
    }

    /** A browser without the header Sec-Fetch-Site sends Origin, and the password that it knows. */
    @ParameterizedTest
    @CsvSource({
        "http://a:8181,              a:8181, true",
        "http://A:8181,              a:8181, true",
        "https://a,                  a,      true",
        "https://a,                  a:443,  true",
        "http://a:80,                a,      true",
        "http://[::1]:8181,          [::1]:8181, true",
        "http://[::1],               [::1],  true",
        "http://evil,                a:8181, false",
        "http://a,                   a:8181, false",
        "http://a:8182,              a:8181, false",
        "https://a:80,               a,      false",
        "http://a:8181.evil,         a:8181, false",
        "http://evil@a:8181,         a:8181, false",
        "http://a:8181/,             a:8181, false",
        "null,                       a:8181, false",
        "file://,                    a:8181, false",
        "a:8181,                     a:8181, false",
        "http://a:8181|http://evil,  a:8181, false",
        "http://a:8181,              ,       false",
    })
    void theOriginOfAPageIsThisServer(final String origins, final String host, final boolean isAllowed) {
        final CrossSiteRule.Page page = new CrossSiteRule.Page(List.of(), values(origins), host);
        assertEquals(isAllowed, CrossSiteRule.refusal("POST", true, List.of(), page).isEmpty());
        assertEquals(isAllowed, CrossSiteRule.refusal("POST", false, List.of("cloudmac"), page).isEmpty());
        assertTrue(CrossSiteRule.refusal("GET", true, List.of(), page).isEmpty());
        // It does not replace the header.
        assertEquals(false, CrossSiteRule.refusal("POST", false, List.of(), page).isEmpty());
    }

    /** A proxy may have another name for this server, and a browser that says more than Origin knows better. */
    @Test
    void theKindOfThePageDecidesBeforeItsOrigin() {
        final List<String> proxy = List.of("https://proxy");
        assertTrue(CrossSiteRule.refusal("POST", true, List.of(),
            new CrossSiteRule.Page(List.of("same-origin"), proxy, "a:8181")).isEmpty());
        assertTrue(CrossSiteRule.refusal("POST", true, List.of(),
            new CrossSiteRule.Page(List.of("cross-site"), List.of("http://a:8181"), "a:8181")).isPresent());
    }

    @Test
    void theReasonNamesTheHeader() {
        final String reason = CrossSiteRule.refusal("PUT", false, List.of(),
            new CrossSiteRule.Page(List.of(), List.of(), "a")).orElseThrow();
        assertTrue(reason.endsWith("needs the header X-Requested-With: cloudmac"), reason);
    }
}
