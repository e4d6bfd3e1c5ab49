// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.events;

import java.util.Locale;

/** What has happened; cloudmac-events.yang says what each kind means. */
public enum EventKind {
    STATION_ASSOCIATED, STATION_LEFT, STATION_BOUND, STATION_UNBOUND, STATION_HANDED_OVER, HANDOVER_UNDONE,
    HANDOVER_REFUSED, WTP_APPEARED, WTP_MOVED, WTP_LOST, WTP_ADMITTED, WTP_EXCLUDED, WTP_DRAINED, VAP_APPEARED,
    VAP_LOST, VAP_REFUSED, VAP_NAMED_TWICE, VAP_BOUND, VAP_UNBOUND, VIRTUAL_STATION_APPEARED, VIRTUAL_STATION_LOST,
    VIRTUAL_STATION_REFUSED, QUEUE_APPLIED, QUEUE_FAILED, MIGRATION_ENDED, MIGRATION_FAILED,
    ALARM_RAISED, ALARM_CLEARED;

    /** Returns its name in the model. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
