// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.access.RequestPath.Area;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestPathTest {
    @Test
    void stepsHaveModuleNameAndDecodedKeys() {
        final RequestPath path = RequestPath.of(
            "/rests/data/network-topology:network-topology/topology=ovsdb%3A1/node=a%2Cb,c").orElseThrow();
        assertEquals(Area.DATA, path.area());
        assertEquals(List.of(
            new Step("network-topology", "network-topology", List.of()),
            new Step("", "topology", List.of("ovsdb:1")),
            new Step("", "node", List.of("a,b", "c"))), path.steps());
    }

    @Test
    void keyMayHaveSlashesAndDots() {
        assertEquals(List.of("ovsdb://s1.example/..a/b.."),
            RequestPath.of("/rests/data/x=ovsdb%3A%2F%2Fs1.example%2F..a%2Fb..").orElseThrow().steps().get(0).keys());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "/rests", "/rests/", "/rests/data/", "/rests//data", "/rests/data//x", "/%72ests/data/x", "/rests/dat%61/x",
        "/rests/./data/x", "/rests/data/../data/x", "/rests/data/%2e%2e/x", "/rests/data/x/..;/y",
        "/rests/data/x;a=b/y",
        "/rests/data;x/y", "/rests/data/cloudmac%3Acloudmac", "/rests/data/%63loudmac:cloudmac", "/rests/data/a:b:c",
        "/rests/data/x=%zz", "/rests/data/x=%4", "/rests/data/x=%", "/rests/data/x=%00", "/rests/data/x=%0a",
        "/rests/data/x=%c0%af", "/rests/data/x=%ff", "/rests/data/x\\y", "/rests/data/x=a\\b", "/rests/data/x y",
        "/rests/data/é", "/rests/data/x=é", "/rests/data/x/", "/rests/data/:x", "/rests/data/x:",
        "/rests/data/x=a%2F..%2F..%2Fb", "/rests/data/x=..", "/rests/data/x=%2e%2E%2fb", "/rests/data/x=a%5C..",
        "/rests/data/x=a%2F.%2Fb", "/rests/data/x=a%2F..%3Bb",
        "/RESTS/data/x",
        "/auth/v1/users", "/jolokia/version", "/", "", "http://a/rests/data/x", "/restsx/data/x", "/rests/database",
    })
    void otherSpellingsHaveNoPath(final String path) {
        assertTrue(RequestPath.of(path).isEmpty());
    }
}
