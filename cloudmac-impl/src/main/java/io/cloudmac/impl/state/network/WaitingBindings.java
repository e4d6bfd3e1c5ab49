// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state.network;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.DesiredBindings;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.state.StateCodec;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.Waiting;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.WaitingBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.stations.WaitingKey;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** Finds the operator's bindings that are not in effect, and why. Pure. */
final class WaitingBindings {
    private WaitingBindings() {
    }

    /**
     * Returns the bindings of stations that wait.
     *
     * @param whyNotAdmitted returns why a WTP is not admitted; empty if it is
     */
    static Map<WaitingKey, Waiting> stations(final DesiredBindings desired, final Assignment assignment,
            final Function<Mac, Optional<String>> whyNotAdmitted) {
        final List<Waiting> waiting = new ArrayList<>();
        desired.stations().forEach((key, wtp) -> {
            if (!isInEffect(assignment.stations().get(key), wtp)) {
                problem(key, wtp, desired, assignment, whyNotAdmitted).ifPresent(problem ->
                    waiting.add(new WaitingBuilder()
                        .setBssid(StateCodec.bssid(key.bssid()))
                        .setStation(StateCodec.station(key.station()))
                        .setWtp(StateCodec.wtp(wtp))
                        .setProblem(problem).build()));
            }
        });
        return waiting.stream().collect(BindingMap.toMap());
    }

    private static boolean isInEffect(final ServingWtps service, final Mac wtp) {
        return service != null && service.origin() == Origin.OPERATOR && service.uplinks().contains(wtp);
    }

    /** Returns why a binding is not in effect; empty if it is about to be. */
    private static Optional<String> problem(final StationKey key, final Mac wtp, final DesiredBindings desired,
            final Assignment assignment, final Function<Mac, Optional<String>> whyNotAdmitted) {
        final Assignment.Vap vap = assignment.vaps().get(key.bssid());
        if (desired.disabledWtps().contains(wtp)) {
            return Optional.of("its WTP is disabled");
        }
        final Optional<String> reason = whyNotAdmitted.apply(wtp);
        if (reason.isPresent()) {
            return Optional.of("its WTP is not admitted: " + reason.orElseThrow());
        }
        if (vap == null) {
            return Optional.of("its VAP has sent no beacon");
        }
        return vap.wtps().contains(wtp) ? Optional.empty() : Optional.of("its WTP does not transmit the VAP");
    }

    /** Returns a problem of a VAP for each of its configured WTPs that does not transmit it for lack of admission. */
    static List<String> problems(final Mac bssid, final Set<Mac> transmitting, final DesiredBindings desired,
            final Function<Mac, Optional<String>> whyNotAdmitted) {
        final List<String> problems = new ArrayList<>();
        new TreeSet<>(desired.radiators().getOrDefault(bssid, Set.of())).forEach(wtp -> {
            if (!transmitting.contains(wtp)) {
                whyNotAdmitted.apply(wtp).ifPresent(reason ->
                    problems.add("WTP " + wtp + " does not transmit it, because it is not admitted: " + reason));
            }
        });
        return problems;
    }
}
