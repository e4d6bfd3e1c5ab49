// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import io.cloudmac.impl.alarms.Alarm;
import io.cloudmac.impl.alarms.Alarm.AlarmKey;
import io.cloudmac.impl.alarms.Alarm.StatusChange;
import io.cloudmac.impl.alarms.AlarmSeverity;
import io.cloudmac.impl.alarms.AlarmType;
import java.time.Instant;
import java.util.List;

/** Alarms for tests of the outputs. */
final class AlarmSamples {
    private static final Instant RAISED = Instant.parse("2026-12-01T10:00:00.123456Z");

    private AlarmSamples() {
    }

    /** Returns an alarm that was raised at ten. */
    static Alarm raised(final AlarmSeverity severity, final String resource, final String text) {
        return new Alarm(new AlarmKey(AlarmType.WTP_LOST, resource), severity, false, text, RAISED, RAISED,
            List.of(new StatusChange(RAISED, false, severity, text)));
    }

    /** Returns an alarm that was cleared a second later. */
    static Alarm cleared(final String resource) {
        final Alarm before = raised(AlarmSeverity.MAJOR, resource, "silent");
        return new Alarm(before.key(), before.severity(), true, before.text(), RAISED, RAISED,
            List.of(new StatusChange(RAISED.plusSeconds(1), true, before.severity(), before.text()),
                before.changes().get(0)));
    }
}
