// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.strategies;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.FlatQdiscs;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.LeafOfClass;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.QosParameters;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.RatedClass;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.leaf.of._class.LeafQdisc;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;

/** Finds parameters that the chosen type of a policy or leaf ignores, because whoever set them expects an effect. */
final class UnusedParameters {
    private UnusedParameters() {
    }

    /** Returns a sentence for each container of another type. Types without a qdisc may keep parameters for later. */
    static List<String> violations(final QosParameters policy) {
        final QosType type = policy.requireType();
        if (type == QosType.None || type == QosType.Fifo) {
            return List.of();
        }
        final Map<String, Object> containers = containers(policy);
        containers.put(QosType.Htb.getName(), policy.getHtb());
        containers.put(QosType.Hfsc.getName(), policy.getHfsc());
        containers.put(QosType.Prio.getName(), policy.getPrio());
        containers.put(QosType.Cake.getName(), policy.getCake());
        final List<String> violations = unused(type.getName(), containers);
        if (type == QosType.Htb && policy.getHtb() != null) {
            addOfClasses(policy.getHtb().nonnullXmlClass().values(), violations);
        } else if (type == QosType.Hfsc && policy.getHfsc() != null) {
            addOfClasses(policy.getHfsc().nonnullXmlClass().values(), violations);
        } else if (type == QosType.Prio && policy.getPrio() != null) {
            policy.getPrio().nonnullBand().values()
                .forEach(band -> addOfLeaf(band.requireQueue().getValue().toJava(), band, violations));
        }
        return violations;
    }

    private static void addOfClasses(final Collection<? extends RatedClass> classes, final List<String> violations) {
        classes.forEach(one -> addOfLeaf(one.requireQueue().getValue().toJava(), one, violations));
    }

    private static void addOfLeaf(final int queue, final LeafOfClass owner, final List<String> violations) {
        final LeafQdisc leaf = owner.getLeafQdisc();
        if (leaf != null) {
            final Map<String, Object> containers = containers(leaf);
            containers.put("pfifo", leaf.getPfifo());
            containers.put("bfifo", leaf.getBfifo());
            unused(leaf.requireType().getName(), containers).stream()
                .map(text -> "leaf-qdisc of queue " + queue + ": " + text).forEach(violations::add);
        }
    }

    private static Map<String, Object> containers(final FlatQdiscs flat) {
        final Map<String, Object> containers = new TreeMap<>();
        containers.put(QosType.Sfq.getName(), flat.getSfq());
        containers.put(QosType.Codel.getName(), flat.getCodel());
        containers.put(QosType.FqCodel.getName(), flat.getFqCodel());
        containers.put(QosType.Pie.getName(), flat.getPie());
        containers.put(QosType.FqPie.getName(), flat.getFqPie());
        return containers;
    }

    // A container without parameters is not in the datastore, so it is null.
    private static List<String> unused(final String type, final Map<String, Object> containers) {
        final List<String> violations = new ArrayList<>();
        containers.forEach((name, container) -> {
            if (container != null && !name.equals(type)) {
                violations.add(name + " has parameters, but the type is " + type
                    + ": leave them out, or set type to " + name);
            }
        });
        return violations;
    }
}
