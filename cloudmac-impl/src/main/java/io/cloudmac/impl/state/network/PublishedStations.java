// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.AssignmentSource;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.MobilityStatus;
import io.cloudmac.impl.openflow.Activity;
import io.cloudmac.impl.state.EntryEncoder;
import io.cloudmac.impl.state.PublishedList;
import io.cloudmac.impl.state.StatePart;
import io.cloudmac.impl.state.StateParts;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Stations;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.Waiting;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.WaitingKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.Signal;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.SignalKey;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The published stations, and the operator's bindings that wait. */
@Component(service = {})
public final class PublishedStations implements StatePart {
    private static final InstanceIdentifier<Stations> PATH =
        InstanceIdentifier.create(CloudmacState.class).child(Stations.class);
    /** The signals, which change with each report, are encoded in every fifth pass over the stations. */
    private static final int SIGNALS_EVERY = 5;

    private final EntryEncoder encoder = new EntryEncoder();
    private final PublishedList<StationKey, Station> stations =
        new PublishedList<>(encoder, key -> PATH.child(Station.class, StationState.key(key)));
    private final PublishedList<WaitingKey, Waiting> waiting =
        new PublishedList<>(encoder, key -> PATH.child(Waiting.class, key));
    private final Map<StationKey, Map<SignalKey, Signal>> signals = new HashMap<>();
    private final EncodingTurns turns = new EncodingTurns();
    private final AssignmentSource assignments;
    private final ConfigurationSource configuration;
    private final Activity activity;
    private final AdmittedWtps admission;
    private final MobilityStatus mobility;
    private final Registration publishing;

    /** Starts publishing. */
    @Activate
    public PublishedStations(@Reference final StateParts parts, @Reference final AssignmentSource assignments,
            @Reference final ConfigurationSource configuration, @Reference final Activity activity,
            @Reference final AdmittedWtps admission, @Reference final MobilityStatus mobility) {
        this.assignments = assignments;
        this.configuration = configuration;
        this.activity = activity;
        this.admission = admission;
        this.mobility = mobility;
        publishing = parts.add(this);
    }

    @Deactivate
    void close() {
        publishing.close();
    }

    @Override
    public Optional<InstanceIdentifier<?>> leftover() {
        return Optional.of(PATH);
    }

    @Override
    public void update() {
        final Assignment now = assignments.assignment();
        for (final StationKey key : turns.next(now)) {
            final Assignment.ServingWtps service = now.stations().get(key);
            if (service == null) {
                signals.remove(key);
                stations.remove(key);
            } else {
                stations.encode(key, () ->
                    StationState.station(key, service, activity.stationLastSeen(key), signals(key)));
            }
        }
        encoder.encode(PATH.child(Waiting.class), () -> WaitingBindings.stations(
            configuration.get(DesiredBindings.PART), now, admission::whyNotAdmitted)).ifPresent(waiting::setAll);
    }

    private Map<SignalKey, Signal> signals(final StationKey key) {
        if (turns.turn() % SIGNALS_EVERY == 1 || !signals.containsKey(key)) {
            signals.put(key, StationState.signals(mobility.signals(key), Instant.now()));
        }
        return signals.get(key);
    }

    @Override
    public boolean isDue() {
        return stations.isDue() || waiting.isDue();
    }

    @Override
    public void write(final WriteTransaction tx) {
        stations.write(tx);
        waiting.write(tx);
    }

    @Override
    public void committed() {
        stations.committed();
        waiting.committed();
    }
}
