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

    private record PublishedFailure(DesiredRow row, String code, String text) {
    }

    private final Map<RowKey, PublishedFailure> published = new HashMap<>();

    /**
     * Updates the states of all entries.
     *
     * @return the failed entries to publish now
     */
    Map<RowKey, EntryState> of(final DesiredState desired, final Map<RowKey, EntryState> states) {
        published.keySet().retainAll(states.keySet());
        final Map<RowKey, EntryState> news = new LinkedHashMap<>();
        states.forEach((key, state) -> {
            if (state.state() == ProgrammingState.Active) {
                published.remove(key);
            } else if (state.state() == ProgrammingState.Failed) {
                final PublishedFailure now = failure(desired.rows().get(key), state.problem());
                if (!now.equals(published.put(key, now))) {
                    news.put(key, state);
                }
            }
        });
        return news;
    }

    private static PublishedFailure failure(final DesiredRow row, final Problem problem) {
        return new PublishedFailure(row, problem.code(), UUID.matcher(problem.text()).replaceAll("UUID"));
    }
}
