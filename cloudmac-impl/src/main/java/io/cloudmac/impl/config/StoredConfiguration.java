// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.WatchedContainer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The operator's configuration, read from the configuration datastore. */
@Component(service = ConfigurationSource.class)
public final class StoredConfiguration implements ConfigurationSource {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final EventLoop loop;
    private final WatchedContainer<Cloudmac> watched;
    private final ParsedParts parts = new ParsedParts(this::configuration);
    private final Registration changes;

    /** Takes the stored configuration and follows its changes. */
    @Activate
    public StoredConfiguration(@Reference final ReadContainers containers, @Reference final EventLoop loop) {
        this.loop = loop;
        watched = containers.configuration();
        changes = watched.listen(change -> listeners.forEach(loop::execute));
    }

    @Deactivate
    public void close() {
        changes.close();
    }

    @Override
    public Cloudmac configuration() {
        return watched.current();
    }

    @Override
    public <T> T get(final ConfigurationPart<T> part) {
        return parts.get(part);
    }

    @Override
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        loop.execute(changed);
        return () -> listeners.remove(changed);
    }
}
