// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import io.cloudmac.impl.nfv.TenantChange.ImageId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ImageName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfMode;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfKey;
import org.opendaylight.yangtools.yang.common.Uint8;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configured LVNFs with their images. An update reads only what a change concerns. */
final class NfvConfiguration {
    /** The model's default. */
    private static final int DEFAULT_PORTS = 2;
    private static final Logger LOG = LoggerFactory.getLogger(NfvConfiguration.class);

    private final Map<String, TenantParts> tenants = new HashMap<>();

    /**
     * An LVNF that has changed.
     *
     * @param before empty: it is new
     * @param after empty: it is gone
     */
    record LvnfChange(Optional<WantedLvnf> before, Optional<WantedLvnf> after) {
    }

    private static final class TenantParts {
        private final Map<String, LvnfImage> images = new HashMap<>();
        private final Map<String, WantedLvnf> lvnfs = new HashMap<>();

        boolean isEmpty() {
            return images.isEmpty() && lvnfs.isEmpty();
        }
    }

    /** Returns true if there are images or LVNFs of a tenant. */
    boolean hasTenant(final String name) {
        return tenants.containsKey(name);
    }

    /** Returns an LVNF; empty if it is not configured. */
    Optional<WantedLvnf> lvnf(final LvnfId id) {
        return Optional.ofNullable(tenants.get(id.tenant())).map(parts -> parts.lvnfs.get(id.lvnf()));
    }

    /** Returns the number of ports that an LVNF of an image has by default and at most. */
    static int ports(final Image image) {
        return image.getPorts() == null ? DEFAULT_PORTS : image.getPorts().intValue();
    }

    /** Returns the octets of an image, as a packet node gets them. */
    static byte[] octets(final Image image) {
        return image.getProgram() == null ? image.requireObject() : ProgramManifest.of(image.getProgram());
    }

    /** Reads again what a change concerns. Returns the LVNFs that are different now. */
    List<LvnfChange> update(final TenantChange change, final Tenants now) {
        final Set<String> whole = new HashSet<>(change.tenants());
        if (change.isOfAll()) {
            whole.addAll(tenants.keySet());
            now.nonnullTenant().keySet().forEach(key -> whole.add(key.getName().getValue()));
        }
        final Map<String, Set<String>> images = new HashMap<>();
        final Map<String, Set<String>> lvnfs = new HashMap<>();
        for (final ImageId image : change.images()) {
            images.computeIfAbsent(image.tenant(), key -> new HashSet<>()).add(image.image());
        }
        for (final LvnfId lvnf : change.lvnfs()) {
            lvnfs.computeIfAbsent(lvnf.tenant(), key -> new HashSet<>()).add(lvnf.lvnf());
        }
        final Set<String> names = new HashSet<>(whole);
        names.addAll(images.keySet());
        names.addAll(lvnfs.keySet());
        final List<LvnfChange> changes = new ArrayList<>();
        for (final String name : names) {
            final Tenant tenant = tenant(now, name);
            final TenantParts parts = tenants.computeIfAbsent(name, key -> new TenantParts());
            final Set<String> someImages = images.getOrDefault(name, new HashSet<>());
            final Set<String> someLvnfs = lvnfs.getOrDefault(name, new HashSet<>());
            if (whole.contains(name)) {
                someImages.addAll(parts.images.keySet());
                someLvnfs.addAll(parts.lvnfs.keySet());
                tenant.nonnullImage().keySet().forEach(key -> someImages.add(key.getName().getValue()));
                tenant.nonnullLvnf().keySet().forEach(key -> someLvnfs.add(key.getName().getValue()));
            }
            someImages.forEach(image -> someLvnfs.addAll(updateImage(parts, tenant, image)));
            someLvnfs.forEach(lvnf -> updateLvnf(parts, tenant, new LvnfId(name, lvnf)).ifPresent(changes::add));
            if (parts.isEmpty()) {
                tenants.remove(name);
            }
        }
        return changes;
    }

    private static Tenant tenant(final Tenants now, final String name) {
        final TenantKey key = new TenantKey(new TenantName(name));
        final Tenant tenant = now.nonnullTenant().get(key);
        return tenant == null ? new TenantBuilder().withKey(key).build() : tenant;
    }

    /** Reads an image. Returns the LVNFs that it concerns: none if it has not changed. */
    private static Set<String> updateImage(final TenantParts parts, final Tenant tenant, final String name) {
        final Image now = tenant.nonnullImage().get(new ImageKey(new ImageName(name)));
        final LvnfImage before = parts.images.get(name);
        if (now == null) {
            parts.images.remove(name);
        } else {
            final byte[] object = octets(now);
            if (before != null && before.hasContent(ports(now), object)) {
                return Set.of();
            }
            parts.images.put(name, new LvnfImage(tenant.requireName().getValue(), name, ports(now), object));
        }
        final Set<String> users = new HashSet<>();
        tenant.nonnullLvnf().values().stream().filter(lvnf -> lvnf.requireImage().getValue().equals(name))
            .forEach(lvnf -> users.add(lvnf.requireName().getValue()));
        return users;
    }

    private static Optional<LvnfChange> updateLvnf(final TenantParts parts, final Tenant tenant, final LvnfId id) {
        final Lvnf now = tenant.nonnullLvnf().get(new LvnfKey(new LvnfName(id.lvnf())));
        final Optional<WantedLvnf> before = Optional.ofNullable(parts.lvnfs.get(id.lvnf()));
        if (now != null && !parts.images.containsKey(now.requireImage().getValue())) {
            // The newest configuration is read, so the image may belong to a later change than this one.
            updateImage(parts, tenant, now.requireImage().getValue());
        }
        final Optional<WantedLvnf> after = now == null ? Optional.empty()
            : wanted(parts, id, now, LvnfLimit.of(tenant.getQuota()));
        after.ifPresentOrElse(lvnf -> parts.lvnfs.put(id.lvnf(), lvnf), () -> parts.lvnfs.remove(id.lvnf()));
        return before.equals(after) ? Optional.empty() : Optional.of(new LvnfChange(before, after));
    }

    private static Optional<WantedLvnf> wanted(final TenantParts parts, final LvnfId id, final Lvnf now,
            final LvnfLimit limit) {
        final LvnfImage image = parts.images.get(now.requireImage().getValue());
        if (image == null) {
            LOG.error("The configuration has LVNF {} without its image {}; the LVNF is ignored", id,
                now.getImage().getValue());
            return Optional.empty();
        }
        final Uint8 ports = now.getPorts();
        return Optional.of(new WantedLvnf(id, now.requirePacketNode().getValue(), image,
            ports == null ? image.ports() : ports.intValue(),
            now.getMode() == null ? LvnfMode.Running : now.getMode(),
            now.getMigrationOrder() == Lvnf.MigrationOrder.BestEffort, limit));
    }
}
