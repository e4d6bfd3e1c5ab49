// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.binding.AntennaRefusals;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.discovery.VirtualStationStatus;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.mobility.MobilityStatus;
import io.cloudmac.impl.state.PublishedContainer;
import io.cloudmac.impl.state.StateParts;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
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

/** Publishes the virtual stations. */
@Component(service = {})
public final class VirtualStationPublisher {
    /** Signals change all the time; they are encoded in every fifth round. */
    private static final int SIGNALS_EVERY = 5;

    private final VirtualStationStatus status;
    private final AssignmentSource assignments;
    private final ConfigurationSource configuration;
    private final MobilityStatus mobility;
    private final AntennaRefusals refusals;
    private final Registration publishing;
    private final Map<VirtualClient, Map<SignalKey, Signal>> signals = new HashMap<>();
    private int round;

    /** Starts publishing. */
    @Activate
    public VirtualStationPublisher(@Reference final StateParts parts, @Reference final VirtualStationStatus status,
            @Reference final AssignmentSource assignments, @Reference final ConfigurationSource configuration,
            @Reference final MobilityStatus mobility, @Reference final AntennaRefusals refusals) {
        this.status = status;
        this.assignments = assignments;
        this.configuration = configuration;
        this.mobility = mobility;
        this.refusals = refusals;
        publishing = parts.add(new PublishedContainer<>(
            InstanceIdentifier.create(CloudmacState.class).child(VirtualStations.class), this::encoded));
    }

    @Deactivate
    void close() {
        publishing.close();
    }

    private VirtualStations encoded() {
        if (round++ % SIGNALS_EVERY == 0) {
            signals.clear();
            status.seen().stream().map(seen -> new VirtualClient(seen.hello().station())).forEach(client ->
                signals.put(client, StationState.signals(mobility.signals(client), Instant.now())));
        }
        return VirtualStationState.of(status.seen(), status.refused(), assignments.assignment(),
            configuration.get(DesiredBindings.PART).virtualStations(), refusals::of, signals::get);
    }
}
