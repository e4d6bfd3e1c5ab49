// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import static io.cloudmac.impl.chain.program.ChainSamples.HOST;
import static io.cloudmac.impl.chain.program.ChainSamples.ROUTER;
import static io.cloudmac.impl.chain.program.ChainSamples.chain;
import static io.cloudmac.impl.chain.program.ChainSamples.hop;
import static io.cloudmac.impl.chain.program.ChainSamples.ofVap;
import static io.cloudmac.impl.chain.program.ChainSamples.symmetric;
import static io.cloudmac.impl.chain.program.ChainSamples.tenant;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegmentsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.VlanId;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Chain;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ChainBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.FlowSpace;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.FlowSpaceBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Quota;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.QuotaBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.MatchBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.IpPrefix;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Ipv4Prefix;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.PortNumber;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint8;

/** What cannot be a chain, and the sentences that say so. */
class ChainCheckTest {
    private static final String BSSID = "02:00:00:00:12:34";

    private static void assertRefused(final List<String> violations, final ChainBuilder... chains) {
        assertEquals(violations, ChainCheck.violations(ChainSamples.tenants(Arrays.stream(chains)
            .map(ChainBuilder::build).toArray(Chain[]::new)), new ChainSegmentsBuilder().build()));
    }

    private static MatchBuilder dns() {
        return new MatchBuilder().setSourcePrefix(prefix("10.0.0.0/8")).setIpProtocol(Uint8.valueOf(17))
            .setDestinationPort(new PortNumber(Uint16.valueOf(53)));
    }

    private static IpPrefix prefix(final String text) {
        return new IpPrefix(new Ipv4Prefix(text));
    }

    private static VlanId vlan(final int id) {
        return new VlanId(Uint16.valueOf(id));
    }

    @Test
    void goodChains() {
        assertRefused(List.of(),
            symmetric(chain("dns", HOST, dns().build(), "a", "b"), ROUTER),
            chain("all", HOST, null, "c"),
            chain("tagged", HOST, new MatchBuilder().setVlan(vlan(12)).build(), "c"));
    }

    @Test
    void lvnfsAndPorts() {
        assertRefused(List.of("chain guests/x: the tenant has no LVNF d",
            "chain guests/x: LVNF a has no port 2, its last one is 1"),
            chain("x", HOST, null).setHop(List.of(hop("d", 0, 1).build(), hop("a", 0, 2).build())));
    }

    @Test
    void matches() {
        assertRefused(List.of("chain guests/x: VLAN id 3600 is one of chain segments, 3500 to 3999"),
            chain("x", HOST, new MatchBuilder().setVlan(vlan(3600)).build(), "a"));
        assertRefused(List.of("chain guests/x: frames of ethertype 4919 never enter a chain"),
            chain("x", HOST, new MatchBuilder().setEthertype(Uint16.valueOf(0x1337)).build(), "a"));
        assertRefused(List.of("chain guests/x: ethertype 33024 is of a VLAN tag; use the VLAN id"),
            chain("x", HOST, new MatchBuilder().setEthertype(Uint16.valueOf(0x8100)).build(), "a"));
        assertRefused(List.of("chain guests/x: an IP protocol needs ethertype 2048 or 34525, or a prefix"),
            chain("x", HOST, new MatchBuilder().setIpProtocol(Uint8.valueOf(1)).build(), "a"));
        assertRefused(List.of("chain guests/x: prefix 10.0.0.0/8 is not of ethertype 34525"),
            chain("x", HOST, dns().setEthertype(Uint16.valueOf(0x86dd)).build(), "a"));
        assertRefused(List.of("chain guests/x: ports need IP protocol 6 or 17"),
            chain("x", HOST, dns().setIpProtocol(null).build(), "a"));
    }

    @Test
    void aPortOfAnLvnfIsTheExitOfOneChain() {
        assertRefused(List.of("chain guests/y: frames of chain guests/x with the same VLAN tag leave LVNF a at port 1 "
            + "too; use another port or another LVNF"), chain("x", HOST, null, "a"), chain("y", ROUTER, null, "a"));
        assertRefused(List.of(), chain("x", HOST, null, "a"),
            chain("y", ROUTER, new MatchBuilder().setVlan(vlan(5)).build(), "a"));
        assertRefused(List.of("chain guests/x: frames and answers would leave LVNF a at the same port 1; a symmetric "
            + "chain needs two"), symmetric(chain("x", HOST, null).setHop(List.of(hop("a", 1, 1).build())), ROUTER));
    }

    @Test
    void equallySpecificChainsOfASourceShareNoFrame() {
        final MatchBuilder from = new MatchBuilder().setSourcePrefix(prefix("10.0.0.0/8"));
        final MatchBuilder to = new MatchBuilder().setDestinationPrefix(prefix("192.0.0.0/8"));
        final String text = "chain guests/y: chain guests/x has some of its frames at openflow:1:1, and its match fixes"
            + " as many bits";
        assertRefused(List.of(text), chain("x", HOST, from.build(), "a"), chain("y", HOST, to.build(), "b"));
        assertRefused(List.of(), chain("x", HOST, from.build(), "a"), chain("y", ROUTER, to.build(), "b"));
        assertRefused(List.of(), chain("x", HOST, from.build(), "a"),
            chain("y", HOST, from.setSourcePrefix(prefix("11.0.0.0/8")).build(), "b"));
        assertRefused(List.of(text.replace("openflow:1:1", "VAP " + BSSID)),
            ofVap(chain("x", HOST, null, "a"), BSSID), ofVap(chain("y", HOST, null, "b"), BSSID));
        assertRefused(List.of("chain guests/x: some of its frames at openflow:1:1 are answers too"),
            symmetric(chain("x", HOST, null, "a"), HOST));
    }

    private static FlowSpace space(final Set<String> ports, final Set<String> vaps) {
        return new FlowSpaceBuilder()
            .setSwitchPort(ports.stream().map(SwitchPort::new).collect(Collectors.toSet()))
            .setVap(vaps.stream().map(Bssid::new).collect(Collectors.toSet())).build();
    }

    private static void assertViolations(final List<String> violations, final TenantBuilder... tenants) {
        assertEquals(violations, ChainCheck.violations(new TenantsBuilder().setTenant(Arrays.stream(tenants)
            .map(TenantBuilder::build).collect(BindingMap.toMap())).build(), new ChainSegmentsBuilder().build()));
    }

    @Test
    void aChainStartsInTheFlowSpaceOfItsTenant() {
        final Chain host = chain("x", HOST, null, "a").build();
        final Chain vap = ofVap(chain("y", HOST, null, "b"), BSSID).build();
        assertViolations(List.of(), tenant("guests", host, vap).setFlowSpace(space(Set.of(HOST), Set.of(BSSID))));
        assertViolations(List.of("chain guests/y: VAP " + BSSID + " is not in the flow space of the tenant"),
            tenant("guests", host, vap).setFlowSpace(space(Set.of(HOST), Set.of())));
        assertViolations(List.of("chain guests/x: openflow:1:2 is not in the flow space of the tenant"),
            tenant("guests", symmetric(chain("x", HOST, null, "a"), ROUTER).build())
                .setFlowSpace(space(Set.of(HOST), Set.of())));
    }

    @Test
    void theFlowSpaceOfAnotherTenantIsClosedToATenantWithoutOne() {
        assertViolations(List.of("chain guests/x: openflow:1:1 is in the flow space of another tenant"),
            tenant("guests", chain("x", HOST, null, "a").build(), chain("y", ROUTER, null, "b").build()),
            tenant("staff").setFlowSpace(space(Set.of(HOST), Set.of())));
    }

    @Test
    void flowSpacesShareNothing() {
        assertViolations(List.of("tenant staff: openflow:1:1 is in the flow space of another tenant"),
            tenant("guests").setFlowSpace(space(Set.of(HOST), Set.of())),
            tenant("staff").setFlowSpace(space(Set.of(HOST, ROUTER), Set.of())));
    }

    @Test
    void aTenantHasAsManyChainsAsItMayHave() {
        final Quota quota = new QuotaBuilder().setChains(Uint16.ONE).build();
        final Chain first = chain("x", HOST, null, "a").build();
        assertViolations(List.of(), tenant("guests", first).setQuota(quota));
        assertViolations(List.of("tenant guests: it may have at most 1 chains, not 2"),
            tenant("guests", first, chain("y", ROUTER, null, "b").build()).setQuota(quota));
    }

    @Test
    void theRangeOfSegments() {
        assertEquals(List.of("the first VLAN id of chain segments, 4000, is greater than the last one, 3999"),
            ChainCheck.violations(ChainSamples.tenants(), new ChainSegmentsBuilder().setFirstVlan(vlan(4000)).build()));
    }
}
