// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.config.KnownVaps;
import io.cloudmac.impl.config.KnownVirtualStations;
import io.cloudmac.impl.config.KnownWtps;
import io.cloudmac.impl.core.ReadContainers;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.KnownLinks;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearned;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stored learned state, decoded. Every member of a cluster follows it, for the checks of the configuration.
 */
@Component(service = { LearnedView.class, KnownLinks.class, KnownWtps.class, KnownVaps.class,
    KnownVirtualStations.class })
public final class LearnedView implements KnownLinks, KnownWtps, KnownVaps, KnownVirtualStations {
    private static final Logger LOG = LoggerFactory.getLogger(LearnedView.class);

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final WatchedContainer<CloudmacLearned> watched;
    private final Registration changes;
    /** The lock for replacing {@link #learned}: readers do not wait for it. */
    private final Object decoding = new Object();
    private volatile Learned learned;

    /** Takes the stored state and follows its changes. */
    @Activate
    public LearnedView(@Reference final ReadContainers containers) {
        watched = containers.learned();
        changes = watched.listen(this::changed);
        decode();
    }

    @Deactivate
    public void close() {
        changes.close();
    }

    /** Follows a change on a thread of the datastore. One that came before the first decoding is part of it. */
    private void changed(final DataObjectModification<CloudmacLearned> change) {
        synchronized (decoding) {
            if (learned == null) {
                return;
            }
            learned = after(change);
        }
        listeners.forEach(Runnable::run);
    }

    /** Returns the state after a change. If the change cannot be decoded alone, everything is decoded again. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private Learned after(final DataObjectModification<CloudmacLearned> change) {
        try {
            return LearnedCodec.apply(learned, change);
        } catch (final RuntimeException e) {
            LOG.warn("A change of the learned state cannot be decoded; the whole state is decoded again", e);
            return learned.changedTo(LearnedCodec.read(watched.current()));
        }
    }

    /** Decodes the newest value. Changes that come meanwhile are applied afterwards, in their order. */
    private void decode() {
        synchronized (decoding) {
            learned = LearnedCodec.read(watched.current());
        }
    }

    /** Returns the current state. */
    Learned learned() {
        return learned;
    }

    /** Runs a task after each change, on a thread of the datastore. */
    Registration listen(final Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    @Override
    public Set<InterSwitchLink> storedLinks() {
        return learned.links();
    }

    @Override
    public Set<Mac> knownWtps() {
        return learned.wtps().keySet();
    }

    @Override
    public Set<Mac> knownVaps() {
        return learned.vaps().keySet();
    }

    @Override
    public Set<Mac> knownVirtualStations() {
        return learned.virtualStations().keySet();
    }
}
