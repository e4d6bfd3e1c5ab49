// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.mobility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.VirtualStation;
import io.cloudmac.impl.learned.VirtualClient;
import io.cloudmac.impl.mobility.MobilityStatus.StationSignal;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.cloudmac.impl.wire.StationHello;
import io.cloudmac.impl.wtp.HeardBss;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BssSignalsTest {
    private static final Mac ONE = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac TWO = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");
    private static final Mac BSS = Mac.parse("00:11:22:33:44:55");
    private static final Mac OTHER_BSS = Mac.parse("00:11:22:33:44:56");
    private static final VirtualClient KEY = new VirtualClient(STATION);
    private static final PortId PORT = new PortId("openflow:1", 1);
    private static final Duration OLDEST = Duration.ofSeconds(2);
    private static final Duration YOUNG = Duration.ofMillis(100);

    private final SignalStore store = new SignalStore(bssid -> Duration.ofSeconds(3));
    private final BssSignals subject = new BssSignals(store);
    private long now = Duration.ofMinutes(1).toNanos();

    @BeforeEach
    void start() {
        store.follow(new Assignment(Map.of(ONE, PORT, TWO, PORT), Map.of(), Map.of()).withVirtualStations(
            Map.of(STATION, new VirtualStation(PORT, Optional.of(ServingWtps.by(ONE, Origin.AUTOMATIC))))));
        subject.follow(List.of(hello(StationHello.ASSOCIATED, 2412, BSS)));
    }

    private static StationHello hello(final int flags, final int frequency, final Mac bssid) {
        return new StationHello(STATION, flags, frequency, bssid, RawSsid.NONE);
    }

    private static HeardBss heard(final Mac bssid, final int frequency, final int signal, final Duration age) {
        return new HeardBss(bssid, 0, frequency, OptionalInt.of(signal), age);
    }

    private void receive(final Mac wtp, final HeardBss... heard) {
        subject.heard(wtp, List.of(heard), OLDEST, now);
        now += Duration.ofSeconds(1).toNanos();
    }

    private Map<Mac, StationSignal> signals() {
        return store.of(KEY, now);
    }

    @Test
    void theSignalIsThatOfItsBssOnItsChannel() {
        receive(ONE, heard(BSS, 2412, -70, YOUNG), heard(OTHER_BSS, 2412, -30, YOUNG));
        receive(TWO, heard(BSS, 2437, -40, YOUNG));
        assertEquals(Map.of(ONE, -70.0), averages());
        receive(TWO, heard(BSS, 2412, -60, YOUNG));
        assertEquals(Map.of(ONE, -70.0, TWO, -60.0), averages());
    }

    private Map<Mac, Double> averages() {
        return signals().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
            entry -> entry.getValue().average()));
    }

    @Test
    void eachAnswerIsASampleAndTheAgentsAverageCounts() {
        receive(ONE, heard(BSS, 2412, -70, YOUNG));
        receive(ONE, heard(BSS, 2412, -50, YOUNG));
        assertEquals(2, signals().get(ONE).samples());
        assertEquals(-50.0, signals().get(ONE).average());
        assertEquals(Duration.ofMillis(1100), signals().get(ONE).age());
    }

    @Test
    void ofTwoRadiosTheStrongerOneCounts() {
        receive(ONE, heard(BSS, 2412, -70, YOUNG), heard(BSS, 2412, -55, YOUNG), heard(BSS, 2412, -60, YOUNG));
        assertEquals(Map.of(ONE, -55.0), averages());
    }

    @Test
    void oldBeaconsDoNotCount() {
        receive(ONE, heard(BSS, 2412, -70, Duration.ofSeconds(3)));
        assertEquals(Map.of(), signals());
    }

    @Test
    void aRadioWithoutSignalsTellsNothing() {
        receive(ONE, new HeardBss(BSS, 0, 2412, OptionalInt.empty(), YOUNG));
        assertEquals(Map.of(), signals());
    }

    @Test
    void anotherBssOrChannelBeginsAnew() {
        receive(ONE, heard(BSS, 2412, -70, YOUNG));
        subject.follow(List.of(hello(StationHello.ASSOCIATED, 2412, BSS)));
        assertEquals(1, signals().size(), "nothing has changed");
        subject.follow(List.of(hello(StationHello.ASSOCIATED, 2412, OTHER_BSS)));
        assertEquals(Map.of(), signals());
        receive(ONE, heard(BSS, 2412, -70, YOUNG));
        assertEquals(Map.of(), signals(), "it has left this BSS");
    }

    @Test
    void oneThatIsNotAssociatedHasNoSignal() {
        receive(ONE, heard(BSS, 2412, -70, YOUNG));
        subject.follow(List.of(hello(0, 2412, BSS)));
        assertTrue(subject.isEmpty());
        assertEquals(Map.of(), signals());
    }

    @Test
    void oneThatIsGoneLeavesNothing() {
        receive(ONE, heard(BSS, 2412, -70, YOUNG));
        store.follow(Assignment.NOTHING);
        receive(ONE, heard(BSS, 2412, -70, YOUNG));
        assertEquals(Map.of(), signals());
    }
}
