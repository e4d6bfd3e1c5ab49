// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Image;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.ImageKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Trigger;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Trigger.Metric;

/** The rules for triggers that YANG cannot express. Each violation is one sentence. */
final class TriggerCheck {
    /** Metrics of a whole LVNF. */
    private static final Set<Metric> WHOLE = EnumSet.of(Metric.CpuUtil, Metric.MemUtil);

    private TriggerCheck() {
    }

    /** Returns the violations of a trigger that is written. */
    static List<String> trigger(final Tenant tenant, final Trigger trigger) {
        final List<String> violations = new ArrayList<>();
        final String who = "trigger " + trigger.requireName().getValue() + " of tenant "
            + tenant.requireName().getValue() + ": ";
        final LvnfName name = trigger.getLvnf();
        final Lvnf lvnf = name == null ? null : tenant.nonnullLvnf().get(new LvnfKey(name));
        if (name != null && lvnf == null) {
            violations.add(who + "the tenant has no LVNF " + name.getValue());
        }
        if (trigger.getPort() != null && WHOLE.contains(trigger.getMetric())) {
            violations.add(who + trigger.getMetric().getName() + " is of a whole LVNF, so it has no port");
        } else if (trigger.getPort() != null && lvnf != null && trigger.getPort().intValue() >= ports(tenant, lvnf)) {
            violations.add(who + "LVNF " + name.getValue() + " has no port " + trigger.getPort()
                + ", its last one is " + (ports(tenant, lvnf) - 1));
        }
        return violations;
    }

    private static int ports(final Tenant tenant, final Lvnf lvnf) {
        if (lvnf.getPorts() != null) {
            return lvnf.getPorts().intValue();
        }
        final Image image = lvnf.getImage() == null ? null : tenant.nonnullImage().get(new ImageKey(lvnf.getImage()));
        // An image that is missing is another violation.
        return image == null ? Integer.MAX_VALUE : NfvConfiguration.ports(image);
    }
}
