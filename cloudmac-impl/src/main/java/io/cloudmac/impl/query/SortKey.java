// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.query;

import java.util.Comparator;

/**
 * The value by which an entry is sorted: a number, or a text.
 *
 * @param isPresent false if the entry has no value
 * @param number the number; 0 if it is a text
 * @param text the text; empty if it is a number
 */
public record SortKey(boolean isPresent, long number, String text) implements Comparable<SortKey> {
    /** The key of an entry without a value. */
    public static final SortKey ABSENT = new SortKey(false, 0, "");

    private static final Comparator<SortKey> ORDER =
        Comparator.comparingLong(SortKey::number).thenComparing(SortKey::text);

    /** Returns the key of a number. */
    public static SortKey of(final long number) {
        return new SortKey(true, number, "");
    }

    /** Returns the key of a text. */
    public static SortKey of(final String text) {
        return new SortKey(true, 0, text);
    }

    /** Compares the values, whether they are present or not: see {@link PageReader}. */
    @Override
    public int compareTo(final SortKey other) {
        return ORDER.compare(this, other);
    }
}
