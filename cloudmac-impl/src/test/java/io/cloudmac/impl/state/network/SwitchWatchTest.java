// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;

import io.cloudmac.impl.alarms.RecordedAlarms;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.flow.FlowStatus;
import io.cloudmac.impl.flow.FlowStatus.RuleState;
import io.cloudmac.impl.flow.model.Rule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Alarms about switches that lack rules. */
class SwitchWatchTest {
    private static final String NODE = "openflow:1";
    private static final List<String> ALARM = List.of("switch-diverged switch/openflow:1");

    private final ManualLoop loop = new ManualLoop();
    private final RecordedAlarms alarms = new RecordedAlarms();
    private final SwitchWatch watch = new SwitchWatch(alarms.board(), loop);

    private static FlowStatus rule(final RuleState state, final String problem) {
        return new FlowStatus(NODE, mock(Rule.class), state, 0, problem);
    }

    private void update(final FlowStatus... rules) {
        watch.update(NODE, List.of(rules));
        watch.check();
    }

    @Test
    void aSwitchThatLacksARuleForSomeTimeHasAnAlarm() {
        update(rule(RuleState.INSTALLED, ""), rule(RuleState.MISSING, ""));
        loop.advance(SwitchWatch.PATIENCE.minusMillis(1));
        update(rule(RuleState.INSTALLED, ""), rule(RuleState.MISSING, ""));
        assertEquals(List.of(), alarms.raised());
        loop.advance(Duration.ofMillis(1));
        watch.check();
        assertEquals(ALARM, alarms.raised());
        update(rule(RuleState.INSTALLED, ""), rule(RuleState.PENDING, ""));
        assertEquals(List.of(), alarms.raised());
    }

    @Test
    void aRefusedRuleIsOneToo() {
        update(rule(RuleState.PENDING, "no room"));
        loop.advance(SwitchWatch.PATIENCE);
        watch.check();
        assertEquals(ALARM, alarms.raised());
        update();
        assertEquals(List.of(), alarms.raised(), "it is not used any more");
    }

    @Test
    void aShortLackIsNone() {
        for (int i = 0; i < 10; i++) {
            update(rule(RuleState.MISSING, ""));
            loop.advance(Duration.ofSeconds(5));
            update(rule(RuleState.INSTALLED, ""));
        }
        loop.advance(SwitchWatch.PATIENCE);
        watch.check();
        assertEquals(List.of(), alarms.raised());
    }
}
