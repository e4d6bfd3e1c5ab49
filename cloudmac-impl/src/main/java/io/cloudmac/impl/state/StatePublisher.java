// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import com.google.common.util.concurrent.FutureCallback;
import io.cloudmac.impl.airtime.AirtimeStatus;
import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.binding.LeaseRefusals;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.HostedVaps;
import io.cloudmac.impl.discovery.RefusedVaps;
import io.cloudmac.impl.discovery.VapWidths;
import io.cloudmac.impl.discovery.WtpDiscovery;
import io.cloudmac.impl.flow.FlowProgram;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.mobility.DrainStatus;
import io.cloudmac.impl.mobility.MobilityStatus;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.steering.SteeringLog;
import io.cloudmac.impl.vaphost.VapHostStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Airtime;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Drains;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Mobility;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Steering;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.VapHosts;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the state in the operational datastore: once a second, and only the parts that have changed. WTPs, VAPs,
 * stations and flow rules are written by entry.
 */
@Component(service = {})
public final class StatePublisher {
    private static final Logger LOG = LoggerFactory.getLogger(StatePublisher.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final InstanceIdentifier<CloudmacState> ROOT = InstanceIdentifier.create(CloudmacState.class);

    private final Map<InstanceIdentifier<?>, DataObject> published = new HashMap<>();
    private final EntryEncoder encoder = new EntryEncoder();
    private final DataBroker broker;
    private final AssignmentSource assignments;
    private final ConfigurationSource configuration;
    private final LearnedStore learned;
    private final WtpDiscovery discovery;
    private final FlowProgram flows;
    private final Activity activity;
    private final Counters counters;
    private final SteeringLog log;
    private final MobilityStatus mobility;
    private final DrainStatus drains;
    private final AirtimeStatus airtime;
    private final RefusedVaps refusedVaps;
    private final AdmittedWtps admission;
    private final HostedVaps hostedVaps;
    private final VapHostStatus vapHosts;
    private final RadioProblems radios;
    private final Registration publishing;
    private final PublishedWtps wtps;
    private final PublishedStations stations;
    private final PublishedVaps vaps;
    private final PublishedFlows rules;
    /** Whether what an earlier publisher left has been removed. */
    private boolean isCleared;
    private boolean writing;

    /** Starts publishing. */
    @Activate
    public StatePublisher(@Reference final DataBroker broker, @Reference final EventLoop loop,
            @Reference final AssignmentSource assignments, @Reference final ConfigurationSource configuration,
            @Reference final LearnedStore learned, @Reference final WtpDiscovery discovery,
            @Reference final FlowProgram flows, @Reference final Activity activity,
            @Reference final Counters counters, @Reference final SteeringLog log,
            @Reference final MobilityStatus mobility, @Reference final DrainStatus drains,
            @Reference final AirtimeStatus airtime, @Reference final RefusedVaps refusedVaps,
            @Reference final AdmittedWtps admission, @Reference final HostedVaps hostedVaps,
            @Reference final VapHostStatus vapHosts, @Reference final LeaseRefusals refusals,
            @Reference final VapWidths widths) {
        this.broker = broker;
        this.assignments = assignments;
        this.configuration = configuration;
        this.learned = learned;
        this.discovery = discovery;
        this.flows = flows;
        this.activity = activity;
        this.counters = counters;
        this.log = log;
        this.mobility = mobility;
        this.drains = drains;
        this.airtime = airtime;
        this.refusedVaps = refusedVaps;
        this.admission = admission;
        this.hostedVaps = hostedVaps;
        this.vapHosts = vapHosts;
        wtps = new PublishedWtps(encoder, admission);
        stations = new PublishedStations(encoder, activity, admission, mobility);
        vaps = new PublishedVaps(encoder);
        rules = new PublishedFlows(encoder, flows);
        radios = new RadioProblems(refusals, widths, discovery::wtps);
        publishing = loop.every(PERIOD, () -> publish(loop));
    }

    @Deactivate
    void close() {
        publishing.close();
    }

    /**
     * Removes what an earlier publisher has left, in a transaction of its own: the datastore fails for good if one
     * transaction deletes a container and writes an entry in it.
     */
    private void clear(final EventLoop loop) {
        final WriteTransaction tx = broker.newWriteOnlyTransaction();
        tx.delete(LogicalDatastoreType.OPERATIONAL, PublishedStations.PATH);
        tx.delete(LogicalDatastoreType.OPERATIONAL, PublishedVaps.PATH);
        tx.delete(LogicalDatastoreType.OPERATIONAL, PublishedFlows.PATH);
        commit(tx, loop, () -> isCleared = true);
    }

    private void commit(final WriteTransaction tx, final EventLoop loop, final Runnable written) {
        writing = true;
        tx.commit().addCallback(new FutureCallback<CommitInfo>() {
            @Override
            public void onSuccess(final CommitInfo info) {
                writing = false;
                written.run();
            }

            @Override
            public void onFailure(final Throwable cause) {
                writing = false;
                LOG.warn("Cannot write the state; trying again", cause);
            }
        }, loop);
    }

    private void publish(final EventLoop loop) {
        if (writing) {
            return;
        }
        if (!isCleared) {
            clear(loop);
            return;
        }
        rules.update();
        stations.update(assignments.assignment(), configuration.get(DesiredBindings.PART));
        vaps.update(ids -> BindingState.vaps(learned.learned(), assignments.assignment(), configuration, activity,
            refusedVaps.refusedVaps(), admission, hostedVaps, radios, ids));
        wtps.update(discovery.all());
        final Map<InstanceIdentifier<?>, DataObject> now = new HashMap<>();
        addIfChanged(now, ROOT.child(VapHosts.class), () -> VapHostState.of(vapHosts.hosts(), hostedVaps));
        addIfChanged(now, ROOT.child(
            org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Counters.class),
            () -> NetworkState.counters(counters, flows.meters(), rules.unmatched()));
        addIfChanged(now, ROOT.child(Steering.class), () -> SteeringCodec.steering(log.decisions()));
        addIfChanged(now, ROOT.child(Mobility.class), () -> NetworkState.mobility(mobility.overhead()));
        addIfChanged(now, ROOT.child(Drains.class), () -> DrainState.of(drains.draining()));
        addIfChanged(now, ROOT.child(Airtime.class), () -> AirtimeState.of(airtime.airtime()));
        if (now.isEmpty() && !wtps.isDue() && !stations.isDue() && !vaps.isDue() && !rules.isDue()) {
            return;
        }
        final WriteTransaction tx = broker.newWriteOnlyTransaction();
        wtps.write(tx);
        stations.write(tx);
        vaps.write(tx);
        rules.write(tx);
        now.forEach((path, data) -> write(tx, path, data));
        commit(tx, loop, () -> {
            published.putAll(now);
            wtps.committed();
            stations.committed();
            vaps.committed();
            rules.committed();
        });
    }

    /** Adds a part to {@code now} if it has changed. */
    private <T extends DataObject> void addIfChanged(final Map<InstanceIdentifier<?>, DataObject> now,
            final InstanceIdentifier<T> path, final Supplier<T> state) {
        encoder.encode(path, state).filter(data -> !data.equals(published.get(path)))
            .ifPresent(data -> now.put(path, data));
    }

    @SuppressWarnings("unchecked")
    private <T extends DataObject> void write(final WriteTransaction tx, final InstanceIdentifier<?> path,
            final DataObject data) {
        tx.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, (InstanceIdentifier<T>) path, (T) data);
    }
}
