// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.session.JsonRpcException;
import io.cloudmac.impl.wire.Mac;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what a WTP's agent is asked to announce. */
class PermitTableTest {
    private static final Mac FIRST = Mac.parse("02:00:00:00:aa:01");
    private static final Mac SECOND = Mac.parse("02:00:00:00:aa:02");
    private static final int BATCH = 512;

    private final Map<Integer, Integer> radios = new HashMap<>(Map.of(2412, 0, 5180, 1));
    private final List<String> calls = new ArrayList<>();
    private final AgentClient agent = mock(AgentClient.class);
    private CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);
    private CompletableFuture<Void> revoked = CompletableFuture.completedFuture(null);
    private final PermitTable table = new PermitTable(Mac.parse("02:0a:00:00:00:01"), () -> 6_000,
        frequency -> radios.containsKey(frequency) ? OptionalInt.of(radios.get(frequency)) : OptionalInt.empty());

    @BeforeEach
    void record() {
        when(agent.permit(anyInt(), any(), anyLong())).thenAnswer(call -> {
            calls.add("permit " + call.getArgument(0) + " " + call.getArgument(1) + " " + call.getArgument(2));
            return answer;
        });
        when(agent.revoke(any())).thenAnswer(call -> {
            calls.add("revoke " + call.getArgument(0));
            return revoked;
        });
    }

    private List<String> calls() {
        final List<String> made = List.copyOf(calls);
        calls.clear();
        return made;
    }

    private static String permit(final int radio, final Mac bssid) {
        return "permit " + radio + " [" + bssid + "] 6000";
    }

    @Test
    void aVapIsAnnouncedByTheRadioOnItsChannel() {
        table.renew(agent);
        table.set(Map.of(FIRST, 2412, SECOND, 5180));
        assertEquals(List.of(permit(0, FIRST), permit(1, SECOND)), calls());
    }

    @Test
    void onlyAChangedVapCausesARequest() {
        table.renew(agent);
        table.set(Map.of(FIRST, 2412));
        calls();
        table.set(Map.of(FIRST, 2412, SECOND, 2412));
        assertEquals(List.of(permit(0, SECOND)), calls());
        table.set(Map.of(SECOND, 2412));
        assertEquals(List.of("revoke [" + FIRST + "]"), calls());
        table.set(Map.of(SECOND, 5180));
        assertEquals(List.of(permit(1, SECOND)), calls());
    }

    @Test
    void aVapWithoutARadioOnItsChannelIsNotAnnounced() {
        table.renew(agent);
        table.set(Map.of(FIRST, 2462));
        assertEquals(List.of(), calls());
        radios.clear();
        radios.put(2462, 0);
        table.update();
        assertEquals(List.of(permit(0, FIRST)), calls());
        radios.clear();
        table.update();
        assertEquals(List.of("revoke [" + FIRST + "]"), calls());
    }

    @Test
    void aRenewalAndANewSessionRequestAll() {
        table.set(Map.of(FIRST, 2412));
        assertEquals(List.of(), calls(), "there is no session");
        table.renew(agent);
        assertEquals(List.of(permit(0, FIRST)), calls());
        table.renew(agent);
        assertEquals(List.of(permit(0, FIRST)), calls());
        table.onSessionLost();
        table.set(Map.of(SECOND, 2412));
        table.renew(agent);
        assertEquals(List.of("revoke [" + FIRST + "]", permit(0, SECOND)), calls());
        table.renew(agent);
        assertEquals(List.of(permit(0, SECOND)), calls());
    }

    @Test
    void aPermitWhoseEndWasNotConfirmedIsRevokedAgain() {
        table.renew(agent);
        table.set(Map.of(FIRST, 2412));
        revoked = CompletableFuture.failedFuture(new IOException("the session was closed"));
        table.set(Map.of());
        calls();
        revoked = CompletableFuture.completedFuture(null);
        table.renew(agent);
        assertEquals(List.of("revoke [" + FIRST + "]"), calls());
        table.renew(agent);
        assertEquals(List.of(), calls());
    }

    @Test
    void aRadioThatAnnouncesAnotherVapIsInUse() {
        table.renew(agent);
        table.set(Map.of(FIRST, 2412, SECOND, 5180));
        assertEquals(Set.of(1), table.radiosOfOthers(FIRST));
        assertEquals(Set.of(0), table.radiosOfOthers(SECOND));
        table.set(Map.of(FIRST, 2412));
        assertEquals(Set.of(), table.radiosOfOthers(FIRST));
    }

    @Test
    void manyVapsTakeSeveralRequests() {
        final Map<Mac, Integer> vaps = new HashMap<>();
        for (int i = 0; i <= BATCH; i++) {
            vaps.put(Mac.parse(String.format("02:00:00:00:%02x:%02x", i >> 8, i & 0xff)), 2412);
        }
        table.renew(agent);
        table.set(vaps);
        assertEquals(2, calls().size());
        table.set(Map.of());
        assertEquals(2, calls().size());
    }

    @Test
    void aRefusedPermitIsRequestedAtTheNextChange() {
        table.renew(agent);
        answer = CompletableFuture.failedFuture(new JsonRpcException(-32005, "announce.permit", "no place"));
        table.set(Map.of(FIRST, 2412));
        calls();
        answer = CompletableFuture.completedFuture(null);
        table.set(Map.of(FIRST, 2412, SECOND, 5180));
        assertEquals(List.of(permit(0, FIRST), permit(1, SECOND)), calls());
    }

    @Test
    void anUnansweredPermitMayExistAndIsRenewed() {
        table.renew(agent);
        final CompletableFuture<Void> late = new CompletableFuture<>();
        answer = late;
        table.set(Map.of(FIRST, 2412));
        late.completeExceptionally(new TimeoutException("announce.permit: no answer within 3000 ms"));
        calls();
        assertEquals(Set.of(0), table.radiosOfOthers(SECOND), "its radio may announce it");
        table.renew(agent);
        assertEquals(List.of(permit(0, FIRST)), calls());
        table.set(Map.of());
        assertEquals(List.of("revoke [" + FIRST + "]"), calls());
    }

    @Test
    void aLateRefusalOfAnEarlierRadioChangesNothing() {
        table.renew(agent);
        final CompletableFuture<Void> late = new CompletableFuture<>();
        answer = late;
        table.set(Map.of(FIRST, 2412));
        answer = CompletableFuture.completedFuture(null);
        table.set(Map.of(FIRST, 5180));
        late.completeExceptionally(new JsonRpcException(-32005, "announce.permit", "no place"));
        calls();
        table.set(Map.of());
        assertEquals(List.of("revoke [" + FIRST + "]"), calls());
    }

    @Test
    void anAgentWithoutPermitsIsAskedOnceASession() {
        answer = CompletableFuture.failedFuture(
            new JsonRpcException(JsonRpcException.NO_SUCH_METHOD, "announce.permit", "no such method"));
        table.renew(agent);
        table.set(Map.of(FIRST, 2412));
        assertEquals(1, calls().size());
        table.renew(agent);
        table.set(Map.of(SECOND, 2412));
        assertEquals(List.of(), calls());
        assertEquals(Set.of(), table.radiosOfOthers(FIRST), "nobody knows what it announces");
    }
}
