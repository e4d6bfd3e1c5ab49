// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.session.FakeControlServer;
import io.cloudmac.impl.wire.Mac;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which stations the sessions report. */
class VapHostStationsTest extends VapHostSessionsFixture {
    @Test
    void aStationThatIsAuthorizedIsReported() throws Exception {
        daemon.has(ONE);
        configure(daemon);
        awaitVaps(ONE);
        daemon.notify("station.associated", "{\"bssid\":\"" + ONE + "\",\"station\":\"02:5a:00:00:00:01\"}");
        daemon.notify("station.authorized", "{\"bssid\":\"" + ONE + "\",\"station\":\"02:5a:00:00:00:02\"}");
        assertEquals(new StationKey(Mac.parse(ONE), Mac.parse("02:5a:00:00:00:02")),
            authorized.poll(20, TimeUnit.SECONDS));
        assertTrue(authorized.isEmpty());
    }

    @Test
    void theStationsThatEachVapHoldsAreReported() throws Exception {
        daemon.has(ONE, TWO, THREE);
        daemon.on("stations.list", params -> switch (params.get("bssid").textValue()) {
            case ONE -> "{\"bssid\":\"" + ONE + "\",\"stations\":[{\"station\":\"02:5a:00:00:00:01\","
                + "\"authorized\":true},{\"station\":\"02:5a:00:00:00:02\",\"authorized\":false}]}";
            case TWO -> "{\"bssid\":\"" + TWO + "\",\"stations\":[]}";
            default -> throw new FakeControlServer.Refusal(-32011, "no such VAP");
        });
        configure(daemon);
        final Set<String> reports = Set.of(next(), next());
        assertEquals(Set.of(ONE + " holds [02:5a:00:00:00:01]", TWO + " holds []"), reports);
        daemon.notify("station.disassociated", "{\"bssid\":\"" + ONE + "\",\"station\":\"02:5a:00:00:00:01\"}");
        daemon.notify("vap.down", "{\"bssid\":\"" + ONE + "\"}");
        assertEquals("02:5a:00:00:00:01 left " + ONE, next());
        assertEquals(ONE + " ended", next());
    }

    @Test
    void theStationsOfAVapThatComesUpLaterAreReported() throws Exception {
        configure(daemon);
        awaitVaps();
        daemon.on("stations.list", params -> "{\"bssid\":\"" + ONE + "\",\"stations\":[{\"station\":"
            + "\"02:5a:00:00:00:01\",\"authorized\":true}]}");
        daemon.notify("vap.up", FakeDaemon.vap(ONE));
        assertEquals(ONE + " holds [02:5a:00:00:00:01]", next());
    }

    @Test
    void stationsWithoutAnAnswerAreAskedForAgain() throws Exception {
        sessions.close();
        listInterval = 50;
        sessions = sessions(Optional.of(pki.controller(controller)));
        daemon.has(ONE);
        daemon.on("stations.list", params -> {
            throw new FakeControlServer.Refusal(-32012, "hostapd does not answer");
        });
        configure(daemon);
        assertEquals("lists [" + ONE + "]", next());
        daemon.on("stations.list", params -> "{\"bssid\":\"" + ONE + "\",\"stations\":[]}");
        String report = next();
        while (report.startsWith("lists ")) {
            report = next();
        }
        assertEquals(ONE + " holds []", report);
    }

    private String next() throws InterruptedException {
        return held.poll(20, TimeUnit.SECONDS);
    }
}
