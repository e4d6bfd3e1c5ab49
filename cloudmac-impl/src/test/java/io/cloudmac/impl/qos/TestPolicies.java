// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.HtbBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.htb.ClassBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.htb.ClassKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.QosBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.PolicyBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.PolicyKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.BitRate;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QueueId;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Policies for tests. */
public final class TestPolicies {
    public static final long MBIT = 1_000_000;

    private TestPolicies() {
    }

    public static PolicyBuilder policy(final QosType type) {
        return new PolicyBuilder().setName("default").setType(type);
    }

    public static BitRate rate(final long bitsPerSecond) {
        return new BitRate(Uint64.valueOf(bitsPerSecond));
    }

    public static QueueId queue(final int number) {
        return new QueueId(Uint16.valueOf(number));
    }

    /** Returns a class; {@code min} and {@code max} are its rates in Mbit/s, 0 if not set. */
    public static ClassBuilder htbClass(final int queue, final long min, final long max, final int priority) {
        return new ClassBuilder().setQueue(queue(queue)).setMinRate(min == 0 ? null : rate(min * MBIT))
            .setMaxRate(max == 0 ? null : rate(max * MBIT)).setPriority(Uint8.valueOf(priority));
    }

    public static HtbBuilder htb(final ClassBuilder... classes) {
        final Map<ClassKey, org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.htb.Class> list
            = new LinkedHashMap<>();
        Arrays.stream(classes).map(ClassBuilder::build).forEach(each -> list.put(each.key(), each));
        return new HtbBuilder().setXmlClass(list);
    }

    public static Set<SwitchPort> ports(final String... ids) {
        final Set<SwitchPort> result = new LinkedHashSet<>();
        Arrays.stream(ids).map(SwitchPort::new).forEach(result::add);
        return result;
    }

    public static Cloudmac configuration(final Policy... policies) {
        final Map<PolicyKey, Policy> list = new LinkedHashMap<>();
        Arrays.stream(policies).forEach(each -> list.put(each.key(), each));
        return new CloudmacBuilder().setQos(new QosBuilder().setPolicy(list).build()).build();
    }
}
