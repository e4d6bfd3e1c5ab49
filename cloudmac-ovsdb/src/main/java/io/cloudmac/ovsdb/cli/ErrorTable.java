// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ovsdb.state._switch.Entry;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.programming.Programming;

/** Lists the configured entries that a switch does not have. */
final class ErrorTable {
    private static final Comparator<Entry> ORDER = Comparator
        .<Entry, ProgrammingState>comparing(entry -> entry.getProgramming().getState()).reversed()
        .thenComparing(Entry::getKind).thenComparing(Entry::getId);

    private ErrorTable() {
    }

    /**
     * Builds the table for all switches.
     *
     * @param all true to include pending entries
     */
    static TextTable of(final Switches switches, final boolean all) {
        final TextTable rows = TextTable.of("Node", "Kind", "Id", "State", "Code", "Text", "Since", "Attempts",
            "Next attempt");
        switches.states().forEach((id, state) -> entries(state, all).forEach(entry -> {
            final Programming why = entry.getProgramming();
            rows.rows().add(Arrays.asList(id, entry.requireKind().getName(), entry.requireId(),
                why.requireState().getName(), why.getErrorCode(), why.getErrorText(),
                Text.get(why.getTime(), time -> time.getValue()),
                Text.get(why.getAttempts(), attempts -> attempts.longValue()),
                Text.get(why.getNextAttempt(), time -> time.getValue())));
        }));
        return rows;
    }

    /** Returns the text to print instead of an empty table. */
    static String none(final Switches switches, final boolean all) {
        final int pending = all ? 0
            : switches.states().values().stream().mapToInt(state -> entries(state, true).size()).sum();
        return all ? "All configured entries are active" : "No entry has failed"
            + (pending == 0 ? "" : "; pending: " + pending + " (--all shows them)");
    }

    /** Returns the entries that a switch does not have, failed ones first. */
    static List<Entry> entries(final Switch state, final boolean all) {
        return state.nonnullEntry().values().stream().filter(entry -> entry.getProgramming() != null)
            .filter(entry -> entry.getProgramming().getState() == ProgrammingState.Failed
                || all && entry.getProgramming().getState() == ProgrammingState.Pending)
            .sorted(ORDER).toList();
    }
}
