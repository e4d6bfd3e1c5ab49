// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.opendaylight.yangtools.yang.binding.EnumTypeObject;

/**
 * The mapping of leaves of the YANG model to options of Open vSwitch.
 *
 * @param <T> the model's container or grouping
 */
final class OptionTable<T> {
    private record Option<T>(String key, Function<? super T, ?> getter, String otherwise) {
    }

    private final List<Option<T>> entries = new ArrayList<>();

    /** Adds an option that is always written, with a default value. */
    OptionTable<T> always(final String key, final Function<? super T, ?> getter, final long otherwise) {
        return add(key, getter, Long.toString(otherwise));
    }

    /** Adds an option that is always written, with an enumeration value of the model as its default. */
    OptionTable<T> always(final String key, final Function<? super T, ?> getter, final EnumTypeObject otherwise) {
        return add(key, getter, otherwise.getName());
    }

    /** Adds an option that is written only if the policy sets it. */
    OptionTable<T> ifSaid(final String key, final Function<? super T, ?> getter) {
        return add(key, getter, null);
    }

    /** Adds all options of a grouping. */
    OptionTable<T> all(final OptionTable<? super T> grouping) {
        grouping.copyTo(this);
        return this;
    }

    /**
     * Computes the options.
     *
     * @param parameters the container; null if it is absent
     */
    SortedMap<String, String> options(final T parameters) {
        final SortedMap<String, String> options = new TreeMap<>();
        for (final Option<T> entry : entries) {
            final Object said = parameters == null ? null : entry.getter.apply(parameters);
            if (said != null) {
                options.put(entry.key, said instanceof EnumTypeObject choice ? choice.getName() : said.toString());
            } else if (entry.otherwise != null) {
                options.put(entry.key, entry.otherwise);
            }
        }
        return options;
    }

    private void copyTo(final OptionTable<? extends T> other) {
        entries.forEach(entry -> other.add(entry.key, entry.getter, entry.otherwise));
    }

    private OptionTable<T> add(final String key, final Function<? super T, ?> getter, final String otherwise) {
        entries.add(new Option<>(key, getter, otherwise));
        return this;
    }
}
