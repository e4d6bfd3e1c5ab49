// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import io.cloudmac.impl.chain.ChainHop;
import io.cloudmac.impl.chain.ChainId;
import io.cloudmac.impl.chain.ChainMatch;
import io.cloudmac.impl.chain.ChainSource;
import io.cloudmac.impl.chain.ChainSpec;
import io.cloudmac.impl.chain.VlanRange;
import io.cloudmac.impl.flow.model.IpPrefix;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.wire.AnnouncementParser;
import io.cloudmac.impl.wire.CloudmacFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegments;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Chain;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.chain.Match;
import org.opendaylight.yangtools.yang.common.Uint16;

/** The rules for chains that YANG cannot express. Each violation is one sentence. */
final class ChainCheck {
    private static final int LLDP = 0x88cc;
    private static final Set<Integer> OWN = Set.of(CloudmacFrame.ETHERTYPE, AnnouncementParser.ETHERTYPE, LLDP);
    private static final Set<Integer> TAGS = Set.of(0x8100, 0x88a8);
    private static final int DEFAULT_PORTS = 2;

    /** What decides which chain a frame belongs to when it leaves a port of an LVNF. */
    private record Exit(String tenant, String lvnf, int port, int vlan) {
    }

    /** One direction of a chain at its source. */
    private record SourceEntry(ChainId chain, ChainMatch match) {
    }

    private final List<String> violations = new ArrayList<>();
    private final Map<ChainId, ChainSpec> specs = new TreeMap<>();
    private final FlowSpaces spaces;

    private ChainCheck(final FlowSpaces spaces) {
        this.spaces = spaces;
    }

    /** Returns the violations of all chains. */
    static List<String> violations(final Tenants tenants, final ChainSegments segments) {
        final ChainCheck check = new ChainCheck(new FlowSpaces(tenants));
        check.violations.addAll(check.spaces.violations());
        final VlanRange range = ChainConfiguration.range(segments);
        if (range.first() > range.last()) {
            check.violations.add("the first VLAN id of chain segments, " + range.first()
                + ", is greater than the last one, " + range.last());
        }
        tenants.nonnullTenant().values().forEach(tenant -> {
            check.checkQuota(tenant);
            tenant.nonnullChain().values().forEach(chain -> check.addChain(tenant, chain, range));
        });
        check.checkDomains();
        check.checkExits();
        check.checkEntries();
        return check.violations;
    }

    private void checkQuota(final Tenant tenant) {
        final Uint16 most = tenant.getQuota() == null ? null : tenant.getQuota().getChains();
        final int chains = tenant.nonnullChain().size();
        if (most != null && chains > most.intValue()) {
            violations.add("tenant " + tenant.requireName().getValue() + ": it may have at most " + most
                + " chains, not " + chains);
        }
    }

    private void addChain(final Tenant tenant, final Chain chain, final VlanRange range) {
        final ChainId id = new ChainId(tenant.requireName().getValue(), chain.requireName().getValue());
        final ChainSpec spec;
        try {
            spec = ChainConfiguration.spec(chain);
        } catch (final IllegalArgumentException e) {
            violations.add("chain " + id + ": " + e.getMessage());
            return;
        }
        specs.put(id, spec);
        checkMatch(id, spec.match(), range);
        Stream.concat(Stream.of(spec.source()), spec.answers().stream()).distinct()
            .map(source -> spaces.refusal(id, source, chain.getMatch())).flatMap(Optional::stream)
            .forEach(violations::add);
        for (final ChainHop hop : spec.hops()) {
            final Lvnf lvnf = tenant.nonnullLvnf().get(new LvnfKey(new LvnfName(hop.lvnf())));
            if (lvnf == null) {
                violations.add("chain " + id + ": the tenant has no LVNF " + hop.lvnf());
            } else {
                checkPorts(id, hop, ports(tenant, lvnf));
            }
            checkReply(id, hop, spec.source(), chain.getMatch());
            if (spec.answers().isPresent() && hop.in() == hop.out()) {
                violations.add("chain " + id + ": frames and answers would leave LVNF " + hop.lvnf()
                    + " at the same port " + hop.out() + "; a symmetric chain needs two");
            }
        }
    }

    private void checkPorts(final ChainId id, final ChainHop hop, final int ports) {
        IntStream.concat(IntStream.of(hop.in()), hop.exits()).distinct().filter(port -> port >= ports).forEach(port ->
            violations.add("chain " + id + ": LVNF " + hop.lvnf() + " has no port " + port + ", its last one is "
                + (ports - 1)));
    }

    private void checkReply(final ChainId id, final ChainHop hop, final ChainSource source, final Match match) {
        if (hop.reply().isPresent() && match != null && match.getKind() != null
                && match.getKind() != Match.Kind.Frame) {
            violations.add("chain " + id + ": reply-port of LVNF " + hop.lvnf() + " is for kind frame, not "
                + match.getKind().getName());
        }
        if (hop.reply().isPresent() && !(source instanceof ChainSource.WtpSource)) {
            violations.add("chain " + id + ": LVNF " + hop.lvnf() + " has reply-port " + hop.reply().getAsInt()
                + ", which is for the source wtp only, and the source is " + source);
        }
        if (hop.reply().isPresent() && hop.reply().getAsInt() == hop.out()) {
            violations.add("chain " + id + ": reply-port and out-port of LVNF " + hop.lvnf() + " are both "
                + hop.out() + "; use two ports");
        }
    }

    private static int ports(final Tenant tenant, final Lvnf lvnf) {
        if (lvnf.getPorts() != null) {
            return lvnf.getPorts().intValue();
        }
        final ImageName name = lvnf.getImage();
        final Image image = name == null ? null : tenant.nonnullImage().get(new ImageKey(name));
        return image == null || image.getPorts() == null ? DEFAULT_PORTS : image.getPorts().intValue();
    }

    private void checkMatch(final ChainId id, final ChainMatch match, final VlanRange range) {
        final PacketFields packet = match.packet();
        final int ethertype = match.ethertype();
        final boolean isIp = ethertype == ChainConfiguration.IPV4 || ethertype == ChainConfiguration.IPV6;
        if (range.contains(packet.vlan().id())) {
            violations.add("chain " + id + ": VLAN id " + packet.vlan().id() + " is one of chain segments, "
                + range.first() + " to " + range.last());
        }
        if (!specs.get(id).source().isRaw() && OWN.contains(ethertype)) {
            violations.add("chain " + id + ": frames of ethertype " + ethertype + " never enter a chain");
        }
        if (TAGS.contains(ethertype)) {
            violations.add("chain " + id + ": ethertype " + ethertype + " is of a VLAN tag; use the VLAN id");
        }
        if (packet.protocol() != PacketFields.ANY && !isIp) {
            violations.add("chain " + id + ": an IP protocol needs ethertype " + ChainConfiguration.IPV4 + " or "
                + ChainConfiguration.IPV6 + ", or a prefix");
        }
        for (final IpPrefix prefix : new IpPrefix[] { packet.source(), packet.destination() }) {
            if (prefix != null && ethertype != (prefix.isIpv4() ? ChainConfiguration.IPV4 : ChainConfiguration.IPV6)) {
                violations.add("chain " + id + ": prefix " + prefix + " is not of ethertype " + ethertype);
            }
        }
        if ((packet.sourcePort() != PacketFields.ANY || packet.destinationPort() != PacketFields.ANY)
                && packet.protocol() != PacketFields.TCP && packet.protocol() != PacketFields.UDP) {
            violations.add("chain " + id + ": ports need IP protocol " + PacketFields.TCP + " or " + PacketFields.UDP);
        }
    }

    /** Checks that no LVNF gets frames of both domains. */
    private void checkDomains() {
        final Map<String, ChainId> raw = new HashMap<>();
        specs.forEach((id, spec) -> spec.hops().stream().filter(hop -> spec.source().isRaw()).forEach(hop ->
            raw.putIfAbsent(id.tenant() + " " + hop.lvnf(), id)));
        specs.forEach((id, spec) -> spec.hops().stream().filter(hop -> !spec.source().isRaw()).forEach(hop -> {
            final ChainId other = raw.get(id.tenant() + " " + hop.lvnf());
            if (other != null) {
                violations.add("chain " + id + ": it is plain, and LVNF " + hop.lvnf() + " is in the raw chain "
                    + other + "; an LVNF has frames of one domain");
            }
        }));
    }

    /** Checks that a frame that leaves an LVNF belongs to one direction of one chain. */
    private void checkExits() {
        final Map<Exit, ChainId> users = new HashMap<>();
        specs.forEach((id, spec) -> spec.directions().forEach(direction -> direction.hops().forEach(hop ->
            hop.exits().forEach(port -> {
                final ChainId other = users.putIfAbsent(
                    new Exit(id.tenant(), hop.lvnf(), port, spec.match().vlan().id()), id);
                if (other != null && !other.equals(id)) {
                    violations.add("chain " + id + ": frames of chain " + other + " with the same VLAN tag leave LVNF "
                        + hop.lvnf() + " at port " + port + " too; use another port or another LVNF");
                }
            }))));
    }

    /** Checks that the most specific chain of a frame is one. */
    private void checkEntries() {
        final Map<ChainSource, Map<Integer, List<SourceEntry>>> sources = new HashMap<>();
        specs.forEach((id, spec) -> spec.directions().forEach(direction -> {
            final List<SourceEntry> equal = sources.computeIfAbsent(direction.source(), first -> new HashMap<>())
                .computeIfAbsent(direction.match().bits(), first -> new ArrayList<>());
            equal.stream().filter(other -> other.match().overlaps(direction.match())).findFirst().ifPresent(other ->
                violations.add("chain " + id + ": " + (other.chain().equals(id) ? "some of its frames at "
                    + direction.source() + " are answers too" : other.chain().toldTo(id.tenant())
                    + " has some of its frames at " + direction.source() + ", and its match fixes as many bits")));
            equal.add(new SourceEntry(id, direction.match()));
        }));
    }
}
