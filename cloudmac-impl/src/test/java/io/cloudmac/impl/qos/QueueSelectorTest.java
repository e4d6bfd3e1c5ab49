// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import static io.cloudmac.impl.qos.TestPolicies.MBIT;
import static io.cloudmac.impl.qos.TestPolicies.configuration;
import static io.cloudmac.impl.qos.TestPolicies.htb;
import static io.cloudmac.impl.qos.TestPolicies.htbClass;
import static io.cloudmac.impl.qos.TestPolicies.policy;
import static io.cloudmac.impl.qos.TestPolicies.ports;
import static io.cloudmac.impl.qos.TestPolicies.queue;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.config.FakeConfiguration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.Cake;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.CakeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.qos.parameters.PrioBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.user.priorities.UserPriorityBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.UserPriority;
import org.opendaylight.yangtools.yang.common.Uint8;

/** The queue that flow rules set, for each strategy. */
class QueueSelectorTest {
    private static final String BETWEEN = "openflow:1:1";
    private static final String EDGE = "openflow:1:7";

    @Test
    void htbHasQueue1ForCloudmac() {
        final QueueSelector queues = under(policy(QosType.Htb).build());
        for (int priority = 0; priority <= 7; priority++) {
            assertEquals(OptionalInt.of(1), queues.queue(BETWEEN, priority));
        }
        assertEquals(OptionalInt.empty(), queues.queue(EDGE, 0), "an edge port has no policy");
    }

    @Test
    void eachStrategyHasItsOwnQueueForCloudmac() {
        final Map<QosType, Integer> queues = Map.of(QosType.Htb, 1, QosType.Hfsc, 1, QosType.Cloudmac, 1,
            QosType.Prio, 0, QosType.Cake, 2);
        for (final QosType type : QosType.values()) {
            // SFQ and FQ-CoDel would interpret a queue as one of their flows.
            final Integer queue = queues.get(type);
            assertEquals(queue == null ? OptionalInt.empty() : OptionalInt.of(queue),
                under(policy(type).build()).queue(BETWEEN, 7), type.getName());
        }
        assertEquals(OptionalInt.empty(), under().queue(BETWEEN, 7));
    }

    @Test
    void theTinOfCakeDependsOnDiffserv() {
        final Map<Cake.Diffserv, Integer> tins = Map.of(Cake.Diffserv.Diffserv3, 2, Cake.Diffserv.Diffserv4, 2,
            Cake.Diffserv.Diffserv8, 5, Cake.Diffserv.Precedence, 5);
        for (final Cake.Diffserv diffserv : Cake.Diffserv.values()) {
            final Integer tin = tins.get(diffserv);
            assertEquals(tin == null ? OptionalInt.empty() : OptionalInt.of(tin), under(policy(QosType.Cake)
                .setCake(new CakeBuilder().setDiffserv(diffserv).build()).build()).queue(BETWEEN, 0));
        }
    }

    @Test
    void aConfiguredPriorityHasItsQueueOthersTheMostUrgent() {
        final var management = new UserPriorityBuilder().setPriority(new UserPriority(Uint8.valueOf(7)))
            .setQueue(queue(2)).build();
        final QueueSelector queues = under(policy(QosType.Htb).setHtb(htb(htbClass(0, 0, 0, 3), htbClass(2, 0, 0, 1),
            htbClass(3, 0, 0, 0), htbClass(4, 0, 0, 0)).setUserPriority(Map.of(management.key(), management)).build())
            .build());
        assertEquals(OptionalInt.of(2), queues.queue(BETWEEN, 7));
        assertEquals(OptionalInt.of(4), queues.queue(BETWEEN, 0), "the highest of several numbers");
        final QueueSelector bands = under(policy(QosType.Prio).setPrio(new PrioBuilder()
            .setUserPriority(Map.of(management.key(), management)).build()).build());
        assertEquals(OptionalInt.of(2), bands.queue(BETWEEN, 7));
        assertEquals(OptionalInt.of(0), bands.queue(BETWEEN, 6));
    }

    @Test
    void policyOfAPortHoldsAtThatPortOnly() {
        final QueueSelector queues = under(policy(QosType.Htb).setPort(ports(EDGE)).build());
        assertEquals(OptionalInt.of(1), queues.queue(EDGE, 0));
        assertEquals(OptionalInt.empty(), queues.queue(BETWEEN, 0));
    }

    private static QueueSelector under(final Policy... policies) {
        final FakeConfiguration configuration = new FakeConfiguration();
        configuration.set(configuration(policies));
        return new ConfiguredQueues(configuration, new FakePorts(FakePorts.port(1, "p1", 100 * MBIT)));
    }
}
