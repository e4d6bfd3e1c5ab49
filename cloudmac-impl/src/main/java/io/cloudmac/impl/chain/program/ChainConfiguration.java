// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import io.cloudmac.impl.chain.ChainHop;
import io.cloudmac.impl.chain.ChainId;
import io.cloudmac.impl.chain.ChainInputs.ConfiguredChains;
import io.cloudmac.impl.chain.ChainMatch;
import io.cloudmac.impl.chain.ChainSource;
import io.cloudmac.impl.chain.ChainSpec;
import io.cloudmac.impl.chain.VlanRange;
import io.cloudmac.impl.flow.model.IpPrefix;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegments;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.Source;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.RadioSide;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.SwitchPort;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.Vap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.chain.source.source.Wtp;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Chain;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.Hop;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.Match;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint8;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the configured chains. */
final class ChainConfiguration {
    static final int IPV4 = 0x800;
    static final int IPV6 = 0x86dd;

    private static final Logger LOG = LoggerFactory.getLogger(ChainConfiguration.class);
    private static final int FIRST_VLAN = 3500;
    private static final int LAST_VLAN = 3999;
    private static final int IN_PORT = 0;
    private static final int OUT_PORT = 1;

    private ChainConfiguration() {
    }

    /** Returns all chains. One that no check has accepted, and that cannot be read, is left out. */
    static ConfiguredChains of(final Tenants tenants, final ChainSegments segments) {
        final Map<ChainId, ChainSpec> specs = new HashMap<>();
        tenants.nonnullTenant().values().forEach(tenant -> tenant.nonnullChain().values().forEach(chain -> {
            final ChainId id = new ChainId(tenant.requireName().getValue(), chain.requireName().getValue());
            try {
                specs.put(id, spec(chain));
            } catch (final IllegalArgumentException e) {
                LOG.error("The configuration of chain {} is wrong; the chain is ignored", id, e);
            }
        }));
        return new ConfiguredChains(specs, range(segments));
    }

    static VlanRange range(final ChainSegments segments) {
        return new VlanRange(segments.getFirstVlan() == null ? FIRST_VLAN : segments.getFirstVlan().getValue()
            .intValue(), segments.getLastVlan() == null ? LAST_VLAN : segments.getLastVlan().getValue().intValue());
    }

    /**
     * Returns a chain.
     *
     * @throws IllegalArgumentException if it is not complete, or a value has no meaning
     */
    static ChainSpec spec(final Chain chain) {
        if (chain.getSource() == null) {
            throw new IllegalArgumentException("it has no source");
        }
        final ChainSource source = source(chain.getSource().getSource());
        final Optional<ChainSource> answers = Optional.ofNullable(chain.getSymmetric())
            .map(back -> source.isRaw() ? RawMatch.otherDirection(source, back) : source(back.getSource()));
        final List<ChainHop> hops = chain.nonnullHop().stream().map(ChainConfiguration::hop).toList();
        return new ChainSpec(source, source.isRaw() ? RawMatch.of(source, chain.getMatch()) : match(chain.getMatch()),
            hops, answers, chain.getOnFailure() == Chain.OnFailure.Drop);
    }

    private static ChainHop hop(final Hop hop) {
        return new ChainHop(hop.requireLvnf().getValue(), number(hop.getInPort(), IN_PORT),
            number(hop.getOutPort(), OUT_PORT), hop.getReplyPort() == null ? OptionalInt.empty()
                : OptionalInt.of(hop.getReplyPort().intValue()));
    }

    private static ChainSource source(final Source source) {
        if (source instanceof SwitchPort port && port.getSwitchPort() != null) {
            return ChainSource.at(PortId.parse(port.getSwitchPort().getValue())
                .orElseThrow(() -> new IllegalArgumentException(port.getSwitchPort() + " is no port")));
        }
        if (source instanceof Vap vap && vap.getVap() != null) {
            return ChainSource.of(Mac.parse(vap.getVap().getValue()));
        }
        if (source instanceof Wtp wtp && wtp.getWtp() != null) {
            return new ChainSource.WtpSource(Mac.parse(wtp.getWtp().getValue()));
        }
        if (source instanceof RadioSide side && side.getRadioSide() != null) {
            return RawMatch.source(side.getRadioSide());
        }
        throw new IllegalArgumentException("it has no source");
    }

    private static ChainMatch match(final Match match) {
        if (match == null) {
            return new ChainMatch(null, null, PacketFields.ANY, PacketFields.of(VlanTag.ABSENT));
        }
        RawMatch.checkPlain(match);
        final IpPrefix source = prefix(match.getSourcePrefix());
        final IpPrefix destination = prefix(match.getDestinationPrefix());
        return new ChainMatch(mac(match.getSourceAddress()), mac(match.getDestinationAddress()),
            match.getEthertype() == null ? implied(source == null ? destination : source)
                : match.getEthertype().intValue(),
            new PacketFields(match.getVlan() == null ? VlanTag.ABSENT
                : VlanTag.of(match.getVlan().getValue().intValue()), number(match.getIpProtocol(), PacketFields.ANY),
                source, destination, port(match.getSourcePort()), port(match.getDestinationPort())));
    }

    private static int implied(final IpPrefix prefix) {
        if (prefix == null) {
            return PacketFields.ANY;
        }
        return prefix.isIpv4() ? IPV4 : IPV6;
    }

    private static IpPrefix prefix(
            final org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.IpPrefix prefix) {
        return prefix == null ? null : IpPrefix.parse(prefix.stringValue());
    }

    private static MaskedMac mac(final org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UnicastMac address) {
        return address == null ? null : MaskedMac.exactly(Mac.parse(address.getValue()));
    }

    private static int port(
            final org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.PortNumber port) {
        return number(port == null ? null : port.getValue(), PacketFields.ANY);
    }

    private static int number(final Uint8 value, final int otherwise) {
        return value == null ? otherwise : value.intValue();
    }

    private static int number(final Uint16 value, final int otherwise) {
        return value == null ? otherwise : value.intValue();
    }
}
