// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import java.util.HashSet;
import java.util.Set;
import org.opendaylight.mdsal.binding.api.DataObjectModification;
import org.opendaylight.mdsal.binding.api.DataObjectModification.ModificationType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Quota;
import org.opendaylight.yangtools.yang.binding.DataObject;

/**
 * What a change of the configuration of tenants concerns. The new values are read from the configuration.
 *
 * @param isOfAll true: it concerns everything
 * @param tenants tenants of which it concerns everything
 * @param images images of other tenants
 * @param lvnfs LVNFs of other tenants
 */
record TenantChange(boolean isOfAll, Set<String> tenants, Set<ImageId> images, Set<LvnfId> lvnfs) {
    /** Everything. */
    static final TenantChange ALL = new TenantChange(true, Set.of(), Set.of(), Set.of());

    /**
     * An image of a tenant.
     *
     * @param tenant the tenant
     * @param image the image's name
     */
    record ImageId(String tenant, String image) {
    }

    TenantChange {
        tenants = Set.copyOf(tenants);
        images = Set.copyOf(images);
        lvnfs = Set.copyOf(lvnfs);
    }

    static TenantChange of(final DataObjectModification<Tenants> change) {
        if (change.getModificationType() != ModificationType.SUBTREE_MODIFIED) {
            return ALL;
        }
        final Set<String> tenants = new HashSet<>();
        final Set<ImageId> images = new HashSet<>();
        final Set<LvnfId> lvnfs = new HashSet<>();
        change.getModifiedChildren(Tenant.class).forEach(tenant -> {
            final String name = either(tenant).requireName().getValue();
            if (tenant.getModificationType() != ModificationType.SUBTREE_MODIFIED
                    || tenant.getModifiedChildContainer(Quota.class) != null) {
                tenants.add(name);
                return;
            }
            tenant.getModifiedChildren(Image.class).forEach(image ->
                images.add(new ImageId(name, either(image).requireName().getValue())));
            tenant.getModifiedChildren(Lvnf.class).forEach(lvnf ->
                lvnfs.add(new LvnfId(name, either(lvnf).requireName().getValue())));
        });
        return new TenantChange(false, tenants, images, lvnfs);
    }

    private static <T extends DataObject> T either(final DataObjectModification<T> change) {
        final T after = change.getDataAfter();
        return after == null ? change.getDataBefore() : after;
    }
}
