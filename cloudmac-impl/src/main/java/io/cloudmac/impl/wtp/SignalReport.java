// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.wire.Mac;
import java.net.ProtocolException;
import java.util.List;

/**
 * The signals of stations at one radio.
 *
 * @param wtp the WTP
 * @param uptimeMillis the agent's clock when the report was made, ms
 * @param radio the radio's number
 * @param stations the stations received since the last report
 */
public record SignalReport(Mac wtp, long uptimeMillis, int radio, List<Station> stations) {

    /**
     * The signal of one station.
     *
     * @param station its MAC address
     * @param lastDbm signal of its last frame, dBm
     * @param ewmaDbm exponentially weighted moving average, dBm
     * @param frames number of frames since the agent first received the station
     */
    public record Station(String station, int lastDbm, double ewmaDbm, long frames) {
        static Station read(final ObjectNode object) throws ProtocolException {
            return new Station(Json.mac(object, "station"), (int) Json.integer(object, "last_dbm", -128, 127),
                Json.number(object, "ewma_dbm", -128, 127), Json.integer(object, "frames", 0, Long.MAX_VALUE));
        }
    }

    static SignalReport read(final Mac wtp, final ObjectNode object) throws ProtocolException {
        return new SignalReport(wtp, Json.integer(object, "uptime_ms", 0, Long.MAX_VALUE),
            (int) Json.integer(object, "radio", 0, 255), Json.list(object, "stations", Station::read));
    }
}
