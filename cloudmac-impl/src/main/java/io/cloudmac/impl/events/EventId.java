// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.events;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of an event. Its text is {@code EPOCH-NUMBER}.
 *
 * @param epoch the run of the application that has counted the event
 * @param number number of the event in this epoch, from 1; 0 is the place before all events
 */
public record EventId(long epoch, long number) {
    /** At most 18 digits, which a long always has. */
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");

    /** Reads its text; empty if it is none. */
    public static Optional<EventId> parse(final String text) {
        final Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
            ? Optional.of(new EventId(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
            : Optional.empty();
    }

    @Override
    public String toString() {
        return epoch + "-" + number;
    }
}
