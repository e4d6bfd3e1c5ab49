// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms;

import java.util.Locale;

/** The severity of an alarm, the slightest first. */
public enum AlarmSeverity {
    /** Nothing is impaired yet. */
    WARNING,
    /** Something is impaired that no user notices. */
    MINOR,
    /** Users may notice. */
    MAJOR,
    /** Users notice. */
    CRITICAL;

    /** Returns its name in the model. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
