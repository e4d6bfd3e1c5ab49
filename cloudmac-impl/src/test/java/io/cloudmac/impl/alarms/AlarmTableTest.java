// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.alarms.Alarm.AlarmKey;
import io.cloudmac.impl.alarms.Alarm.StatusChange;
import io.cloudmac.impl.alarms.AlarmTable.AlarmOutcome;
import io.cloudmac.impl.alarms.AlarmTable.TableChange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of alarms that are raised and cleared. */
class AlarmTableTest {
    private static final AlarmKey KEY = new AlarmKey(AlarmType.WTP_LOST, "wtp/1");

    private final AlarmTable table = new AlarmTable();

    private static Instant at(final int second) {
        return Instant.ofEpochSecond(second);
    }

    private Optional<AlarmOutcome> raise(final AlarmSeverity severity, final String text, final int second) {
        return table.raise(KEY, severity, text, at(second)).map(TableChange::outcome);
    }

    @Test
    void anAlarmIsRaisedOnceAndClearedOnce() {
        assertEquals(Optional.of(AlarmOutcome.RAISED), raise(AlarmSeverity.MAJOR, "silent", 1));
        assertEquals(Optional.empty(), raise(AlarmSeverity.MAJOR, "silent", 2));
        assertEquals(1, table.size());
        final TableChange cleared = table.clear(KEY, at(3)).orElseThrow();
        assertEquals(AlarmOutcome.CLEARED, cleared.outcome());
        assertTrue(cleared.alarm().isCleared());
        assertEquals(Optional.empty(), table.clear(KEY, at(4)));
        assertEquals(0, table.size());
        assertEquals(Optional.empty(), table.clear(new AlarmKey(AlarmType.MTU_TOO_SMALL, "wtp/1"), at(4)));
    }

    @Test
    void anAlarmRemembersItsChanges() {
        raise(AlarmSeverity.MAJOR, "silent", 1);
        table.clear(KEY, at(2));
        assertEquals(Optional.of(AlarmOutcome.RAISED), raise(AlarmSeverity.MAJOR, "again", 3));
        final Alarm alarm = table.get(KEY).orElseThrow();
        assertEquals(List.of(new StatusChange(at(3), false, AlarmSeverity.MAJOR, "again"),
            new StatusChange(at(2), true, AlarmSeverity.MAJOR, "silent"),
            new StatusChange(at(1), false, AlarmSeverity.MAJOR, "silent")), alarm.changes());
        assertEquals(List.of(at(1), at(3), at(3)), List.of(alarm.created(), alarm.raised(), alarm.changed()));
        assertFalse(alarm.isCleared());
    }

    @Test
    void anotherTextIsNoNewAlarmAndAGreaterSeverityIs() {
        raise(AlarmSeverity.WARNING, "ends", 1);
        assertEquals(Optional.of(AlarmOutcome.UPDATED), raise(AlarmSeverity.WARNING, "ends soon", 2));
        assertEquals(Optional.of(AlarmOutcome.RAISED), raise(AlarmSeverity.CRITICAL, "has ended", 3));
        assertEquals(Optional.of(AlarmOutcome.UPDATED), raise(AlarmSeverity.MAJOR, "ends soon", 4));
        final Alarm alarm = table.get(KEY).orElseThrow();
        assertEquals(at(1), alarm.raised(), "it was not cleared meanwhile");
        assertEquals(AlarmSeverity.MAJOR, alarm.severity());
        assertEquals(1, table.size());
    }

    @Test
    void theChangesOfAnAlarmAreBounded() {
        for (int second = 1; second <= 100; second++) {
            raise(AlarmSeverity.MAJOR, "silent " + second, second);
        }
        final Alarm alarm = table.get(KEY).orElseThrow();
        assertEquals(Alarm.MAX_CHANGES, alarm.changes().size());
        assertEquals("silent 100", alarm.changes().get(0).text());
        assertEquals(at(1), alarm.created());
    }

    @Test
    void theClearedAlarmsAreBounded() {
        for (int number = 0; number < AlarmTable.MAX_CLEARED + 2; number++) {
            final AlarmKey key = new AlarmKey(AlarmType.QUEUE_FAILED, "port/" + number);
            table.raise(key, AlarmSeverity.MINOR, "no", at(number));
            table.clear(key, at(number));
        }
        final List<AlarmKey> forgotten = List.of(new AlarmKey(AlarmType.QUEUE_FAILED, "port/0"),
            new AlarmKey(AlarmType.QUEUE_FAILED, "port/1"));
        assertEquals(forgotten, table.takeForgotten());
        assertEquals(List.of(), table.takeForgotten());
        assertEquals(Optional.empty(), table.get(forgotten.get(1)));
        assertTrue(table.get(new AlarmKey(AlarmType.QUEUE_FAILED, "port/2")).isPresent());
    }

    @Test
    void theRaisedAlarmsAreBounded() {
        for (int number = 0; number < AlarmTable.MAX_RAISED; number++) {
            table.raise(new AlarmKey(AlarmType.QUEUE_FAILED, "port/" + number), AlarmSeverity.MINOR, "no", at(1));
        }
        assertEquals(Optional.empty(), raise(AlarmSeverity.MAJOR, "silent", 2));
        assertEquals(1, table.unlisted());
        assertEquals(Optional.empty(), table.get(KEY));
        table.clear(new AlarmKey(AlarmType.QUEUE_FAILED, "port/7"), at(3));
        assertEquals(Optional.of(AlarmOutcome.RAISED), raise(AlarmSeverity.MAJOR, "silent", 4));
        assertEquals(AlarmTable.MAX_RAISED, table.raised().size());
    }
}
