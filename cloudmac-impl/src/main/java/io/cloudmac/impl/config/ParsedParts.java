// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;

/**
 * The parsed parts of the current configuration. A part is parsed at its first read, and at the first read after a
 * change that concerns it. All methods may be called from any thread.
 */
final class ParsedParts {
    private final Map<ConfigurationPart<?>, Slot<?>> slots = new ConcurrentHashMap<>();
    private final Supplier<Cloudmac> current;

    /** Creates the store; {@code current} returns the same object until the configuration changes. */
    ParsedParts(final Supplier<Cloudmac> current) {
        this.current = current;
    }

    /**
     * Returns a part of the current configuration. An exception of the parse function reaches the caller, and the next
     * read parses again.
     */
    @SuppressWarnings("unchecked")
    <T> T get(final ConfigurationPart<T> part) {
        return ((Slot<T>) slots.computeIfAbsent(part, Slot::new)).get(current);
    }

    private static final class Slot<T> {
        private final ConfigurationPart<T> part;
        private volatile Parsed<T> parsed;

        Slot(final ConfigurationPart<T> part) {
            this.part = part;
        }

        T get(final Supplier<Cloudmac> current) {
            final Parsed<T> last = parsed;
            return last != null && last.configuration == current.get() ? last.value : renewed(current);
        }

        /** Reads the configuration under the lock: a thread that waited for the lock never parses an older one. */
        private synchronized T renewed(final Supplier<Cloudmac> current) {
            final Cloudmac now = current.get();
            final Parsed<T> last = parsed;
            if (last == null || last.configuration != now) {
                parsed = new Parsed<>(now, last != null && part.isUnchanged(last.configuration, now) ? last.value
                    : part.parse(now));
            }
            return parsed.value;
        }
    }

    private record Parsed<T>(Cloudmac configuration, T value) {
    }
}
