// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.firstcontact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.flow.FlowStatus.RuleState;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Tests which first frames of a station are late: later frames of it may have overtaken them. */
class LateFirstFramesTest extends FirstContactsFixture {
    private void bindByFirstFrame() {
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        bind();
    }

    private void confirmByFirstFrame() {
        bindByFirstFrame();
        rules.complete(null);
        loop.run();
    }

    @Test
    void aLateFirstFrameIsDropped() {
        bindByFirstFrame();
        // The rules may already have let the station associate; a late Authentication frame would end that.
        loop.advance(Duration.ofMillis(101));
        rules.complete(null);
        loop.run();
        assertTrue(sent.isEmpty());
        assertEquals(Map.of("late-first-contact", 1L), counters.refused());
    }

    @Test
    void onlyTheNewestFrameBeforeTheConfirmationIsForwarded() {
        receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        receive(PORT1, -69, 0x1234, STATION);
        loop.advance(Duration.ofMillis(90));
        bind();
        receive(PORT2, -50, 0x1234, STATION);
        final byte[] newest = receive(PORT1, -68, 0x1234, STATION);
        loop.advance(Duration.ofMillis(90));
        assertTrue(sent.isEmpty(), "no rules yet");
        rules.complete(null);
        loop.run();
        assertEquals(1, sent.size());
        assertSame(newest, sent.get(0));
    }

    @Test
    void aCopyOfAnotherWtpDoesNotReplaceTheHeldFrame() {
        final byte[] held = receive(PORT1, -70, 0x1234, STATION);
        loop.advance(WINDOW);
        receive(PORT2, -50, 0x1234, STATION);
        assertEquals(Map.of("copy-of-another-wtp", 1L), counters.refused());
        bind();
        rules.complete(null);
        loop.run();
        assertEquals(1, sent.size());
        assertSame(held, sent.get(0));
    }

    @Test
    void aFrameReadAfterTheConfirmationIsDropped() {
        confirmByFirstFrame();
        assertEquals(1, sent.size());
        // The switch sent the frame before it had the rules. The controller was busy; the station may be associated.
        // The controller has not yet read the rules back.
        receive(PORT1, -69, 0x1234, STATION);
        assertEquals(1, sent.size());
        assertEquals(Map.of("late-first-contact", 1L), counters.refused());
    }

    /** Shows the state of the station's uplink rule at the ingress switch. */
    private void showUplink(final RuleState state) {
        when(flows.uplinkState(KEY, PORT1)).thenReturn(state);
    }

    private void unbind() {
        stored.clear();
        assignment = assigned(Map.of());
        reassigned.run();
        loop.run();
    }

    private CompletableFuture<Void> nextRules() {
        final CompletableFuture<Void> next = new CompletableFuture<>();
        confirmWith(next);
        return next;
    }

    @Test
    void aFrameIsForwardedIfItsRuleIsMissing() {
        bindByFirstFrame();
        // The confirmation leaves out refused rules and disconnected switches.
        rules.complete(null);
        loop.run();
        showUplink(RuleState.MISSING);
        final byte[] later = receive(PORT1, -69, 0x1234, STATION);
        assertEquals(2, sent.size());
        assertSame(later, sent.get(1));
        assertEquals(Map.of(), counters.refused());
    }

    @Test
    void aFrameIsDroppedIfTheRulesCameAfterTheWaitForThem() {
        bindByFirstFrame();
        rules.completeExceptionally(new TimeoutException("1 flow rules are missing"));
        loop.run();
        showUplink(RuleState.MISSING);
        receive(PORT1, -69, 0x1234, STATION);
        assertEquals(1, sent.size(), "without the rule the controller forwards");
        showUplink(RuleState.INSTALLED);
        receive(PORT1, -68, 0x1234, STATION);
        assertEquals(1, sent.size());
        assertEquals(Map.of("rules-not-confirmed", 1L, "late-first-contact", 1L), counters.refused());
    }

    @Test
    void aFrameThatWaitedForTheEventLoopIsDropped() {
        assignment = assigned(Map.of(KEY, ServingWtps.by(WTP1, Origin.AUTOMATIC)));
        behind = Duration.ofMillis(100);
        receive(PORT1, -70, 0x1234, STATION);
        assertEquals(1, sent.size());
        behind = Duration.ofMillis(101);
        receive(PORT1, -70, 0x1234, STATION);
        assertEquals(1, sent.size());
        assertEquals(Map.of("late-first-contact", 1L), counters.refused());
    }

    @Test
    void theNewestFrameOfAReboundStationIsForwarded() {
        confirmByFirstFrame();
        unbind();
        final CompletableFuture<Void> again = nextRules();
        receive(PORT1, -69, 0x1234, STATION);
        loop.advance(WINDOW);
        bind();
        final byte[] newest = receive(PORT1, -68, 0x1234, STATION);
        again.complete(null);
        loop.run();
        assertEquals(2, sent.size());
        assertSame(newest, sent.get(1));
    }

    @Test
    void aSecondBindingRestartsTheConfirmedTime() {
        confirmByFirstFrame();
        unbind();
        loop.advance(Duration.ofSeconds(8));
        receive(PORT1, -69, 0x1234, STATION);
        loop.advance(WINDOW);
        bind();
        assertEquals(2, sent.size());
        loop.advance(Duration.ofSeconds(9));
        receive(PORT1, -68, 0x1234, STATION);
        assertEquals(2, sent.size());
        assertEquals(Map.of("late-first-contact", 1L), counters.refused());
        loop.advance(Duration.ofSeconds(1));
        receive(PORT1, -68, 0x1234, STATION);
        assertEquals(3, sent.size());
    }

    @Test
    void aSecondDecisionRestartsTheDecidedTime() {
        bindByFirstFrame();
        unbind();
        loop.advance(Duration.ofSeconds(8));
        receive(PORT1, -69, 0x1234, STATION);
        loop.advance(WINDOW);
        loop.advance(Duration.ofSeconds(9));
        receive(PORT1, -68, 0x1234, STATION);
        assertEquals(Map.of("being-bound", 1L), counters.refused());
    }

    @Test
    void onlyTheNewFrameIsForwardedIfTheStationIsReboundBeforeTheConfirmation() {
        bindByFirstFrame();
        unbind();
        final CompletableFuture<Void> again = nextRules();
        final byte[] second = receive(PORT1, -69, 0x1234, STATION);
        loop.advance(WINDOW);
        bind();
        rules.complete(null);
        again.complete(null);
        loop.run();
        assertEquals(1, sent.size());
        assertSame(second, sent.get(0));
        assertEquals(Map.of("late-first-contact", 1L), counters.refused());
    }

    @Test
    void anUnconfirmedFirstFrameIsCounted() {
        bindByFirstFrame();
        rules.completeExceptionally(new TimeoutException("1 flow rules are missing"));
        loop.run();
        assertTrue(sent.isEmpty());
        assertEquals(Map.of("rules-not-confirmed", 1L), counters.refused());
    }

    @Test
    void aFirstFrameIsDroppedIfTheRulesHaveForwardedALaterOne() {
        bindByFirstFrame();
        when(flows.hasForwarded(KEY)).thenReturn(true);
        rules.complete(null);
        loop.run();
        assertTrue(sent.isEmpty());
        assertEquals(Map.of("late-first-contact", 1L), counters.refused());
    }
}
