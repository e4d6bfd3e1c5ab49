// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.cloudmac.impl.airtime.AirtimeStatus.WtpAirtime;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wtp.AgentAirtime;
import io.cloudmac.impl.wtp.AgentAirtime.StationAirtime;
import io.cloudmac.impl.wtp.AirtimeChange.AirtimeSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The encoding of what agents report about the air. */
class AirtimeStateTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac VAP = Mac.parse("02:00:00:00:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");

    private static StationAirtime station(final Mac address, final Mac bssid) {
        return new StationAirtime(address, bssid, 512, 1412, 21, 0xffff_ffffL, 4310, Long.MAX_VALUE, 3, 4);
    }

    @Test
    void stationsWithOtherThanUnicastAddressesAreLeftOut() {
        final AgentAirtime radio = new AgentAirtime(1, new AirtimeSettings(false, 20, 200), Map.of(), List.of(
            station(STATION, VAP), station(Mac.BROADCAST, VAP), station(Mac.NULL, VAP),
            station(STATION, Mac.parse("02:00:00:00:ff:ff"))));
        final var wtps = AirtimeState.of(Map.of(WTP, new WtpAirtime(List.of(radio), ""))).nonnullWtp().values();
        final var wtp = wtps.iterator().next();
        assertNull(wtp.getProblem());
        final var encoded = wtp.nonnullRadio().values().iterator().next();
        assertEquals(false, encoded.getScheduler());
        assertEquals(20, encoded.getTarget().toJava());
        assertEquals(200, encoded.getInterval().toJava());
        assertEquals(1, encoded.nonnullStation().size());
        final var one = encoded.nonnullStation().values().iterator().next();
        assertEquals(1412, one.getShare().toJava());
        assertEquals(0xffff_ffffL, one.getQueueBytes().toJava());
        assertEquals(21, one.getQueueFrames().toJava());
        assertEquals(4310, one.getSojourn().toJava());
        assertEquals(3, one.getCodelDrops().longValue());
        assertEquals(4, one.getFullDrops().longValue());
    }

    @Test
    void aWtpThatDoesNotReportHasItsProblem() {
        final var wtps = AirtimeState.of(Map.of(WTP, new WtpAirtime(List.of(), "no answer"))).nonnullWtp().values();
        assertEquals("no answer", wtps.iterator().next().getProblem());
    }
}
