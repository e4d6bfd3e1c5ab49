// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.plan;

import io.cloudmac.impl.chain.ChainId;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The name of a contributor of rules.
 *
 * @param kind what contributes
 * @param node node id of a switch, or of the switch of a port, or the name of a chain; else empty
 * @param first the number of a port, or the BSSID, or the address of a virtual station
 * @param second the address of a station, or the id of a WTP; else 0
 */
record RuleKey(Contributor kind, String node, long first, long second) implements Comparable<RuleKey> {
    /** What contributes. Where two kinds disagree about a rule, the first one decides. */
    enum Contributor {
        SWITCH, PORT, VAP, VAP_AT_WTP, STATION, PROBE, VIRTUAL_STATION, CHAIN_ENTRY, CHAIN_PATH, CHAIN_OTHER
    }

    private static final Comparator<RuleKey> ORDER = Comparator.comparing(RuleKey::kind)
        .thenComparing(RuleKey::node).thenComparingLong(RuleKey::first).thenComparingLong(RuleKey::second);

    static RuleKey atSwitch(final String node) {
        return new RuleKey(Contributor.SWITCH, node, 0, 0);
    }

    /** Returns the key of a port of a WTP, or of a host of VAPs or virtual stations. */
    static RuleKey atPort(final PortId port) {
        return new RuleKey(Contributor.PORT, port.node(), port.number(), 0);
    }

    static RuleKey vap(final Mac bssid) {
        return new RuleKey(Contributor.VAP, "", bssid.value(), 0);
    }

    static RuleKey vapAtWtp(final Mac bssid, final Mac wtp) {
        return new RuleKey(Contributor.VAP_AT_WTP, "", bssid.value(), wtp.value());
    }

    static RuleKey station(final StationKey key) {
        return new RuleKey(Contributor.STATION, "", key.bssid().value(), key.station().value());
    }

    static RuleKey probe(final StationKey key) {
        return new RuleKey(Contributor.PROBE, "", key.bssid().value(), key.station().value());
    }

    static RuleKey virtualStation(final Mac address) {
        return new RuleKey(Contributor.VIRTUAL_STATION, "", address.value(), 0);
    }

    /** Returns the keys of a chain. */
    static List<RuleKey> chain(final ChainId chain) {
        return Stream.of(Contributor.CHAIN_ENTRY, Contributor.CHAIN_PATH, Contributor.CHAIN_OTHER)
            .map(kind -> new RuleKey(kind, chain.toString(), 0, 0)).toList();
    }

    /** Returns the chain of a chain's key. */
    ChainId chainId() {
        final int slash = node.indexOf('/');
        return new ChainId(node.substring(0, slash), node.substring(slash + 1));
    }

    /** Returns the port of a port's key. */
    PortId port() {
        return new PortId(node, first);
    }

    /** Returns the BSSID of a VAP's key, also at a WTP, or the address of a virtual station's key. */
    Mac address() {
        return new Mac(first);
    }

    /** Returns the WTP of the key of a VAP at a WTP. */
    Mac wtp() {
        return new Mac(second);
    }

    /** Returns the station of a station's or a probe's key. */
    StationKey stationKey() {
        return new StationKey(new Mac(first), new Mac(second));
    }

    @Override
    public int compareTo(final RuleKey other) {
        return ORDER.compare(this, other);
    }
}
