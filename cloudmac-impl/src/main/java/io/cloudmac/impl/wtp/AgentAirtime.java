// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeSettings;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeWeight;
import java.net.ProtocolException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How one radio shares the air, as its agent reports it.
 *
 * @param radio the radio's number
 * @param settings the settings of its queues
 * @param weights the weights other than the default, by address
 * @param stations the stations of the scheduler, at most 150
 */
public record AgentAirtime(int radio, AirtimeSettings settings, Map<Mac, Integer> weights,
        List<StationAirtime> stations) {

    /**
     * A station in the airtime scheduler.
     *
     * @param station its address; a group address for group frames
     * @param bssid its VAP
     * @param weight product of the weights of station and VAP
     * @param share share of the air in the last full second, per mille; above 1000 if statuses of earlier frames came
     * @param frames number of waiting frames
     * @param bytes octets of waiting frames
     * @param sojournMicros moving average of the time that its frames waited, us
     * @param sent number of frames that the scheduler injected
     * @param codelDrops number of frames that CoDel dropped
     * @param fullDrops number of frames that a full queue dropped for others
     */
    public record StationAirtime(Mac station, Mac bssid, int weight, int share, long frames, long bytes,
            long sojournMicros, long sent, long codelDrops, long fullDrops) {
        static StationAirtime read(final ObjectNode object) throws ProtocolException {
            final ObjectNode drops = Json.object(object, "drops");
            return new StationAirtime(Mac.parse(Json.mac(object, "station")), Mac.parse(Json.mac(object, "bssid")),
                readWeight(object), (int) Json.integer(object, "share_permille", 0, 65_535),
                readCount32(object, "frames"), readCount32(object, "bytes"), readCount32(object, "sojourn_us"),
                readCount(object, "sent"), readCount(drops, "codel"), readCount(drops, "full"));
        }
    }

    public AgentAirtime {
        weights = Map.copyOf(weights);
        stations = List.copyOf(stations);
    }

    /** Reads the result of {@code airtime.get}. */
    static AgentAirtime read(final ObjectNode object) throws ProtocolException {
        final Map<Mac, Integer> weights = new HashMap<>();
        for (final AirtimeWeight each : Json.list(object, "weights", entry -> new AirtimeWeight(
                Mac.parse(Json.mac(entry, "address")), readWeight(entry)))) {
            weights.put(each.address(), each.weight());
        }
        final List<StationAirtime> stations = Json.list(object, "stations", StationAirtime::read);
        final Set<List<Mac>> seen = new HashSet<>();
        for (final StationAirtime each : stations) {
            if (!seen.add(List.of(each.station(), each.bssid()))) {
                throw new ProtocolException("station " + each.station() + " of " + each.bssid() + " is listed twice");
            }
        }
        return new AgentAirtime((int) Json.integer(object, "radio", 0, 255), AirtimeSettings.read(object), weights,
            stations);
    }

    private static int readWeight(final ObjectNode object) throws ProtocolException {
        return (int) Json.integer(object, "weight", 16, 4096);
    }

    private static long readCount32(final ObjectNode object, final String member) throws ProtocolException {
        return Json.integer(object, member, 0, 0xffff_ffffL);
    }

    private static long readCount(final ObjectNode object, final String member) throws ProtocolException {
        return Json.integer(object, member, 0, Long.MAX_VALUE);
    }
}
