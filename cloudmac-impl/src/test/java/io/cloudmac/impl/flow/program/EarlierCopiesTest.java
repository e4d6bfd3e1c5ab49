// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.binding.Assignment;
import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.binding.Assignment.ServingWtps;
import io.cloudmac.impl.binding.Assignment.Vap;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.ReportedRule;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.plan.CopyRule;
import io.cloudmac.impl.flow.plan.CopySwitches;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.statistics.rev130819.flow.and.statistics.map.list.FlowAndStatisticsMapListBuilder;

/** Which rules for copies are recognised, and kept, after the controller has restarted. */
class EarlierCopiesTest {
    private static final String NODE = "openflow:3";
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final StationKey KEY = new StationKey(BSSID, STATION);
    private static final Mac STRANGER = Mac.parse("02:5a:00:00:00:99");
    private static final Assignment BOUND = new Assignment(Map.of(WTP, new PortId("openflow:1", 1)),
        Map.of(BSSID, new Vap(new PortId("openflow:2", 1), 2412, Set.of(WTP))),
        Map.of(KEY, ServingWtps.by(WTP, Origin.AUTOMATIC)));
    private static final CopyRule OWN = new CopyRule(STATION, BSSID.lastTwoOctets());
    private static final CopyRule ANY = new CopyRule(STATION, RadioTag.VAP_ANY);

    private final CopySwitches copies = new CopySwitches();

    private static ReportedRule reported(final Rule rule, final long packets) {
        return new ReportedRule(rule.cookie(), rule.actionsText(), packets,
            new FlowAndStatisticsMapListBuilder().setMatch(FlowCodec.match(rule.match())).build());
    }

    /** Returns the rules to delete. */
    private List<ReportedRule> deleted(final ReportedRule... stale) {
        return EarlierCopies.adopt(NODE, List.of(stale), BOUND, copies);
    }

    @Test
    void aCopyRuleIsRecognisedWithAndWithoutSampling() {
        for (final CopyRule rule : List.of(OWN, ANY)) {
            assertEquals(Optional.of(rule), CopyRule.of(reported(rule.rule(false), 0)));
            assertEquals(Optional.of(rule), CopyRule.of(reported(rule.rule(true), 0)));
        }
    }

    @Test
    void otherRulesAreNoCopyRules() {
        final MaskedMac station = MaskedMac.exactly(STATION);
        final MaskedMac tag = MaskedMac.tagOf(0x1234);
        for (final Match match : List.of(new Match(new PortId(NODE, 1), station, tag, CloudmacFrame.ETHERTYPE),
                new Match(null, station, null, CloudmacFrame.ETHERTYPE),
                new Match(null, null, tag, CloudmacFrame.ETHERTYPE),
                new Match(null, station, tag.priority(3), CloudmacFrame.ETHERTYPE),
                new Match(null, tag, station, CloudmacFrame.ETHERTYPE))) {
            assertEquals(Optional.empty(),
                CopyRule.of(reported(new Rule(Priorities.COPY, match, 0, List.of()), 1)), match::toString);
        }
        assertEquals(Optional.empty(),
            CopyRule.of(reported(new Rule(Priorities.FORWARD, OWN.rule(false).match(), 0, List.of()), 1)));
    }

    @Test
    void theRulesOfABoundStationThatHaveMatchedCopiesStay() {
        assertEquals(List.of(), deleted(reported(OWN.rule(false), 0), reported(ANY.rule(true), 1)));
        assertEquals(Set.of(NODE), copies.of(KEY));
        assertEquals(List.of(), deleted(reported(OWN.rule(false), 1)), "noted before");
    }

    @Test
    void allOthersAreDeleted() {
        final CopyRule unbound = new CopyRule(STRANGER, BSSID.lastTwoOctets());
        final List<ReportedRule> stale = List.of(
            reported(OWN.rule(false), 0), reported(ANY.rule(false), 0), reported(unbound.rule(false), 1),
            reported(new CopyRule(STRANGER, RadioTag.VAP_ANY).rule(false), 1),
            reported(new CopyRule(STATION, 0x5678).rule(false), 0),
            reported(new Rule(Priorities.COPY, new Match(null, null, null, CloudmacFrame.ETHERTYPE), 0, List.of()), 1));
        assertEquals(stale, EarlierCopies.adopt(NODE, stale, BOUND, copies));
        assertEquals(Set.of(), copies.of(KEY));
    }

    @Test
    void aStationWithManySwitchesKeepsNoMore() {
        IntStream.range(0, CopySwitches.MAXIMUM).forEach(number -> copies.note(KEY, "openflow:9" + number));
        assertEquals(2, deleted(reported(OWN.rule(false), 1), reported(ANY.rule(false), 1)).size());
    }
}
