// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.ReportedRule;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.openflow.FlowTables;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import java.util.List;
import java.util.Optional;

/**
 * A rule for the copies of a bound station's frames that other WTPs received, at any port of a switch.
 *
 * @param station the station
 * @param vap the id of its VAP, or {@link RadioTag#VAP_ANY}
 */
public record CopyRule(Mac station, int vap) {
    /** Returns the rule, which drops the copies or takes samples of them. */
    public Rule rule(final boolean sampling) {
        return new Rule(Priorities.COPY, new Match(null, MaskedMac.exactly(station), MaskedMac.tagOf(vap),
            CloudmacFrame.ETHERTYPE), 0, sampling ? List.of(new Action.GoToTable(FlowTables.SAMPLES)) : List.of());
    }

    public boolean isOfAnyVap() {
        return vap == RadioTag.VAP_ANY;
    }

    /** Recognises such a rule among the rules of a switch, by its cookie, whatever its actions are. */
    public static Optional<CopyRule> of(final ReportedRule reported) {
        return Optional.ofNullable(reported.report().getMatch())
            .flatMap(match -> Optional.ofNullable(match.getEthernetMatch()))
            .filter(ethernet -> ethernet.getEthernetSource() != null && ethernet.getEthernetDestination() != null)
            .map(ethernet -> new CopyRule(Mac.parse(ethernet.getEthernetSource().getAddress().getValue()),
                Mac.parse(ethernet.getEthernetDestination().getAddress().getValue()).lastTwoOctets()))
            .filter(copies -> copies.rule(false).cookie() == reported.cookie());
    }
}
