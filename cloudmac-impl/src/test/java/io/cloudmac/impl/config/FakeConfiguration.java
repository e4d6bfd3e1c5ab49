// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yangtools.concepts.Registration;

/** A configuration that a test sets. It runs its listeners only when the test says so. */
public final class FakeConfiguration implements ConfigurationSource {
    private final List<Runnable> listeners;
    private final ParsedParts parts = new ParsedParts(this::configuration);
    private volatile Supplier<Cloudmac> current;

    /** Creates an empty configuration. */
    public FakeConfiguration() {
        this(() -> null);
        set(new CloudmacBuilder().build());
    }

    /** Creates a configuration that is read from {@code current} each time. */
    public FakeConfiguration(final Supplier<Cloudmac> current) {
        this(current, new CopyOnWriteArrayList<>());
    }

    /** Creates a configuration that keeps its listeners in a list of the test. */
    public FakeConfiguration(final Supplier<Cloudmac> current, final List<Runnable> listeners) {
        this.current = current;
        this.listeners = listeners;
    }

    /** Replaces the configuration; does not run the listeners. */
    public void set(final Cloudmac now) {
        current = () -> now;
    }

    /** Runs the listeners. */
    public void runListeners() {
        listeners.forEach(Runnable::run);
    }

    @Override
    public Cloudmac configuration() {
        return current.get();
    }

    @Override
    public <T> T get(final ConfigurationPart<T> part) {
        return parts.get(part);
    }

    @Override
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }
}
