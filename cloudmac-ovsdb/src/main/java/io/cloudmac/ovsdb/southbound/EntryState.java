// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import io.cloudmac.ovsdb.plan.Problem;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.programming.Programming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.programming.ProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.DateAndTime;
import org.opendaylight.yangtools.yang.common.Uint32;

/**
 * The state of a configured entry at its switch.
 *
 * @param state    pending, active or failed
 * @param problem  reason why it is not active, or null
 * @param since    time of the last change of state
 * @param attempts number of failed transactions for the entry
 * @param next     time of the next attempt, or null
 */
record EntryState(ProgrammingState state, Problem problem, Instant since, int attempts, Instant next) {
    /** Returns this state, with the earlier time if only the attempts changed. */
    EntryState continuing(final EntryState before) {
        final boolean same = before != null && before.state == state
            && Objects.equals(before.problem, problem);
        return same ? new EntryState(state, problem, before.since, attempts, next) : this;
    }

    Programming toBinding() {
        final ProgrammingBuilder builder = new ProgrammingBuilder().setState(state).setTime(time(since));
        if (problem != null) {
            builder.setErrorCode(problem.code()).setErrorText(problem.text());
        }
        if (attempts > 0) {
            builder.setAttempts(Uint32.valueOf(attempts));
        }
        return builder.setNextAttempt(next == null ? null : time(next)).build();
    }

    /** Formats a time for YANG. */
    static DateAndTime time(final Instant instant) {
        return new DateAndTime(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
            instant.truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC)));
    }
}
