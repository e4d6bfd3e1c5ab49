// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import io.cloudmac.impl.binding.AdmittedWtps;
import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.mobility.MobilityStatus;
import io.cloudmac.impl.openflow.Activity;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Stations;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.Station;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.Waiting;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.WaitingKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.Signal;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.wtp.signals.SignalKey;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The published stations, and the operator's bindings that wait. */
final class PublishedStations {
    static final InstanceIdentifier<Stations> PATH =
        InstanceIdentifier.create(CloudmacState.class).child(Stations.class);
    /** The signals, which change with each report, are encoded in every fifth pass over the stations. */
    private static final int SIGNALS_EVERY = 5;

    private final PublishedList<StationKey, Station> stations;
    private final PublishedList<WaitingKey, Waiting> waiting;
    private final Map<StationKey, Map<SignalKey, Signal>> signals = new HashMap<>();
    private final EncodingTurns turns = new EncodingTurns();
    private final EntryEncoder encoder;
    private final Activity activity;
    private final AdmittedWtps admission;
    private final MobilityStatus mobility;

    PublishedStations(final EntryEncoder encoder, final Activity activity, final AdmittedWtps admission,
            final MobilityStatus mobility) {
        this.encoder = encoder;
        stations = new PublishedList<>(encoder, key -> PATH.child(Station.class, BindingState.key(key)));
        waiting = new PublishedList<>(encoder, key -> PATH.child(Waiting.class, key));
        this.activity = activity;
        this.admission = admission;
        this.mobility = mobility;
    }

    /** Encodes what may have changed. Call it once in each round. */
    void update(final Assignment now, final DesiredBindings desired) {
        for (final StationKey key : turns.next(now)) {
            final Assignment.Service service = now.stations().get(key);
            if (service == null) {
                signals.remove(key);
                stations.remove(key);
            } else {
                stations.encode(key, () ->
                    BindingState.station(key, service, activity.stationLastSeen(key), signals(key)));
            }
        }
        encoder.encode(PATH.child(Waiting.class), () -> WaitingBindings.stations(desired, now,
            admission::whyNotAdmitted)).ifPresent(waiting::setAll);
    }

    private Map<SignalKey, Signal> signals(final StationKey key) {
        if (turns.turn() % SIGNALS_EVERY == 1 || !signals.containsKey(key)) {
            signals.put(key, BindingState.signals(mobility.signals(key), Instant.now()));
        }
        return signals.get(key);
    }

    boolean isDue() {
        return stations.isDue() || waiting.isDue();
    }

    void write(final WriteTransaction tx) {
        stations.write(tx);
        waiting.write(tx);
    }

    void committed() {
        stations.committed();
        waiting.committed();
    }
}
