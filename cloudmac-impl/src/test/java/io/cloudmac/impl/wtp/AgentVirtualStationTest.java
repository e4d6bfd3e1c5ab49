// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.wire.Mac;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The entries of the agent's answers to vsta.list and bss.heard. */
class AgentVirtualStationTest {
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final Mac BSS = Mac.parse("00:11:22:33:44:55");
    private static final String LISTED = """
        {"station": "02:5a:00:00:0a:01", "radio": 1, "frequency": 2412, "bssid": "00:11:22:33:44:55", "ssid": "",
        "awake": true, "associated": true, "on_channel": true, "remaining_ms": 5000}""";
    private static final String HEARD = """
        {"bssid": "00:11:22:33:44:55", "radio": 1, "frequency": 2412, "age_ms": 70}""";

    private static ObjectNode withSignal(final String text, final double dbm) throws ProtocolException {
        return Json.parse(text).put("signal_dbm", dbm);
    }

    @Test
    void theSignalOfAVirtualStationMayBeAbsent() throws Exception {
        assertEquals(new AgentVirtualStation(STATION, 1, 2412, true, OptionalInt.empty()),
            AgentVirtualStation.read(Json.parse(LISTED)));
        assertEquals(new AgentVirtualStation(STATION, 1, 2412, true, OptionalInt.of(-63)),
            AgentVirtualStation.read(withSignal(LISTED, -62.6)));
    }

    @Test
    void theSignalOfABssMayBeAbsent() throws Exception {
        assertEquals(new HeardBss(BSS, 1, 2412, OptionalInt.empty(), Duration.ofMillis(70)),
            HeardBss.read(Json.parse(HEARD)));
        assertEquals(new HeardBss(BSS, 1, 2412, OptionalInt.of(-40), Duration.ofMillis(70)),
            HeardBss.read(withSignal(HEARD, -40)));
    }

    @Test
    void wrongValuesAreRefused() {
        assertThrows(ProtocolException.class, () -> HeardBss.read(withSignal(HEARD, 400)));
        assertThrows(ProtocolException.class,
            () -> AgentVirtualStation.read(Json.parse(LISTED.replace("true", "1"))));
    }
}
