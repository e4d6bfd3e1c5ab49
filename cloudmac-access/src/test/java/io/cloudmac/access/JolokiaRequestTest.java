// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JolokiaRequestTest {
    @ParameterizedTest
    @CsvSource({
        "GET,  /jolokia,                          ,            true",
        "GET,  /jolokia/version,                  ,            true",
        "GET,  /jolokia/,                         ,            true",
        "GET,  /jolokia/list,                     ,            true",
        "GET,  /jolokia/read/java.lang:type=Memory/a.b/..c, ,  true",
        "GET,  /jolokia/read/java.lang:type=Memory, maxDepth=1, false",
        "GET,  /jolokia/,                         %70=exec/x/stop, false",
        "GET,  /jolokia/,                         '',          false",
        "GET,  /jolokia/read/../exec/x/stop,      ,            false",
        "GET,  /jolokia/read/./x,                 ,            false",
        "GET,  /jolokia/read/..,                  ,            false",
        "GET,  /jolokia/read/.,                   ,            false",
        "GET,  /jolokia/read/..;/exec/x/stop,     ,            false",
        "GET,  /jolokia/read;a=b,                 ,            false",
        "GET,  /jolokia/read/%2e%2e/exec/x/stop,  ,            false",
        "GET,  /jolokia/read//x,                  ,            false",
        "GET,  /jolokia/exec/x/stop,              ,            false",
        "GET,  /jolokia/write/x/Level/DEBUG,      ,            false",
        "GET,  /jolokia//exec/x/stop,             ,            false",
        "GET,  /jolokia/readx,                    ,            false",
        "GET,  /jolokia,                          p=exec/x,    false",
        "POST, /jolokia/read/x,                   ,            false",
    })
    void readingIsToldFromChanging(final String method, final String path, final String query,
            final boolean isReading) {
        assertEquals(isReading, JolokiaRequest.isReading(method, path, query));
    }

    @Test
    void valuesAreLeftOut() {
        assertEquals("/jolokia/exec/a:b=c/setPassword/...",
            JolokiaRequest.withoutArguments("/jolokia/exec/a:b=c/setPassword/secret/more"));
        assertEquals("/jolokia/read/a:b=c/d", JolokiaRequest.withoutArguments("/jolokia/read/a:b=c/d"));
        assertEquals("/jolokia", JolokiaRequest.withoutArguments("/jolokia"));
    }
}
