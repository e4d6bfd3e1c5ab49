// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.db.RowKey;
import io.cloudmac.ovsdb.plan.DesiredRow;
import io.cloudmac.ovsdb.plan.DesiredState;
import io.cloudmac.ovsdb.plan.Problem;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;

/**
 * Selects the failures to publish. It publishes a failure once, not with each attempt, nor when the switch
 * reconnects and refuses the entry again. It publishes it again if the reason or the configuration has
 * changed, or if the entry was active in between. Not thread-safe.
 */
final class FailureFilter {
    /** UUIDs of rows that the switch generates for each attempt do not make a reason different. */
    private static final Pattern UUID = Pattern.compile("\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b");

    private record Told(DesiredRow row, String code, String text) {
    }

    private final Map<RowKey, Told> told = new HashMap<>();

    /**
     * Updates the states of all entries.
     *
     * @return the failed entries that are to be published now
     */
    Map<RowKey, EntryState> of(final DesiredState desired, final Map<RowKey, EntryState> states) {
        told.keySet().retainAll(states.keySet());
        final Map<RowKey, EntryState> news = new LinkedHashMap<>();
        states.forEach((key, state) -> {
            if (state.state() == ProgrammingState.Active) {
                told.remove(key);
            } else if (state.state() == ProgrammingState.Failed) {
                final Told now = told(desired.rows().get(key), state.problem());
                if (!now.equals(told.put(key, now))) {
                    news.put(key, state);
                }
            }
        });
        return news;
    }

    private static Told told(final DesiredRow row, final Problem problem) {
        return new Told(row, problem.code(), UUID.matcher(problem.text()).replaceAll("UUID"));
    }
}
