// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import io.cloudmac.impl.core.EventLoop;
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
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The learned state, kept in the configuration datastore, which survives a restart and the loss of a member. */
@Component(service = { LearnedStore.class, LinkStore.class })
public final class DatastoreMemory implements LearnedStore, LinkStore {
    private static final Logger LOG = LoggerFactory.getLogger(DatastoreMemory.class);

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final WriteQueue writes;
    private final EventLoop loop;
    private final LearnedView view;
    private final Registration changes;

    /** Takes the stored state and follows its changes. */
    @Activate
    public DatastoreMemory(@Reference final DataBroker broker, @Reference final EventLoop loop,
            @Reference final LearnedView view) {
        writes = new WriteQueue(broker);
        this.loop = loop;
        this.view = view;
        changes = view.listen(() -> listeners.forEach(loop::execute));
        final Learned stored = view.learned();
        LOG.info("Learned before the restart: {} WTPs, {} VAPs, {} stations, {} links", stored.wtps().size(),
            stored.vaps().size(), stored.stations().size(), stored.links().size());
    }

    @Deactivate
    public void close() {
        changes.close();
    }

    @Override
    public Learned learned() {
        return view.learned();
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
        return writes.add("WTP " + wtp,
            tx -> tx.put(LogicalDatastoreType.CONFIGURATION, LearnedCodec.wtpPath(wtp), entry));
    }

    @Override
    public CompletionStage<Void> putVap(final Mac bssid, final Learned.KnownVap vap) {
        final var entry = LearnedCodec.vap(bssid, vap);
        return writes.add("VAP " + bssid,
            tx -> tx.put(LogicalDatastoreType.CONFIGURATION, LearnedCodec.vapPath(bssid), entry));
    }

    @Override
    public CompletionStage<Void> putHost(final Mac bssid, final String host) {
        final var entry = LearnedCodec.host(bssid, host);
        // The entry has no port, so the datastore refuses to create a VAP from it.
        return writes.add("host of VAP " + bssid,
            tx -> tx.merge(LogicalDatastoreType.CONFIGURATION, LearnedCodec.vapPath(bssid), entry));
    }

    @Override
    public CompletionStage<Void> putFrequency(final Mac bssid, final int frequency) {
        final var entry = LearnedCodec.frequency(bssid, frequency);
        return writes.add("channel of VAP " + bssid,
            tx -> tx.merge(LogicalDatastoreType.CONFIGURATION, LearnedCodec.vapPath(bssid), entry));
    }

    @Override
    public CompletionStage<Void> removeWtp(final Mac wtp) {
        final Learned now = learned();
        return writes.add("WTP " + wtp, tx -> {
            tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.wtpPath(wtp));
            now.stationsOf(wtp).forEach(key ->
                tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.stationPath(key)));
            now.virtualStationsOf(wtp).forEach(station ->
                tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.virtualStationPath(station)));
        });
    }

    @Override
    public CompletionStage<Void> removeVap(final Mac bssid) {
        final Set<StationKey> stations = new HashSet<>(learned().stations().keySet());
        stations.removeIf(key -> !key.bssid().equals(bssid));
        return writes.add("VAP " + bssid, tx -> {
            tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.vapPath(bssid));
            stations.forEach(key -> tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.stationPath(key)));
        });
    }

    @Override
    public CompletionStage<Void> putStation(final StationKey station, final Mac wtp) {
        final var entry = LearnedCodec.station(station, wtp);
        return writes.add("station " + station.station(),
            tx -> tx.put(LogicalDatastoreType.CONFIGURATION, LearnedCodec.stationPath(station), entry));
    }

    @Override
    public CompletionStage<Void> removeStations(final Set<StationKey> stations) {
        return stations.isEmpty() ? CompletableFuture.completedFuture(null)
            : writes.add(stations.size() + " stations", tx -> stations.forEach(
                key -> tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.stationPath(key))));
    }

    @Override
    public CompletionStage<Void> putVirtualStation(final Mac station,
            final Learned.KnownVirtualStation known) {
        final var entry = LearnedCodec.virtualStation(station, known);
        return writes.add("virtual station " + station, tx -> tx.put(LogicalDatastoreType.CONFIGURATION,
            LearnedCodec.virtualStationPath(station), entry));
    }

    @Override
    public CompletionStage<Void> removeVirtualStation(final Mac station) {
        return writes.add("virtual station " + station, tx -> tx.delete(LogicalDatastoreType.CONFIGURATION,
            LearnedCodec.virtualStationPath(station)));
    }

    @Override
    public Set<InterSwitchLink> storedLinks() {
        return view.storedLinks();
    }

    @Override
    public CompletionStage<Void> putLinks(final Set<InterSwitchLink> links) {
        final Set<InterSwitchLink> gone = new HashSet<>(learned().links());
        gone.removeAll(links);
        return writes.add(links.size() + " links", tx -> {
            gone.forEach(link -> tx.delete(LogicalDatastoreType.CONFIGURATION, LearnedCodec.linkPath(link)));
            links.forEach(link -> tx.put(LogicalDatastoreType.CONFIGURATION, LearnedCodec.linkPath(link),
                LearnedCodec.link(link)));
        });
    }
}
