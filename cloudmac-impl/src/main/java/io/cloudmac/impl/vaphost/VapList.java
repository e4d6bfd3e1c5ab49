// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.wire.Mac;
import java.net.ProtocolException;
import java.util.HashMap;
import java.util.Map;

/** The VAPs of one host, from the pages of a list and the notifications that come between and after them. */
final class VapList {
    /** Greatest number of VAPs of a host. */
    static final int MAX_VAPS = 1024;

    private final Map<Mac, HostVap> vaps = new HashMap<>();

    /** Adds a VAP of a page, or replaces it. Ignores VAPs without a VAP id. */
    void add(final HostVap vap) throws ProtocolException {
        if (!HostVap.hasVapId(vap.bssid())) {
            return;
        }
        if (vaps.put(vap.bssid(), vap) == null && vaps.size() > MAX_VAPS) {
            throw new ProtocolException("the host has more than " + MAX_VAPS + " VAPs");
        }
    }

    /**
     * Applies a notification.
     *
     * @return false if its method is unknown
     * @throws ProtocolException if it violates the specification
     */
    boolean apply(final String method, final ObjectNode params) throws ProtocolException {
        switch (method) {
            case "vap.up" -> add(HostVap.read(params));
            case "vap.down" -> vaps.remove(HostVap.bssid(params));
            case "vap.channel" -> {
                final int frequency = (int) Json.integer(params, "frequency", 0, 0xffff);
                vaps.computeIfPresent(HostVap.bssid(params), (bssid, vap) -> vap.withFrequency(frequency));
            }
            case "station.associated" -> countStation(params, 1);
            case "station.disassociated" -> countStation(params, -1);
            case "station.authorized" -> checkStation(params);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void countStation(final ObjectNode params, final int change) throws ProtocolException {
        checkStation(params);
        vaps.computeIfPresent(HostVap.bssid(params), (bssid, vap) -> vap.withStations(vap.stations() + change));
    }

    private static void checkStation(final ObjectNode params) throws ProtocolException {
        Json.mac(params, "station");
        HostVap.bssid(params);
    }

    Map<Mac, HostVap> vaps() {
        return Map.copyOf(vaps);
    }
}
