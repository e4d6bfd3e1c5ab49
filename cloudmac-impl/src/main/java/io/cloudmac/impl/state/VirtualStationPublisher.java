// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import com.google.common.util.concurrent.FutureCallback;
import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.MobilityStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.VirtualStations;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.Signal;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.SignalKey;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the virtual stations in the operational datastore, once a second if they have changed. */
@Component(service = {}, immediate = true)
public final class VirtualStationPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(VirtualStationPublisher.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    /** Signals change all the time; they are published every this many periods. */
    private static final int SIGNALS_EVERY = 5;
    private static final InstanceIdentifier<VirtualStations> PATH =
        InstanceIdentifier.create(CloudmacState.class).child(VirtualStations.class);

    private final DataBroker broker;
    private final VirtualStationStatus status;
    private final AssignmentSource assignments;
    private final ConfigurationSource configuration;
    private final MobilityStatus mobility;
    private final AntennaRefusals refusals;
    private final EventLoop loop;
    private final Registration publishing;
    private final Map<StationKey, Map<SignalKey, Signal>> signals = new HashMap<>();
    private VirtualStations published;
    private int round;
    private boolean writing;

    /** Starts publishing. */
    @Activate
    public VirtualStationPublisher(@Reference final DataBroker broker, @Reference final EventLoop loop,
            @Reference final VirtualStationStatus status, @Reference final AssignmentSource assignments,
            @Reference final ConfigurationSource configuration, @Reference final MobilityStatus mobility,
            @Reference final AntennaRefusals refusals) {
        this.broker = broker;
        this.loop = loop;
        this.status = status;
        this.assignments = assignments;
        this.configuration = configuration;
        this.mobility = mobility;
        this.refusals = refusals;
        publishing = loop.every(PERIOD, this::publish);
    }

    @Deactivate
    void close() {
        publishing.close();
    }

    private void publish() {
        if (round++ % SIGNALS_EVERY == 0) {
            signals.clear();
            status.seen().stream().map(seen -> StationKey.virtual(seen.hello().station())).forEach(station ->
                signals.put(station, BindingState.signals(mobility.signals(station), Instant.now())));
        }
        final VirtualStations now = VirtualStationState.of(status.seen(), status.refused(), assignments.assignment(),
            configuration.get(DesiredBindings.PART).virtualStations(), refusals::of, signals::get);
        if (writing || now.equals(published)) {
            return;
        }
        final WriteTransaction tx = broker.newWriteOnlyTransaction();
        tx.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, PATH, now);
        writing = true;
        tx.commit().addCallback(new FutureCallback<CommitInfo>() {
            @Override
            public void onSuccess(final CommitInfo info) {
                writing = false;
                published = now;
            }

            @Override
            public void onFailure(final Throwable cause) {
                writing = false;
                LOG.warn("Cannot write the virtual stations; trying again", cause);
            }
        }, loop);
    }
}
