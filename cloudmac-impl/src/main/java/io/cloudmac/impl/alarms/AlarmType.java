// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms;

import java.util.Locale;

/** A kind of alarms; cloudmac-alarms.yang says what each means. */
public enum AlarmType {
    WTP_LOST(AlarmSeverity.MAJOR), ANNOUNCEMENT_FORGED(AlarmSeverity.MAJOR), MTU_TOO_SMALL(AlarmSeverity.MINOR),
    QUEUE_FAILED(AlarmSeverity.MINOR), SWITCH_DIVERGED(AlarmSeverity.MAJOR),
    CERTIFICATE_ENDING(AlarmSeverity.WARNING);

    private final AlarmSeverity severity;

    AlarmType(final AlarmSeverity severity) {
        this.severity = severity;
    }

    /** Returns the severity of its alarms, unless a source knows better. */
    public AlarmSeverity severity() {
        return severity;
    }

    /** Returns its name in the model. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
