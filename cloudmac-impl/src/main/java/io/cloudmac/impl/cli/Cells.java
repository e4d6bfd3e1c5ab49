// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.opendaylight.yangtools.yang.binding.EnumTypeObject;

/** The formatting of values in the tables. */
final class Cells {
    private Cells() {
    }

    /** Returns a value as text; empty if it is null. */
    static <T> String of(final T value) {
        return value == null ? "" : value instanceof EnumTypeObject name ? name.getName() : value.toString();
    }

    /** Returns a part of a value as text; empty if the value is null. */
    static <T> String of(final T value, final Function<T, ?> getter) {
        return value == null ? "" : of(getter.apply(value));
    }

    /** Returns entries sorted by the result of a getter. */
    static <T> List<T> sorted(final Collection<T> entries, final Function<T, String> getter) {
        return entries.stream().sorted(Comparator.comparing(getter)).toList();
    }

    /** Returns the sorted results of a getter, separated by commas. */
    static <T> String list(final Collection<T> values, final Function<T, ?> getter) {
        return values == null ? "" : values.stream().map(getter).map(Cells::of).sorted()
            .collect(Collectors.joining(", "));
    }

    /** Returns options as {@code key=value}, sorted by key and separated by spaces. */
    static String options(final Map<String, String> options) {
        return new TreeMap<>(options).entrySet().stream().map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(" "));
    }

    /** Returns yes or no; empty if the value is null. */
    static String yesOrNo(final Boolean value) {
        return value == null ? "" : value ? "yes" : "no";
    }

    /** Returns an address in lower case, the canonical form of the YANG models. */
    static String address(final String given) {
        return given.toLowerCase(Locale.ROOT);
    }
}
