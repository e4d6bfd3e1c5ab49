// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

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
    private record OptionMapping<T>(String key, Function<? super T, ?> getter, String defaultValue) {
    }

    private final List<OptionMapping<T>> mappings = new ArrayList<>();

    /** Adds an option that is always written, with a default value. */
    OptionTable<T> always(final String key, final Function<? super T, ?> getter, final long defaultValue) {
        return add(key, getter, Long.toString(defaultValue));
    }

    /** Adds an option that is always written, with an enumeration value of the model as its default. */
    OptionTable<T> always(final String key, final Function<? super T, ?> getter, final EnumTypeObject defaultValue) {
        return add(key, getter, defaultValue.getName());
    }

    /** Adds an option that is written only if the policy sets it. */
    OptionTable<T> ifPresent(final String key, final Function<? super T, ?> getter) {
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
        for (final OptionMapping<T> mapping : mappings) {
            final Object value = parameters == null ? null : mapping.getter.apply(parameters);
            if (value != null) {
                options.put(mapping.key, value instanceof EnumTypeObject choice ? choice.getName() : value.toString());
            } else if (mapping.defaultValue != null) {
                options.put(mapping.key, mapping.defaultValue);
            }
        }
        return options;
    }

    private void copyTo(final OptionTable<? extends T> other) {
        mappings.forEach(mapping -> other.add(mapping.key, mapping.getter, mapping.defaultValue));
    }

    private OptionTable<T> add(final String key, final Function<? super T, ?> getter, final String defaultValue) {
        mappings.add(new OptionMapping<>(key, getter, defaultValue));
        return this;
    }
}
