// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/** Which WTP announces which VAP. */
class AnnouncementKeeperTest implements AssignmentSource {
    private static final Mac NEAR = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac FAR = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac VAP = Mac.parse("02:00:00:00:12:34");
    private static final Mac OTHER = Mac.parse("02:00:00:00:12:35");
    private static final Map<Mac, PortId> WTPS =
        Map.of(NEAR, new PortId("openflow:1", 1), FAR, new PortId("openflow:2", 1));
    private static final PortId HOST = new PortId("openflow:1", 2);

    private final Map<Mac, Vap> vaps = new HashMap<>();
    private final Map<StationKey, ServingWtps> stations = new HashMap<>();
    /** The calls since the last look. */
    private final Map<Mac, Map<Mac, Integer>> calls = new TreeMap<>();
    private Runnable changed;
    private final AnnouncementKeeper keeper = new AnnouncementKeeper(this, calls::put);

    @Override
    public Assignment assignment() {
        return new Assignment(WTPS, vaps, stations);
    }

    @Override
    public Registration listen(final Runnable listener) {
        changed = listener;
        return () -> changed = null;
    }

    private Map<Mac, Map<Mac, Integer>> callsAfterChange() {
        calls.clear();
        changed.run();
        return Map.copyOf(calls);
    }

    @Test
    void eachWtpAnnouncesTheVapsThatItRadiates() {
        vaps.put(VAP, new Vap(HOST, 2412, Set.of(NEAR, FAR)));
        vaps.put(OTHER, new Vap(HOST, 5180, Set.of(FAR)));
        assertEquals(Map.of(NEAR, Map.of(VAP, 2412), FAR, Map.of(VAP, 2412, OTHER, 5180)), callsAfterChange());
    }

    @Test
    void onlyAWtpWithAChangeIsCalled() {
        vaps.put(VAP, new Vap(HOST, 2412, Set.of(NEAR)));
        callsAfterChange();
        vaps.put(OTHER, new Vap(HOST, 2412, Set.of(FAR)));
        assertEquals(Map.of(FAR, Map.of(OTHER, 2412)), callsAfterChange());
        vaps.put(OTHER, new Vap(HOST, 2437, Set.of(FAR)));
        assertEquals(Map.of(FAR, Map.of(OTHER, 2437)), callsAfterChange());
        vaps.put(OTHER, new Vap(HOST, 2437, Set.of()));
        assertEquals(Map.of(FAR, Map.of()), callsAfterChange());
    }

    @Test
    void aStationChangesNoAnnouncement() {
        vaps.put(VAP, new Vap(HOST, 2412, Set.of(NEAR, FAR)));
        callsAfterChange();
        stations.put(new StationKey(VAP, Mac.parse("02:5a:00:00:00:01")), ServingWtps.by(NEAR, Origin.AUTOMATIC));
        assertEquals(Map.of(), callsAfterChange());
    }

    @Test
    void aClosedKeeperListensNoLonger() {
        keeper.close();
        assertEquals(null, changed);
    }
}
