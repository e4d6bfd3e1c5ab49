// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import static io.cloudmac.impl.chain.program.ChainSamples.HOST;
import static io.cloudmac.impl.chain.program.ChainSamples.chain;
import static io.cloudmac.impl.chain.program.ChainSamples.ofStation;
import static io.cloudmac.impl.chain.program.ChainSamples.ofWtp;
import static io.cloudmac.impl.chain.program.ChainSamples.symmetric;
import static io.cloudmac.impl.chain.program.ChainSamples.tenant;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.chain.ChainSource;
import io.cloudmac.impl.chain.ChainSpec;
import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegmentsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.radio.side.RadioSide.Direction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Chain;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ChainBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.FlowSpaceBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.Match;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.MatchBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.SymmetricBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UserPriority;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Raw chains: what they match, and the sentences that refuse them. */
class RawChainCheckTest {
    private static final String VAP = "02:43:4d:a0:00:01";
    private static final String STATION = "02:5a:00:00:00:01";
    private static final String WTP = "02:c1:0d:aa:00:01";

    private static void assertRefused(final String violation, final ChainBuilder... chains) {
        assertEquals(violation.isEmpty() ? List.of() : List.of(violation),
            ChainCheck.violations(ChainSamples.tenants(Arrays.stream(chains)
                .map(ChainBuilder::build).toArray(Chain[]::new)), new ChainSegmentsBuilder().build()));
    }

    private static ChainBuilder uplink(final String name, final Match match, final String... lvnfs) {
        return ofStation(chain(name, HOST, match, lvnfs), VAP, STATION, Direction.Uplink);
    }

    private static Match priority(final int priority) {
        return new MatchBuilder().setPriority(new UserPriority(Uint8.valueOf(priority))).build();
    }

    private static String rules(final ChainBuilder chain) {
        final ChainSpec spec = ChainConfiguration.spec(chain.build());
        return String.join(" | ", spec.directions().stream().map(direction -> direction.match().source() + " "
            + direction.match().destination() + " 0x" + Integer.toHexString(direction.match().ethertype())
            + " " + direction.match().bits()).toList());
    }

    @Test
    void theRadioTagTellsDirectionVapPriorityAndKind() {
        assertEquals(STATION + " 12:00:00:00:00:01/ff:00:00:0f:ff:ff 0x1337 104", rules(uplink("x", null, "a")));
        assertEquals(STATION + " 12:00:00:a0:00:01/ff:00:00:ef:ff:ff 0x1337 107",
            rules(uplink("x", priority(5), "a")));
        assertEquals(STATION + " 12:00:00:01:00:01/ff:00:00:0f:ff:ff 0x1337 104",
            rules(uplink("x", new MatchBuilder().setKind(Match.Kind.TxStatus).build(), "a")));
        assertEquals("12:00:00:00:00:01/ff:00:00:0f:ff:ff " + STATION + " 0x1337 104 | " + STATION
            + " 12:00:00:00:00:01/ff:00:00:0f:ff:ff 0x1337 104",
            rules(ofStation(chain("x", HOST, null, "a"), VAP, STATION, Direction.Downlink)
                .setSymmetric(new SymmetricBuilder().build())));
        assertEquals("12:00:00:00:00:01/ff:00:00:0f:ff:ff 00:00:00:00:00:00/01:00:00:00:00:00 0x1337 57",
            rules(ofStation(chain("x", HOST, null, "a"), VAP, null, Direction.Downlink)));
        assertEquals("null 12:00:00:02:00:00/ff:00:00:0f:00:00 0x1337 40", rules(ofWtp(
            chain("x", HOST, new MatchBuilder().setKind(Match.Kind.Neighbour).build(), "a"), WTP)));
        assertEquals(STATION + " 12:00:00:00:00:01/ff:00:00:0f:ff:ff 0x1337 104", rules(ofWtp(chain("x", HOST,
            new MatchBuilder().setVap(new Bssid(VAP)).setStation(new UnicastMac(STATION)).build(), "a"), WTP)));
    }

    @Test
    void theWayBackIsTheOtherDirection() {
        final ChainSpec spec = ChainConfiguration.spec(uplink("x", null, "a")
            .setSymmetric(new SymmetricBuilder().build()).build());
        assertEquals(List.of(new ChainSource.StationUplink(new StationKey(Mac.parse(VAP), Mac.parse(STATION))),
            new ChainSource.VapDownlink(Mac.parse(VAP), Mac.parse(STATION))),
            spec.directions().stream().map(ChainSpec.ChainDirection::source).toList());
        assertRefused("", uplink("x", null, "a").setSymmetric(new SymmetricBuilder().build()));
        assertRefused("chain guests/x: it is raw, so its way back is the station's other direction; leave out the "
            + "source of symmetric", symmetric(uplink("x", null, "a"), HOST));
        assertRefused("chain guests/x: symmetric needs the radio side of a VAP and a station, not WTP " + WTP,
            ofWtp(chain("x", HOST, null, "a"), WTP).setSymmetric(new SymmetricBuilder().build()));
        assertRefused("chain guests/x: it has no source",
            chain("x", HOST, null, "a").setSymmetric(new SymmetricBuilder().build()));
    }

    @Test
    void aMatchOfTheOtherDomainIsRefused() {
        assertRefused("chain guests/x: match ip-protocol is of the plain domain, and the uplink of station " + STATION
            + " of VAP " + VAP + " is a raw source",
            uplink("x", new MatchBuilder().setIpProtocol(Uint8.valueOf(17)).build(), "a"));
        assertRefused("chain guests/x: match vap, priority are of the raw domain, and the chain has a plain source",
            chain("x", HOST, new MatchBuilder(priority(3)).setVap(new Bssid(VAP)).build(), "a"));
        assertRefused("chain guests/x: match ethertype is of the plain domain, and WTP " + WTP + " is a raw source",
            ofWtp(chain("x", HOST, new MatchBuilder().setEthertype(Uint16.valueOf(0x1337)).build(), "a"), WTP));
        assertRefused("chain guests/x: match station is for chains of a WTP, and the uplink of station " + STATION
            + " of VAP " + VAP + " names it already",
            uplink("x", new MatchBuilder().setStation(new UnicastMac(STATION)).build(), "a"));
        assertRefused("chain guests/y: it is plain, and LVNF a is in the raw chain guests/x; an LVNF has frames of one "
            + "domain", uplink("x", null, "a"),
            chain("y", HOST, new MatchBuilder().setVlan(ChainSamples.vlan(12)).build(), "a"));
    }

    @Test
    void whatNoFrameIsLike() {
        assertRefused("chain guests/x: the uplink needs a station, as the chain follows its handovers",
            ofStation(chain("x", HOST, null, "a"), VAP, null, Direction.Uplink));
        assertRefused("chain guests/x: kind tx-status is sent uplink only", ofStation(chain("x", HOST,
            new MatchBuilder().setKind(Match.Kind.TxStatus).build(), "a"), VAP, STATION, Direction.Downlink));
        assertRefused("chain guests/x: kind neighbour is of no station; its source must be a WTP",
            uplink("x", new MatchBuilder().setKind(Match.Kind.Neighbour).build(), "a"));
    }

    @Test
    void aReplyPortLeadsToTheWtpOfTheChain() {
        final ChainBuilder replying = ofWtp(chain("x", HOST, null), WTP).setHop(List.of(
            ChainSamples.hop("a", 0, 1).setReplyPort(Uint8.ZERO).build()));
        assertRefused("", replying);
        assertEquals(OptionalInt.of(0), ChainConfiguration.spec(replying.build()).hops().get(0).reply());
        assertRefused("chain guests/y: frames of chain guests/x with the same VLAN tag leave LVNF a at port 0 too; use "
            + "another port or another LVNF", replying, ofStation(chain("y", HOST, null), VAP, null,
            Direction.Downlink).setHop(List.of(ChainSamples.hop("a", 1, 0).build())));
        assertRefused("chain guests/x: LVNF a has no port 2, its last one is 1", ofWtp(chain("x", HOST, null), WTP)
            .setHop(List.of(ChainSamples.hop("a", 0, 1).setReplyPort(Uint8.TWO).build())));
        assertRefused("chain guests/x: reply-port and out-port of LVNF a are both 1; use two ports",
            ofWtp(chain("x", HOST, null), WTP).setHop(List.of(
                ChainSamples.hop("a", 0, 1).setReplyPort(Uint8.ONE).build())));
        assertRefused("chain guests/x: reply-port of LVNF a is for kind frame, not tx-status", ofWtp(chain("x", HOST,
            new MatchBuilder().setKind(Match.Kind.TxStatus).build()), WTP).setHop(List.of(
            ChainSamples.hop("a", 0, 1).setReplyPort(Uint8.ZERO).build())));
        assertRefused("chain guests/x: LVNF a has reply-port 0, which is for the source wtp only, and the source is "
            + "the uplink of station " + STATION + " of VAP " + VAP, uplink("x", null).setHop(List.of(
            ChainSamples.hop("a", 0, 1).setReplyPort(Uint8.ZERO).build())));
    }

    @Test
    void equalOverlapsAreRefusedAndTheMoreSpecificMatchWins() {
        assertRefused("", uplink("x", null, "a"), uplink("y", priority(5), "b"));
        assertRefused("", uplink("x", priority(4), "a"), uplink("y", priority(5), "b"));
        assertRefused("chain guests/y: chain guests/x has some of its frames at the uplink of station " + STATION
            + " of VAP " + VAP + ", and its match fixes as many bits",
            uplink("x", priority(5), "a"), uplink("y", priority(5), "b"));
    }

    @Test
    void rawSourcesAreInFlowSpaces() {
        final var guests = tenant("guests", uplink("x", null, "a").build()).setFlowSpace(
            new FlowSpaceBuilder().setVap(Set.of(new Bssid(VAP))).build());
        final var staff = tenant("staff", ofStation(chain("y", HOST, null, "a"), VAP, WTP, Direction.Uplink).build(),
            ofWtp(chain("z", HOST, null, "b"), WTP).build());
        assertEquals(List.of("chain staff/y: VAP " + VAP + " is in the flow space of another tenant",
            "chain staff/z: WTP " + WTP + " has frames of all VAPs, and tenants have flow spaces; match a VAP"),
            ChainCheck.violations(new TenantsBuilder().setTenant(BindingMap.of(guests.build(), staff.build())).build(),
                new ChainSegmentsBuilder().build()).stream().sorted().toList());
    }
}
