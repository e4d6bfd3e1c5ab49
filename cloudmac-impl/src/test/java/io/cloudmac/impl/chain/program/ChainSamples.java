// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import java.util.Arrays;
import java.util.List;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.VlanId;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.SwitchPortBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.VapBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.WtpBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.radio.side.RadioSide;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.radio.side.RadioSide.Direction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.radio.side.RadioSideBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Chain;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ChainBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.HopBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.Match;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.SourceBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.SymmetricBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.Bssid;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.WtpId;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Chains of tenant "guests", whose LVNFs a, b and c have two ports each. */
final class ChainSamples {
    static final String HOST = "openflow:1:1";
    static final String ROUTER = "openflow:1:2";

    private ChainSamples() {
    }

    /** Returns a chain from a port through LVNFs, from port 0 to port 1 of each. */
    static ChainBuilder chain(final String name, final String port, final Match match, final String... lvnfs) {
        return new ChainBuilder().setName(new ChainName(name)).setMatch(match)
            .setSource(new SourceBuilder().setSource(
                new SwitchPortBuilder().setSwitchPort(new SwitchPort(port)).build()).build())
            .setHop(Arrays.stream(lvnfs).map(lvnf -> hop(lvnf, 0, 1).build()).toList());
    }

    static HopBuilder hop(final String lvnf, final int in, final int out) {
        return new HopBuilder().setLvnf(new LvnfName(lvnf)).setInPort(Uint8.valueOf(in))
            .setOutPort(Uint8.valueOf(out));
    }

    static ChainBuilder ofVap(final ChainBuilder chain, final String vap) {
        return chain.setSource(new SourceBuilder().setSource(new VapBuilder().setVap(new Bssid(vap)).build()).build());
    }

    /** Makes a chain raw: of a station of a VAP, or of all its stations if it is null. */
    static ChainBuilder ofStation(final ChainBuilder chain, final String vap, final String station,
            final Direction direction) {
        final RadioSide side = new RadioSideBuilder().setVap(new Bssid(vap)).setDirection(direction)
            .setStation(station == null ? null : new UnicastMac(station)).build();
        return chain.setSource(new SourceBuilder().setSource(new org.opendaylight.yang.gen.v1.urn.cloudmac.nfv
            .rev261129.chain.source.source.RadioSideBuilder().setRadioSide(side).build()).build());
    }

    static ChainBuilder ofWtp(final ChainBuilder chain, final String wtp) {
        return chain.setSource(new SourceBuilder().setSource(new WtpBuilder().setWtp(new WtpId(wtp)).build()).build());
    }

    static VlanId vlan(final int id) {
        return new VlanId(Uint16.valueOf(id));
    }

    static ChainBuilder symmetric(final ChainBuilder chain, final String port) {
        return chain.setSymmetric(new SymmetricBuilder().setSource(
            new SwitchPortBuilder().setSwitchPort(new SwitchPort(port)).build()).build());
    }

    static Tenants tenants(final Chain... chains) {
        return new TenantsBuilder().setTenant(BindingMap.of(tenant("guests", chains).build())).build();
    }

    /** Returns a tenant with the LVNFs a, b and c. */
    static TenantBuilder tenant(final String tenant, final Chain... chains) {
        return new TenantBuilder().setName(new TenantName(tenant))
            .setImage(BindingMap.of(new ImageBuilder().setName(new ImageName("null")).setObject(new byte[] { 1 })
                .build()))
            .setLvnf(List.of("a", "b", "c").stream().map(name -> new LvnfBuilder().setName(new LvnfName(name))
                .setImage(new ImageName("null")).setPacketNode(new PacketNodeName("node")).build())
                .collect(BindingMap.toMap()))
            .setChain(Arrays.stream(chains).collect(BindingMap.toMap()));
    }
}
