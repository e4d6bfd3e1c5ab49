// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Encodes parts of the state. A part that cannot be encoded keeps its last published value. */
public final class EntryEncoder {
    private static final Logger LOG = LoggerFactory.getLogger(EntryEncoder.class);

    /** The parts whose failure has been logged. */
    private final Set<InstanceIdentifier<?>> failed = new HashSet<>();

    /** Returns the encoded part; empty if that fails, which is logged once until it succeeds. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    public <T> Optional<T> encode(final InstanceIdentifier<?> path, final Supplier<T> part) {
        try {
            final T encoded = part.get();
            failed.remove(path);
            return Optional.of(encoded);
        } catch (final RuntimeException e) {
            if (failed.add(path)) {
                LOG.warn("Cannot encode {}; it keeps its last value", path, e);
            }
            return Optional.empty();
        }
    }

    /** Forgets a part that does not exist any more. */
    public void forget(final InstanceIdentifier<?> path) {
        failed.remove(path);
    }
}
