// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.events.RecordedEvents;
import io.cloudmac.impl.state.StatePart;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.Alarms;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.Severity;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.WtpLost;
import org.opendaylight.yang.gen.v1.urn.cloudmac.alarms.rev261130.alarms.AlarmList;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint32;

/** The alarms in the operational datastore. */
class AlarmPublisherTest extends AbstractConcurrentDataBrokerTest {
    private Instant now = Instant.parse("2026-12-01T10:00:00.123456Z");
    private final AlarmBoard board = new AlarmBoard(new RecordedEvents().journal(), () -> now);
    private StatePart part;

    @BeforeEach
    void start() throws Exception {
        setup();
        new AlarmPublisher(added -> {
            part = added;
            return () -> { };
        }, board);
    }

    private AlarmList published() throws Exception {
        part.update();
        if (part.isDue()) {
            final var tx = getDataBroker().newWriteOnlyTransaction();
            part.write(tx);
            tx.commit().get();
            part.committed();
        }
        assertFalse(part.isDue());
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            return tx.read(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier.create(Alarms.class)).get()
                .orElseThrow().getAlarmList();
        }
    }

    @Test
    void noAlarmIsANumber() throws Exception {
        final AlarmList list = published();
        assertEquals(Uint32.ZERO, list.getNumberOfAlarms());
        assertNull(list.getLastChanged());
        assertEquals(Map.of(), list.nonnullAlarm());
    }

    @Test
    void anAlarmIsPublishedWithItsChanges() throws Exception {
        board.raise(AlarmType.WTP_LOST, "wtp/1", "silent");
        now = now.plusSeconds(1);
        board.clear(AlarmType.WTP_LOST, "wtp/1");
        final AlarmList list = published();
        assertEquals(Uint32.ZERO, list.getNumberOfAlarms());
        assertEquals("2026-12-01T10:00:01.123Z", list.getLastChanged().getValue());
        final var alarm = list.nonnullAlarm().values().iterator().next();
        assertEquals("wtp/1", alarm.getResource());
        assertEquals(WtpLost.VALUE, alarm.getAlarmTypeId());
        assertEquals("", alarm.getAlarmTypeQualifier());
        assertTrue(alarm.getIsCleared());
        assertEquals(Severity.Major, alarm.getPerceivedSeverity());
        assertEquals("2026-12-01T10:00:00.123Z", alarm.getLastRaised().getValue());
        final var changes = alarm.nonnullStatusChange();
        assertEquals(2, changes.size());
        assertTrue(changes.get(0).getIsCleared());
        assertNull(changes.get(0).getPerceivedSeverity());
        assertEquals(Severity.Major, changes.get(1).getPerceivedSeverity());
    }

    @Test
    void eachTypeAndSeverityIsInTheModel() throws Exception {
        final Map<String, String> expected = new TreeMap<>();
        for (final AlarmType type : AlarmType.values()) {
            board.raise(type, "x", "y");
            expected.put(type.label(), type.severity().label());
        }
        final Map<String, String> shown = new TreeMap<>();
        published().nonnullAlarm().values().forEach(alarm -> shown.put(alarm.getAlarmTypeId().implementedInterface()
            .getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT),
            alarm.getPerceivedSeverity().getName()));
        assertEquals(expected, shown);
        for (final AlarmSeverity severity : AlarmSeverity.values()) {
            assertEquals(severity.label(), Severity.ofName(severity.label()).getName());
        }
    }

    @Test
    void aForgottenAlarmIsRemoved() throws Exception {
        board.raise(AlarmType.WTP_LOST, "wtp/1", "silent");
        board.clear(AlarmType.WTP_LOST, "wtp/1");
        assertEquals(1, published().nonnullAlarm().size());
        for (int number = 0; number < AlarmTable.MAX_CLEARED; number++) {
            board.raise(AlarmType.QUEUE_FAILED, "port/" + number, "no");
            board.clear(AlarmType.QUEUE_FAILED, "port/" + number);
        }
        final AlarmList list = published();
        assertEquals(AlarmTable.MAX_CLEARED, list.nonnullAlarm().size());
        assertTrue(list.nonnullAlarm().values().stream().noneMatch(alarm -> alarm.getResource().equals("wtp/1")));
    }
}
