// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.airtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The weights that each WTP needs while stations and the configuration change. */
class WeightDemandTest {
    private static final Mac ONE = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac TWO = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac VAP = Mac.parse("02:00:00:00:12:34");
    private static final Mac OTHER_VAP = Mac.parse("02:00:00:00:12:35");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final Mac OTHER_STATION = Mac.parse("02:5a:00:00:00:02");
    private static final AirtimePolicy POLICY = new AirtimePolicy(Map.of(VAP, 512), Map.of(STATION, 128), Map.of());

    private final WeightDemand demand = new WeightDemand();

    private static Assignment serving(final Map<StationKey, ServingWtps> stations) {
        final PortId port = new PortId("openflow:1", 1);
        return new Assignment(Map.of(ONE, port, TWO, port), Map.of(), stations);
    }

    private static ServingWtps by(final Mac wtp) {
        return ServingWtps.by(wtp, Origin.AUTOMATIC);
    }

    @Test
    void onlyWtpsThatServeAStationNeedItsWeights() {
        assertEquals(Set.of(), demand.follow(POLICY, serving(Map.of())));
        assertEquals(Set.of(ONE, TWO), demand.follow(POLICY, serving(Map.of(
            new StationKey(VAP, STATION), by(ONE), new StationKey(VAP, OTHER_STATION), by(TWO),
            new StationKey(OTHER_VAP, OTHER_STATION), by(TWO)))));
        assertEquals(Map.of(VAP, 512, STATION, 128), demand.of(ONE));
        assertEquals(Map.of(VAP, 512), demand.of(TWO));
    }

    @Test
    void theNewWtpHasTheWeightsBeforeTheHandoverEnds() {
        final StationKey key = new StationKey(VAP, STATION);
        demand.follow(POLICY, serving(Map.of(key, by(ONE))));
        assertEquals(Set.of(ONE, TWO),
            demand.follow(POLICY, serving(Map.of(key, new ServingWtps(ONE, Set.of(ONE, TWO), Origin.AUTOMATIC)))));
        assertEquals(Map.of(VAP, 512, STATION, 128), demand.of(TWO));
        demand.follow(POLICY, serving(Map.of(key, by(TWO))));
        assertEquals(Map.of(), demand.of(ONE));
    }

    @Test
    void theWeightOfAVapStaysUntilItsLastStationIsGone() {
        final StationKey first = new StationKey(VAP, STATION);
        final StationKey second = new StationKey(VAP, OTHER_STATION);
        demand.follow(POLICY, serving(Map.of(first, by(ONE), second, by(ONE))));
        demand.follow(POLICY, serving(Map.of(second, by(ONE))));
        assertEquals(Map.of(VAP, 512), demand.of(ONE));
        assertEquals(Set.of(ONE), demand.follow(POLICY, serving(Map.of())));
        assertEquals(Map.of(), demand.of(ONE));
    }

    @Test
    void anotherConfigurationConcernsAllThatHaveWeightsBeforeOrAfter() {
        final Assignment assignment = serving(Map.of(new StationKey(VAP, STATION), by(ONE),
            new StationKey(OTHER_VAP, OTHER_STATION), by(TWO)));
        assertEquals(Set.of(), demand.follow(AirtimePolicy.NONE, assignment));
        assertEquals(Set.of(ONE), demand.follow(POLICY, assignment));
        assertEquals(Set.of(ONE, TWO),
            demand.follow(new AirtimePolicy(Map.of(OTHER_VAP, 64), Map.of(), Map.of()), assignment));
        assertEquals(Map.of(), demand.of(ONE));
        assertEquals(Map.of(OTHER_VAP, 64), demand.of(TWO));
        assertEquals(Set.of(TWO), demand.follow(AirtimePolicy.NONE, assignment));
        assertEquals(Map.of(), demand.of(TWO));
    }
}
