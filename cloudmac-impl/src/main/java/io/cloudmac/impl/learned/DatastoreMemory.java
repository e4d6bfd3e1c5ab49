// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.impl.config.KnownVaps;
import io.cloudmac.impl.config.KnownVirtualStations;
import io.cloudmac.impl.config.KnownWtps;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.StoredContainers;
import io.cloudmac.impl.core.WatchedContainer;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.LinkStore;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.mdsal.common.api.OptimisticLockFailedException;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearned;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The learned state, kept in the configuration datastore, which survives a restart. {@link StoredContainers} enables
 * this component.
 */
@Component(enabled = false, service = { LearnedStore.class, LinkStore.class, KnownWtps.class, KnownVaps.class,
    KnownVirtualStations.class })
public final class DatastoreMemory implements LearnedStore, LinkStore, KnownWtps, KnownVaps, KnownVirtualStations {
    private static final Logger LOG = LoggerFactory.getLogger(DatastoreMemory.class);
    private static final int ATTEMPTS = 5;

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final DataBroker broker;
    private final EventLoop loop;
    private final WatchedContainer<CloudmacLearned> watched;
    private final Registration changes;
    /** The lock of {@link #decode}: the event loop does not wait for it. */
    private final Object decoding = new Object();
    private volatile Learned learned;
    /** The end of the most recent write. */
    private CompletionStage<Void> last = CompletableFuture.completedFuture(null);

    /** Takes the stored state and follows its changes. */
    @Activate
    public DatastoreMemory(@Reference final DataBroker broker, @Reference final EventLoop loop,
            @Reference final StoredContainers containers) {
        this.broker = broker;
        this.loop = loop;
        watched = containers.learned();
        changes = watched.listen(this::changed);
        decode();
        LOG.info("Learned before the restart: {} WTPs, {} VAPs, {} stations, {} links", learned.wtps().size(),
            learned.vaps().size(), learned.stations().size(), learned.links().size());
    }

    @Deactivate
    public void close() {
        changes.close();
    }

    private void changed() {
        decode();
        listeners.forEach(loop::execute);
    }

    /** Decodes the newest value, one thread at a time, so that no earlier value replaces it. */
    private void decode() {
        synchronized (decoding) {
            learned = LearnedCodec.read(watched.current());
        }
    }

    @Override
    public Learned learned() {
        return learned;
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

    @Override
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        loop.execute(changed);
        return () -> listeners.remove(changed);
    }

    @Override
    public CompletionStage<Void> putWtp(final Mac wtp, final PortId port) {
        final var entry = LearnedCodec.wtp(wtp, port);
        return write("WTP " + wtp,
            tx -> tx.put(LogicalDatastoreType.CONFIGURATION, LearnedCodec.wtpPath(wtp), entry));
    }

    @Override
    public CompletionStage<Void> putVap(final Mac bssid, final Learned.KnownVap vap) {
        final var entry = LearnedCodec.vap(bssid, vap);
        return write("VAP " + bssid,
            tx -> tx.put(LogicalDatastoreType.CONFIGURATION, LearnedCodec.vapPath(bssid), entry));
    }

    @Override
    public CompletionStage<Void> putHost(final Mac bssid, final String host) {
        final var entry = LearnedCodec.host(bssid, host);
        // The entry has no port, so the datastore refuses to create a VAP from it.
        return write("host of VAP " + bssid,
            tx -> tx.merge(LogicalDatastoreType.CONFIGURATION, LearnedCodec.vapPath(bssid), entry));
    }

    @Override
    public CompletionStage<Void> putFrequency(final Mac bssid, final int frequency) {
        final var entry = LearnedCodec.frequency(bssid, frequency);
        return write("channel of VAP " + bssid,
            tx -> tx.merge(LogicalDatastoreType.CONFIGURATION, LearnedCodec.vapPath(bssid), entry));
    }

    @Override
    public CompletionStage<Void> removeWtp(final Mac wtp) {
        final Learned now = learned;
        return write("WTP " + wtp, tx -> {
            tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.wtpPath(wtp));
            now.stationsOf(wtp).forEach(key ->
                tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.stationPath(key)));
            now.virtualStationsOf(wtp).forEach(station ->
                tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.virtualStationPath(station)));
        });
    }

    @Override
    public CompletionStage<Void> removeVap(final Mac bssid) {
        final Set<StationKey> stations = new HashSet<>(learned.stations().keySet());
        stations.removeIf(key -> !key.bssid().equals(bssid));
        return write("VAP " + bssid, tx -> {
            tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.vapPath(bssid));
            stations.forEach(key -> tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.stationPath(key)));
        });
    }

    @Override
    public CompletionStage<Void> putStation(final StationKey station, final Mac wtp) {
        final var entry = LearnedCodec.station(station, wtp);
        return write("station " + station.station(),
            tx -> tx.put(LogicalDatastoreType.CONFIGURATION, LearnedCodec.stationPath(station), entry));
    }

    @Override
    public CompletionStage<Void> removeStations(final Set<StationKey> stations) {
        return stations.isEmpty() ? CompletableFuture.completedFuture(null)
            : write(stations.size() + " stations", tx -> stations.forEach(
                key -> tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.stationPath(key))));
    }

    @Override
    public CompletionStage<Void> putVirtualStation(final Mac station,
            final Learned.KnownVirtualStation known) {
        final var entry = LearnedCodec.virtualStation(station, known);
        return write("virtual station " + station, tx -> tx.put(LogicalDatastoreType.CONFIGURATION,
            LearnedCodec.virtualStationPath(station), entry));
    }

    @Override
    public CompletionStage<Void> removeVirtualStation(final Mac station) {
        return write("virtual station " + station, tx -> tx.delete(LogicalDatastoreType.CONFIGURATION,
            LearnedCodec.virtualStationPath(station)));
    }

    @Override
    public Set<InterSwitchLink> storedLinks() {
        return learned.links();
    }

    @Override
    public CompletionStage<Void> putLinks(final Set<InterSwitchLink> links) {
        final Set<InterSwitchLink> gone = new HashSet<>(learned.links());
        gone.removeAll(links);
        return write(links.size() + " links", tx -> {
            gone.forEach(link -> tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.linkPath(link)));
            links.forEach(link -> tx.put(LogicalDatastoreType.CONFIGURATION, LearnedCodec.linkPath(link),
                LearnedCodec.link(link)));
        });
    }

    /**
     * Queues a write. Writes run one after the other: concurrent ones would conflict, at the latest when both create
     * the same list, and the last value put must be the one that is stored.
     */
    private synchronized CompletionStage<Void> write(final String what, final Consumer<WriteTransaction> change) {
        final CompletableFuture<Void> stored = new CompletableFuture<>();
        last.whenComplete((done, failure) -> attempt(what, change, stored, ATTEMPTS));
        last = stored;
        return stored;
    }

    /** Attempts a write, and repeats it if it conflicts with another writer. Always completes {@code stored}. */
    @SuppressWarnings("checkstyle:IllegalCatch")
    private void attempt(final String what, final Consumer<WriteTransaction> change,
            final CompletableFuture<Void> stored, final int attempts) {
        final FluentFuture<? extends CommitInfo> committed;
        try {
            final WriteTransaction tx = broker.newWriteOnlyTransaction();
            change.accept(tx);
            committed = tx.commit();
        } catch (final RuntimeException e) {
            LOG.warn("Cannot store {}; the controller has to learn it again after a restart", what, e);
            stored.completeExceptionally(e);
            return;
        }
        committed.addCallback(new FutureCallback<CommitInfo>() {
            @Override
            public void onSuccess(final CommitInfo info) {
                LOG.debug("Stored {}", what);
                stored.complete(null);
            }

            @Override
            public void onFailure(final Throwable cause) {
                if (cause instanceof OptimisticLockFailedException && attempts > 1) {
                    LOG.debug("The write of {} conflicted with another one; trying again", what, cause);
                    attempt(what, change, stored, attempts - 1);
                    return;
                }
                LOG.warn("Cannot store {}; the controller has to learn it again after a restart", what, cause);
                stored.completeExceptionally(cause);
            }
        }, MoreExecutors.directExecutor());
    }
}
