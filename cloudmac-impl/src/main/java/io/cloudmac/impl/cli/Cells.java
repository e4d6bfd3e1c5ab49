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

/** Values as the tables show them. */
final class Cells {
    private Cells() {
    }

    /** Returns a value, or nothing where there is none. */
    static <T> String of(final T value) {
        return value == null ? "" : value instanceof EnumTypeObject name ? name.getName() : value.toString();
    }

    /** Returns what a value says, or nothing where there is none. */
    static <T> String of(final T value, final Function<T, ?> getter) {
        return value == null ? "" : of(getter.apply(value));
    }

    /** Returns entries ordered by what a getter says of them. */
    static <T> List<T> sorted(final Collection<T> entries, final Function<T, String> getter) {
        return entries.stream().sorted(Comparator.comparing(getter)).toList();
    }

    /** Returns values with commas between them. */
    static <T> String list(final Collection<T> values, final Function<T, ?> getter) {
        return values == null ? "" : values.stream().map(getter).map(Cells::of).sorted()
            .collect(Collectors.joining(", "));
    }

    /** Returns keys and values, ordered by key. */
    static String options(final Map<String, String> options) {
        return new TreeMap<>(options).entrySet().stream().map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(" "));
    }

    /** Returns yes or no, or nothing where it is not known. */
    static String yes(final Boolean value) {
        return value == null ? "" : value ? "yes" : "no";
    }

    /** Returns an address as the models have it. */
    static String address(final String given) {
        return given.toLowerCase(Locale.ROOT);
    }
}
