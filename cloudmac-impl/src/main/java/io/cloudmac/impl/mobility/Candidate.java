// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.steering.SteeringTrigger;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import io.cloudmac.impl.steering.SteeringTrigger.SignalInput;
import io.cloudmac.impl.steering.SteeringTrigger.Thresholds;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * A WTP that may serve a station.
 *
 * @param wtp the WTP
 * @param mayServe whether it radiates the VAP, has a session, is not draining, and has not refused the lease of the
 *     virtual station
 * @param signal the station's signal at the WTP; null: not received
 * @param load number of stations that it serves
 */
record Candidate(Mac wtp, boolean mayServe, StationSignal signal, int load) {
    /**
     * Returns all WTPs that receive a station or radiate its VAP, ordered by id. For a virtual station, these are the
     * WTPs that receive its BSS or can serve virtual stations.
     *
     * @param client the station or virtual station
     * @param assignment the present bindings
     * @param sessions the WTPs with a session
     * @param signals the station's signal, by WTP
     * @param loads number of stations, by WTP
     * @param refuses whether a WTP has refused the lease of a virtual station, of the virtual station and the WTP
     */
    static List<Candidate> of(final Client client, final Assignment assignment, final Set<Mac> sessions,
            final Map<Mac, StationSignal> signals, final Map<Mac, Integer> loads,
            final BiPredicate<Mac, Mac> refuses) {
        final Set<Mac> radiators = client instanceof VirtualClient ? assignment.antennas()
            : assignment.vaps().get(client.stack()).wtps();
        final Set<Mac> wtps = new TreeSet<>(radiators);
        wtps.addAll(signals.keySet());
        final List<Candidate> candidates = new ArrayList<>();
        for (final Mac wtp : wtps) {
            candidates.add(new Candidate(wtp,
                radiators.contains(wtp) && sessions.contains(wtp) && !assignment.draining().contains(wtp)
                    && !(client instanceof VirtualClient && refuses.test(client.station(), wtp)),
                signals.get(wtp), loads.getOrDefault(wtp, 0)));
        }
        return candidates;
    }

    /** Returns true if the signal is not older than {@code staleAfter}. */
    boolean isFresh(final Duration staleAfter) {
        return signal != null && signal.age().compareTo(staleAfter) <= 0;
    }

    /** Returns the number of stations that each WTP serves, with the virtual ones. */
    static Map<Mac, Integer> loads(final Assignment assignment) {
        final Map<Mac, Integer> loads = new HashMap<>();
        assignment.services().values().forEach(service -> loads.merge(service.downlink(), 1, Integer::sum));
        return loads;
    }

    /** Returns the trigger of a decision between these candidates, for the log. */
    static SteeringTrigger trigger(final List<Candidate> candidates, final Reason reason, final Thresholds thresholds) {
        return new SteeringTrigger(reason,
            candidates.stream().filter(candidate -> candidate.signal != null).map(Candidate::input).toList(),
            thresholds);
    }

    private SignalInput input() {
        return new SignalInput(wtp, (int) Math.round(signal.average()), signal.last(), signal.samples(), signal.age(),
            load);
    }
}
