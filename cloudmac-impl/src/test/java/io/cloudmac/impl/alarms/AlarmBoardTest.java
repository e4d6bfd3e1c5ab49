// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.events.RecordedEvents;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/** Who learns of alarms. */
class AlarmBoardTest {
    private final RecordedEvents events = new RecordedEvents();
    private final AlarmBoard board = new AlarmBoard(events.journal(), InstantSource.fixed(Instant.EPOCH));

    @Test
    void eachAlarmIsTwoEvents() {
        board.raise(AlarmType.WTP_LOST, "wtp/1", "silent");
        board.raise(AlarmType.WTP_LOST, "wtp/1", "silent");
        board.raise(AlarmType.WTP_LOST, "wtp/1", "still silent");
        assertEquals(List.of(NetworkEvent.of(EventKind.ALARM_RAISED).named("wtp/1")
            .saying("wtp-lost, major: silent")), events.take());
        board.clear(AlarmType.WTP_LOST, "wtp/1");
        board.clear(AlarmType.WTP_LOST, "wtp/1");
        assertEquals(List.of(NetworkEvent.of(EventKind.ALARM_CLEARED).named("wtp/1")
            .saying("wtp-lost, major: still silent")), events.take());
    }

    @Test
    void aListenerLearnsWhatIsRaisedAndThenEachChange() {
        board.raise(AlarmType.WTP_LOST, "wtp/1", "silent");
        board.raise(AlarmType.MTU_TOO_SMALL, "wtp/2", "1500");
        board.clear(AlarmType.MTU_TOO_SMALL, "wtp/2");
        final List<String> heard = new ArrayList<>();
        final Registration registration = board.listen(alarm -> heard.add(alarm.key().resource() + " "
            + alarm.isCleared()));
        board.raise(AlarmType.QUEUE_FAILED, "port/1", "no");
        board.clear(AlarmType.WTP_LOST, "wtp/1");
        registration.close();
        board.clear(AlarmType.QUEUE_FAILED, "port/1");
        assertEquals(List.of("wtp/1 false", "port/1 false", "wtp/1 true"), heard);
    }
}
