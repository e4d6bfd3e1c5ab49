// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import io.cloudmac.impl.config.PeerAddresses;
import io.cloudmac.impl.packetnode.PacketNodeComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yangtools.yang.common.Uint16;

/** The rules for packet nodes and tenants that YANG cannot express. Each violation is one sentence. */
final class NfvCheck {
    private NfvCheck() {
    }

    /** Returns the violations of the addresses of nodes. */
    static List<String> nodes(final PacketNodes after) {
        final PeerAddresses addresses = new PeerAddresses("packet node", PacketNodeComponent.DEFAULT_PORT);
        after.nonnullPacketNode().values().forEach(node ->
            addresses.add(node.requireName().getValue(), node.getAddress(), node.getPort()));
        return addresses.violations();
    }

    /**
     * Returns the violations of an LVNF.
     *
     * @param nodes the configured nodes
     */
    static List<String> lvnf(final Tenant tenant, final Lvnf lvnf, final Set<String> nodes) {
        final List<String> violations = new ArrayList<>();
        final ImageName name = lvnf.getImage();
        final Image image = name == null ? null : tenant.nonnullImage().get(new ImageKey(name));
        if (name != null && image == null) {
            violations.add(name(tenant, lvnf) + ": the tenant has no image " + name.getValue());
        }
        if (image != null && lvnf.getPorts() != null
                && lvnf.getPorts().intValue() > NfvConfiguration.ports(image)) {
            violations.add(name(tenant, lvnf) + ": it may have at most " + NfvConfiguration.ports(image)
                + " ports, as image " + name.getValue() + ", not " + lvnf.getPorts());
        }
        final PacketNodeName node = lvnf.getPacketNode();
        if (node != null && !nodes.contains(node.getValue())) {
            violations.add(name(tenant, lvnf) + ": there is no packet node " + node.getValue());
        }
        return violations;
    }

    /** Returns the violation of a tenant that has more LVNFs than it may have. */
    static Optional<String> quota(final Tenant tenant) {
        final Uint16 most = tenant.getQuota() == null ? null : tenant.getQuota().getLvnfs();
        final int lvnfs = tenant.nonnullLvnf().size();
        return most == null || lvnfs <= most.intValue() ? Optional.empty()
            : Optional.of("tenant " + tenant.requireName().getValue() + ": it may have at most " + most
                + " LVNFs, not " + lvnfs);
    }

    /** Returns the violation of a change of an image that an LVNF has before and after it. */
    static Optional<String> image(final Image before, final Image after, final Tenant tenantBefore,
            final Tenant tenantAfter) {
        if (NfvConfiguration.ports(before) == NfvConfiguration.ports(after)
                && Arrays.equals(before.getObject(), after.getObject())
                && Objects.equals(before.getProgram(), after.getProgram())) {
            return Optional.empty();
        }
        return user(before, tenantBefore, tenantAfter).map(lvnf -> "the " + kind(before) + " and ports of image "
            + after.requireName().getValue() + " of tenant " + tenantAfter.requireName().getValue()
            + " cannot change while LVNF " + lvnf + " has it; add another image, and give that to the LVNF");
    }

    private static String kind(final Image image) {
        return image.getProgram() == null ? "object" : "program";
    }

    private static Optional<String> user(final Image image, final Tenant before, final Tenant after) {
        return after.nonnullLvnf().values().stream().filter(lvnf -> image.getName().equals(lvnf.getImage()))
            .filter(lvnf -> {
                final Lvnf earlier = before.nonnullLvnf().get(lvnf.key());
                return earlier != null && image.getName().equals(earlier.getImage());
            }).map(lvnf -> lvnf.requireName().getValue()).min(String::compareTo);
    }

    /** Returns the violation of the removal of an image that an LVNF has. */
    static Optional<String> withoutImage(final ImageKey image, final Tenant after) {
        return after.nonnullLvnf().values().stream().filter(lvnf -> image.getName().equals(lvnf.getImage()))
            .map(lvnf -> lvnf.requireName().getValue()).min(String::compareTo)
            .map(lvnf -> "image " + image.getName().getValue() + " of tenant " + after.requireName().getValue()
                + " cannot be removed, because LVNF " + lvnf + " has it");
    }

    /** Returns the violation of the removal of a node that an LVNF has. */
    static Optional<String> withoutNode(final PacketNodeName node, final Tenant tenant) {
        return tenant.nonnullLvnf().values().stream().filter(lvnf -> node.equals(lvnf.getPacketNode()))
            .map(lvnf -> lvnf.requireName().getValue()).min(String::compareTo)
            .map(lvnf -> "packet node " + node.getValue() + " cannot be removed, because LVNF "
                + new LvnfId(tenant.requireName().getValue(), lvnf) + " is there");
    }

    /** Returns how violations call an image. */
    static String name(final Tenant tenant, final Image image) {
        return "image " + image.requireName().getValue() + " of tenant " + tenant.requireName().getValue();
    }

    private static String name(final Tenant tenant, final Lvnf lvnf) {
        return "LVNF " + new LvnfId(tenant.requireName().getValue(), lvnf.requireName().getValue());
    }
}
