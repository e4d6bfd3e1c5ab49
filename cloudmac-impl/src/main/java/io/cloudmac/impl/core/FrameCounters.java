// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Component;

/** The counters of a running controller, zero at its start. */
@Component(service = Counters.class)
public final class FrameCounters implements Counters {
    private final Map<Malformed, LongAdder> malformed = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();

    @Override
    public void countMalformed(final FrameKind kind, final String reason) {
        malformed.computeIfAbsent(new Malformed(kind, reason), key -> new LongAdder()).increment();
    }

    @Override
    public Map<Malformed, Long> malformed() {
        return sums(malformed);
    }

    @Override
    public void countRefused(final String reason) {
        refused.computeIfAbsent(reason, key -> new LongAdder()).increment();
    }

    @Override
    public Map<String, Long> refused() {
        return sums(refused);
    }

    private static <K> Map<K, Long> sums(final Map<K, LongAdder> counters) {
        return counters.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> entry.getValue().sum()));
    }
}
