// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AccessTableTest {
    private static final Caller TENANT = Caller.of("red", List.of("tenant:red"));
    private static final Caller VIEWER = Caller.of("v", List.of("viewer"));
    private static final Caller OPERATOR = Caller.of("o", List.of("operator"));
    private static final List<String> METHODS = List.of("GET", "HEAD", "PUT", "PATCH", "POST", "DELETE");
    private static final String OWN = "/rests/data/cloudmac-nfv:tenants/tenant=red";

    private static Verdict decided(final Caller caller, final String method, final String path) {
        return RequestPath.of(path).map(one -> AccessTable.decide(caller, method, one, "application/json"))
            .orElseGet(Verdict.Refused::new);
    }

    private static boolean isAllowed(final Caller caller, final String method, final String path) {
        return decided(caller, method, path) instanceof Verdict.Allowed;
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /rests/data/cloudmac-nfv:tenants/tenant=red",
        "GET,    /rests/data/cloudmac-nfv:tenants/tenant=%72ed/quota",
        "HEAD,   /rests/data/cloudmac-nfv:tenants/tenant=red/lvnf=a",
        "PUT,    /rests/data/cloudmac-nfv:tenants/tenant=red/lvnf=a",
        "DELETE, /rests/data/cloudmac-nfv:tenants/tenant=red/image=a",
        "PATCH,  /rests/data/cloudmac-nfv:tenants/tenant=red/cloudmac-nfv:chain=a/hop=b",
        "POST,   /rests/data/cloudmac-nfv:tenants/tenant=red",
        "PATCH,  /rests/data/cloudmac-nfv:tenants/tenant=red",
        "PATCH,  /rests/data/cloudmac-nfv:tenants",
        "GET,    /rests/data/cloudmac-nfv:nfv-state",
        "'GET',  '/rests/data/cloudmac-nfv:nfv-state/lvnf=red,a/migration'",
        "'GET',  '/rests/data/cloudmac-nfv:chain-state/chain=red,a'",
        "POST,   /rests/operations/cloudmac-nfv:place-service",
        "POST,   /rests/operations/cloudmac-nfv:read-events",
    })
    void tenantMayUseItsOwn(final String method, final String path) {
        assertTrue(isAllowed(TENANT, method, path));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /rests/data",
        "GET,    /rests/data/cloudmac-nfv:tenants",
        "PUT,    /rests/data/cloudmac-nfv:tenants",
        "POST,   /rests/data/cloudmac-nfv:tenants",
        "DELETE, /rests/data/cloudmac-nfv:tenants",
        "GET,    /rests/data/cloudmac-nfv:tenants/tenant",
        "GET,    /rests/data/cloudmac-nfv:tenants/tenant=blue",
        "GET,    /rests/data/cloudmac-nfv:tenants/tenant=redx",
        "GET,    /rests/data/cloudmac-nfv:tenants/tenant=%2572ed",
        "'GET',  '/rests/data/cloudmac-nfv:tenants/tenant=red,blue'",
        "GET,    /rests/data/cloudmac-nfv:tenants=red/tenant=red",
        "GET,    /rests/data/cloudmac-nfv:tenants/network-topology:tenant=red",
        "PUT,    /rests/data/cloudmac-nfv:tenants/tenant=red",
        "DELETE, /rests/data/cloudmac-nfv:tenants/tenant=red",
        "PUT,    /rests/data/cloudmac-nfv:tenants/tenant=red/quota",
        "DELETE, /rests/data/cloudmac-nfv:tenants/tenant=red/flow-space",
        "PATCH,  /rests/data/cloudmac-nfv:tenants/tenant=red/quota/lvnfs",
        "GET,    /rests/data/cloudmac-nfv:tenants/tenant=red/yang-ext:mount/aaa:http-authorization",
        "GET,    /rests/data/cloudmac-nfv:nfv-state=red",
        "GET,    /rests/data/cloudmac-nfv:tenants/tenant=red/lvnf=a%2F..%2F..%2Ftenant=blue",
        "GET,    /rests/data/cloudmac-nfv:nfv-state/lvnf",
        "'GET',  '/rests/data/cloudmac-nfv:nfv-state/lvnf=blue,a'",
        "GET,    /rests/data/cloudmac-nfv:nfv-state/lvnf=red%2Cblue",
        "GET,    /rests/data/cloudmac-nfv:nfv-state/packet-node",
        "GET,    /rests/data/cloudmac-nfv:packet-nodes",
        "GET,    /rests/data/cloudmac-nfv:chain-state",
        "GET,    /rests/data/cloudmac:cloudmac",
        "GET,    /rests/data/cloudmac-alarms:alarms",
        "GET,    /rests/data/ietf-restconf-monitoring:restconf-state/streams",
        "GET,    /rests/notif/notification-stream/cloudmac-nfv:lvnf-event/JSON",
        "GET,    /rests/operations",
        "POST,   /rests/operations/cloudmac:bind",
        "POST,   /rests/operations/cloudmac-nfv:read-ucqm",
        "POST,   /rests/operations/cloudmac-query:query-stations",
        "POST,   /rests/operations/cloudmac-query:query-wtps",
        "POST,   /rests/operations/cloudmac-query:query-decisions",
        "POST,   /rests/operations/cloudmac-events:events-since",
        "GET,    /events/stream",
        "HEAD,   /events/stream",
        "GET,    /rests/notif/notification-stream/cloudmac-events:event/JSON",
        "GET,    /rests/streams/json/cloudmac-nfv:lvnf-event",
        "GET,    /restconf/data/cloudmac-nfv:tenants/tenant=red",
        "GET,    /oauth2/token",
        "POST,   /rests/operations/cloudmac-nfv:read-events/x",
        "OPTIONS, /rests/data/cloudmac-nfv:tenants/tenant=red",
        "get,    /rests/data/cloudmac-nfv:tenants/tenant=red",
    })
    void tenantMayNothingElse(final String method, final String path) {
        assertFalse(isAllowed(TENANT, method, path));
    }

    @Test
    void nodesAreSeenWithoutWhatOthersHaveThere() {
        assertEquals(AccessTable.NODES_QUERY, decided(TENANT, "GET", "/rests/data/cloudmac-nfv:nfv-state").query());
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /rests/data/cloudmac-state:cloudmac-state,           true,  true",
        "GET,  /rests/data/cloudmac-alarms:alarms,                  true,  true",
        "PUT,  /rests/data/cloudmac-alarms:alarms,                  false, false",
        "GET,  /rests/data/cloudmac-nfv:tenants,                    true,  true",
        "GET,  /rests/data/network-topology:network-topology,       true,  true",
        "GET,  /rests/notif/notification-stream/cloudmac:handover,  true,  true",
        "GET,  /openapi/explorer/index.html,                        true,  true",
        "GET,  /rests/operations,                                   true,  true",
        "POST, /rests/operations/cloudmac-nfv:read-handler,         true,  true",
        "POST, /rests/operations/cloudmac-nfv:read-ucqm,            true,  true",
        "POST, /rests/operations/cloudmac-nfv:read-lqm,             true,  true",
        "POST, /rests/operations/cloudmac-nfv:read-ncqm,            false, true",
        "POST, /rests/operations/cloudmac-query:query-stations,     true,  true",
        "POST, /rests/operations/cloudmac-query:query-wtps,         true,  true",
        "POST, /rests/operations/cloudmac-query:query-decisions,    true,  true",
        "POST, /rests/operations/cloudmac-query:set-stations,       false, false",
        "POST, /rests/operations/cloudmac-events:events-since,      true,  true",
        "POST, /rests/operations/cloudmac-events:events-until,      false, false",
        "POST, /rests/operations/cloudmac-events:events-since/x,    false, false",
        "GET,  /rests/notif/notification-stream/cloudmac-events:event/JSON, true, true",
        "GET,  /events/stream,                                      true,  true",
        "HEAD, /events/stream,                                      true,  true",
        "POST, /events/stream,                                      false, false",
        "OPTIONS, /events/stream,                                   false, false",
        "GET,  /events,                                             false, false",
        "GET,  /events/,                                            false, false",
        "GET,  /events/streams,                                     false, false",
        "GET,  /events/%73tream,                                    false, false",
        "GET,  /events/stream;x=y,                                  false, false",
        "GET,  /events/../audit/query-changes,                      false, false",
        "GET,  /events/stream/../../audit/query-changes,            false, false",
        "POST, /rests/operations/cloudmac:query-stations,           false, true",
        "POST, /rests/operations/cloudmac-nfv:write-handler,        false, true",
        "POST, /rests/operations/cloudmac:bind,                     false, true",
        "PUT,  /rests/data/cloudmac:cloudmac,                       false, true",
        "PUT,  /rests/data/network-topology:network-topology/topology=ovsdb%3A1/node=ovsdb%3A%2F%2Fs1, false, true",
        "GET,  /rests/data,                                         false, false",
        "POST, /rests/data,                                         false, false",
        "GET,  /rests/data/aaa:http-authorization,                  false, false",
        "PUT,  /rests/data/aaa:http-authorization,                  false, false",
        "PUT,  /rests/data/cloudmac-learned:cloudmac-learned,       false, false",
        "GET,  /rests/data/cloudmac-changes:cloudmac-changes,       true, true",
        "PUT,  /rests/data/cloudmac-changes:cloudmac-changes,       false, false",
        "POST, /rests/operations/cloudmac-changes:undo,             false, true",
        "GET,  /rests/data/network-topology:network-topology/yang-ext:mount/aaa:http-authorization, false, false",
        "POST, /rests/operations/cluster-admin:remove-all-shard-replicas, false, false",
        "POST, /rests/operations/sal-remote:create-data-change-event-subscription, false, false",
        "GET,  /rests/notif/data-change-event-subscription/aaa,     false, false",
        "GET,  /auth/v1/users,                                      false, false",
        "GET,  /audit/query-changes,                                false, false",
        "GET,  /rests/../audit/query-changes,                       false, false",
        "GET,  /rests/data/%61aa:http-authorization,                false, false",
        "GET,  /rests/data/cloudmac:cloudmac/../aaa:http-authorization, false, false",
    })
    void viewersAndOperators(final String method, final String path, final boolean viewer, final boolean operator) {
        assertEquals(viewer, isAllowed(VIEWER, method, path));
        assertEquals(operator, isAllowed(OPERATOR, method, path));
    }

    @Test
    void patchThatNamesItsTargetsInTheBodyIsRefused() {
        final RequestPath path = RequestPath.of("/rests/data/cloudmac:cloudmac").orElseThrow();
        assertInstanceOf(Verdict.Refused.class,
            AccessTable.decide(OPERATOR, "PATCH", path, "Application/YANG-Patch+json"));
        assertInstanceOf(Verdict.Allowed.class,
            AccessTable.decide(OPERATOR, "PATCH", path, "application/yang-data+json"));
    }

    @Test
    void accountWithoutOurRolesMayNothing() {
        for (final String method : METHODS) {
            assertFalse(isAllowed(Caller.of("x", List.of("user", "tenant:", "TENANT:red", "Admin")), method, OWN));
        }
    }

    /** Whatever is decoded how often, an allowed path is one of the tenant's. */
    @Test
    void noSpellingLeadsToAnother() {
        final Random random = new Random(1);
        final String[] pieces = {"/", "//", ".", "..", "%2e", "%2E%2e", "%2f", "%252f", ";", ";x=y", "\\", "%5c", "%00",
            "rests", "data", "operations", "cloudmac-nfv:", "tenants", "tenant=red", "tenant=blue", "tenant=%72ed",
            "tenant", "=", "red", "blue", ",", "%2c", "lvnf", "quota", "flow-space", "image=x", "nfv-state", "aaa:x",
            ":", "yang-ext:mount", "?", "#", "%", "\0", "é", "cloudmac:cloudmac"};
        final String[] starts = {OWN, OWN + "/", "/rests/data/cloudmac-nfv:", "/rests/data/cloudmac-nfv:tenants/", "/",
            "/rests/data/cloudmac-nfv:nfv-state/lvnf=red,"};
        int allowed = 0;
        for (int round = 0; round < 300_000; round++) {
            final StringBuilder path = new StringBuilder(starts[random.nextInt(starts.length)]);
            for (int left = random.nextInt(6); left > 0; left--) {
                path.append(pieces[random.nextInt(pieces.length)]);
            }
            final String method = METHODS.get(random.nextInt(METHODS.size()));
            if (isAllowed(TENANT, method, path.toString())) {
                allowed++;
                assertOwn(method, path.toString());
            }
        }
        assertTrue(allowed > 1000, "only " + allowed);
    }

    private static void assertOwn(final String method, final String path) {
        String decoded = path;
        for (int times = 0; times < 3; times++) {
            decoded = decoded.contains("%") ? URLDecoder.decode(decoded.replace("+", "%2B"), StandardCharsets.UTF_8)
                : decoded;
        }
        // Below the first step, the prefix of the module may be left out.
        final String first = "/rests/data/cloudmac-nfv:";
        decoded = decoded.startsWith(first) ? first + decoded.substring(first.length()).replace("/cloudmac-nfv:", "/")
            : decoded;
        final boolean isRead = method.equals("GET") || method.equals("HEAD");
        assertFalse(decoded.contains("..") && decoded.contains("/../") || decoded.contains(";"), path);
        assertTrue(decoded.startsWith(OWN + "/") || decoded.equals(OWN)
            || isRead && (decoded.startsWith("/rests/data/cloudmac-nfv:nfv-state/lvnf=red,")
                || decoded.equals("/rests/data/cloudmac-nfv:nfv-state"))
            || method.equals("PATCH") && decoded.equals("/rests/data/cloudmac-nfv:tenants"), method + " " + path);
        if (!isRead && decoded.startsWith(OWN + "/")) {
            assertTrue(decoded.matches(OWN + "/(image|lvnf|chain|trigger)([=/].*)?"), path);
        }
    }
}
