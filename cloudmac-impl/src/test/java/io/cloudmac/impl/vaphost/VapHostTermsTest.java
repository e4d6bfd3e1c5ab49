// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cloudmac.impl.session.FakeControlServer.Refusal;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.SessionState;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Which VAP hosts accept this controller, over sockets and TLS with a fake daemon. */
class VapHostTermsTest extends VapHostSessionsFixture {
    private static final String REPLACED = "it obeys a controller with term 9; this one has term 5";

    @Test
    void aSessionOpensWhenTheHostHasAcceptedTheTerm() throws Exception {
        daemon.has(ONE);
        daemon.on("session.claim", params -> null);
        configure(daemon);
        assertEquals(TERM, daemon.await("session.claim").params().get("term").longValue());
        daemon.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"term\":" + TERM + "}}");
        awaitVaps(ONE);
    }

    @Test
    void aReplacedControllerGivesNoOrdersAndKeepsTrying() throws Exception {
        daemon.on("session.claim", params -> {
            throw Refusal.newerTerm(9);
        });
        configure(daemon);
        assertEquals(REPLACED, await(SessionState.DOWN).text());
        daemon.await("session.claim");
        daemon.await("session.claim");
        // Then the host has read all that the closed sessions sent.
        sessions.close();
        daemon.close();
        for (final String method : List.of("host.info", "vaps.subscribe", "vaps.list")) {
            assertEquals(List.of(), daemon.unawaited(method));
        }
    }

    @Test
    void anOldDaemonWithoutTermsIsServed() throws Exception {
        daemon.has(ONE);
        daemon.on("session.claim", params -> {
            throw new Refusal(JsonRpcException.NO_SUCH_METHOD, "no such method: session.claim");
        });
        configure(daemon);
        awaitVaps(ONE);
    }

    /** The host has obeyed this controller, until another one took over during the session. */
    @Test
    void aReplacedControllerLosesItsSessionWithTheNextOrder() throws Exception {
        configure(daemon);
        await(SessionState.UP);
        for (final String method : List.of("channel.switch", "session.claim")) {
            daemon.on(method, params -> {
                throw Refusal.newerTerm(9);
            });
        }
        assertEquals(REPLACED, assertThrows(ExecutionException.class, () -> get(sessions.call(HOST,
            client -> client.switchChannel(BSSID, 2437, 5, SWITCH_LIMIT)))).getCause().getMessage());
        assertEquals(REPLACED, await(SessionState.DOWN).text());
    }
}
