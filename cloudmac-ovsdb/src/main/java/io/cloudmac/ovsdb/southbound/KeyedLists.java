// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.opendaylight.yangtools.yang.binding.Key;
import org.opendaylight.yangtools.yang.binding.KeyAware;

/** Builds keyed YANG lists from rows and OVSDB maps. */
final class KeyedLists {
    private KeyedLists() {
    }

    static <S, K extends Key<V>, V extends KeyAware<K>> Map<K, V> of(final Stream<S> sources,
            final Function<S, V> entry) {
        final ImmutableMap.Builder<K, V> map = ImmutableMap.builder();
        sources.map(entry).forEach(value -> map.put(value.key(), value));
        return map.buildKeepingLast();
    }

    static <K extends Key<V>, V extends KeyAware<K>> Map<K, V> of(final Map<String, String> strings,
            final BiFunction<String, String, V> entry) {
        return of(strings.entrySet().stream(), pair -> entry.apply(pair.getKey(), pair.getValue()));
    }
}
