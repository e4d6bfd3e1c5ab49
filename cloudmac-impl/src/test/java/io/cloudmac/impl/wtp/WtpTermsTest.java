// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.FakeControlServer.Refusal;
import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.session.SessionState;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Which agents accept this controller, over sockets and TLS with a fake agent. */
class WtpTermsTest extends WtpSessionsFixture {
    private static final String REPLACED = "it obeys a controller with term 9; this one has term 5";

    @Test
    void aSessionOpensWhenTheAgentHasAcceptedTheTerm() throws Exception {
        final Function<ObjectNode, String> accept = agent.handler("session.claim");
        agent.on("session.claim", params -> null);
        announce(agent);
        assertEquals(TERM, agent.await("session.claim").params().get("term").longValue());
        assertThrows(ExecutionException.class, () -> get(sessions.call(WTP, AgentClient::stats)));
        agent.on("session.claim", accept); // if the controller has given up this attempt
        agent.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"term\":" + TERM + "}}");
        publisher.await(SessionState.UP);
        get(sessions.hold(LEASE));
    }

    @Test
    void anAgentThatDoesNotAnswerTheClaimGetsNothingElse() throws Exception {
        agent.on("session.claim", params -> null);
        announce(agent);
        assertEquals("session.claim: no answer within 500 ms", publisher.await(SessionState.DOWN).text());
        assertNothingElseWasSent();
    }

    @Test
    void aReplacedControllerGivesNoOrdersAndKeepsTrying() throws Exception {
        agent.on("session.claim", params -> {
            throw Refusal.newerTerm(9);
        });
        sessions.hold(LEASE);
        announce(agent);
        assertEquals(REPLACED, publisher.await(SessionState.DOWN).text());
        agent.await("session.claim");
        agent.await("session.claim");
        assertEquals("no session with WTP " + WTP + ": " + REPLACED, assertThrows(ExecutionException.class,
            () -> get(sessions.call(WTP, AgentClient::stats))).getCause().getMessage());
        assertNothingElseWasSent();
    }

    /** The agent has read all that the closed sessions sent. */
    private void assertNothingElseWasSent() {
        sessions.close();
        agent.close();
        for (final String method : List.of("agent.info", "ack.lease", "announce.permit", "signal.subscribe")) {
            assertEquals(List.of(), agent.unawaited(method));
        }
    }

    @Test
    void anOldAgentWithoutTermsIsServed() throws Exception {
        agent.on("session.claim", params -> {
            throw new Refusal(JsonRpcException.NO_SUCH_METHOD, "no such method: session.claim");
        });
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(LEASE));
    }

    /** The agent has obeyed this controller, until another one took over during the session. */
    @Test
    void aReplacedControllerLosesItsSessionWithTheNextOrder() throws Exception {
        announce(agent);
        publisher.await(SessionState.UP);
        get(sessions.hold(LEASE));
        final Map<String, Function<ObjectNode, String>> before = Map.of("ack.lease", agent.handler("ack.lease"),
            "session.claim", agent.handler("session.claim"));
        before.keySet().forEach(method -> agent.on(method, params -> {
            throw Refusal.newerTerm(9);
        }));
        assertEquals(REPLACED, publisher.await(SessionState.DOWN).text());
        assertEquals(List.of(), List.copyOf(refusals), "the agent refuses the controller, not the lease");
        before.forEach(agent::on);
        publisher.await("the lease, because a restarted agent forgets terms", WtpSessionsFixture::held);
    }
}
