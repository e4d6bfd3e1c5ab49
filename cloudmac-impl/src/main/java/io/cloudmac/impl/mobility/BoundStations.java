// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.Map;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.bindings.Vap;

/** The stations that an operator has bound, virtual ones included. Pure. */
final class BoundStations {
    private BoundStations() {
    }

    /** Returns the WTPs of stations that are bound anew, by the stations' names. */
    static Map<String, Mac> changed(final Cloudmac before, final Cloudmac after) {
        final Map<String, Mac> bound = all(after);
        bound.entrySet().removeAll(all(before).entrySet());
        return bound;
    }

    /** Returns the name of a station in the result of {@link #changed}. */
    static String name(final Client client) {
        return client instanceof VirtualClient ? client.station().toString()
            : client.stack() + " " + client.station();
    }

    /** Returns true if a change takes the WTP that serves a station from the WTPs of its VAP. */
    static boolean isExcluded(final Cloudmac before, final Cloudmac after, final Client client, final Mac wtp) {
        return !(client instanceof VirtualClient) && mayTransmit(before, client.stack(), wtp)
            && !mayTransmit(after, client.stack(), wtp);
    }

    private static boolean mayTransmit(final Cloudmac configuration, final Mac bssid, final Mac wtp) {
        final Vap bound = configuration.nonnullBindings().nonnullVap().values().stream()
            .filter(vap -> Mac.parse(vap.requireBssid().getValue()).equals(bssid)).findAny().orElse(null);
        return bound == null || bound.getWtp() != null
            && bound.getWtp().stream().anyMatch(id -> Mac.parse(id.getValue()).equals(wtp));
    }

    private static Map<String, Mac> all(final Cloudmac configuration) {
        final Map<String, Mac> bound = new HashMap<>();
        configuration.nonnullBindings().nonnullStation().values().forEach(station ->
            bound.put(Mac.parse(station.requireBssid().getValue()) + " "
                + Mac.parse(station.requireStation().getValue()), Mac.parse(station.requireWtp().getValue())));
        configuration.nonnullBindings().nonnullVirtualStation().values().forEach(station ->
            bound.put(Mac.parse(station.requireStation().getValue()).toString(),
                Mac.parse(station.requireWtp().getValue())));
        return bound;
    }
}
