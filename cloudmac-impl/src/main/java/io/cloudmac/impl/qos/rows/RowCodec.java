// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.rows;

import com.google.common.collect.ImmutableMap;
import io.cloudmac.impl.qos.strategies.FlatQdisc;
import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosProgramming;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.QosProgrammingBuilder;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Uri;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbQueueRef;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeBase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxCodel;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxFqCodel;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxHfsc;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxHtb;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.QosTypeLinuxSfq;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntries;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QosEntriesBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.Queues;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.QueuesKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QosExternalIds;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QosExternalIdsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QosExternalIdsKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QosOtherConfigBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.qos.entries.QueueListBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.queues.QueuesOtherConfigBuilder;
import org.opendaylight.yangtools.yang.binding.Key;
import org.opendaylight.yangtools.yang.binding.KeyAware;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Conversion between {@link PortQos} and the entries of OpenDaylight's ovsdb model. */
final class RowCodec {
    /** The key of the switch port in the external ids of a QoS row. */
    private static final String PORT_KEY = "cloudmac-port";
    /** The types that upstream's model has; others are written by name. */
    private static final Map<String, QosTypeBase> IDENTITIES = Map.of(
        PortQos.HTB, QosTypeLinuxHtb.VALUE, PortQos.HFSC, QosTypeLinuxHfsc.VALUE,
        linux(FlatQdisc.SFQ), QosTypeLinuxSfq.VALUE, linux(FlatQdisc.CODEL), QosTypeLinuxCodel.VALUE,
        linux(FlatQdisc.FQ_CODEL), QosTypeLinuxFqCodel.VALUE);

    private RowCodec() {
    }

    /** Returns the QoS entry of a port. */
    static QosEntries qos(final OvsdbPort port, final String portId, final PortQos qos) {
        final QosTypeBase identity = IDENTITIES.get(qos.type());
        final QosEntriesBuilder entry = new QosEntriesBuilder().setQosId(new Uri(port.qosId())).setQosType(identity);
        if (identity == null) {
            entry.addAugmentation(new QosProgrammingBuilder().setQosTypeName(qos.type()).build());
        }
        return entry
            .setQosOtherConfig(keyed(qos.options(), (key, value) ->
                new QosOtherConfigBuilder().setOtherConfigKey(key).setOtherConfigValue(value).build()))
            .setQueueList(keyed(qos.queues(), (number, options) -> new QueueListBuilder()
                .setQueueNumber(Uint32.valueOf(number)).setQueueRef(new OvsdbQueueRef(
                    OvsdbPort.queueRow(port.switchNode(), port.queueId(number)))).build()))
            .setQosExternalIds(keyed(Map.of(PORT_KEY, portId), (key, value) ->
                new QosExternalIdsBuilder().setQosExternalIdKey(key).setQosExternalIdValue(value).build()))
            .build();
    }

    /** Returns a Queue entry of a port. */
    static Queues queue(final OvsdbPort port, final int number, final Map<String, String> options) {
        return new QueuesBuilder().setQueueId(new Uri(port.queueId(number)))
            .setQueuesOtherConfig(keyed(options, (key, value) -> new QueuesOtherConfigBuilder()
                .setQueueOtherConfigKey(key).setQueueOtherConfigValue(value).build())).build();
    }

    /** Returns a QoS entry and its queues, both read from a node. */
    static PortQos read(final OvsdbNodeAugmentation node, final QosEntries entry) {
        final Map<String, String> options = new HashMap<>();
        entry.nonnullQosOtherConfig().values().forEach(option ->
            options.put(option.getOtherConfigKey(), option.getOtherConfigValue()));
        final Map<Integer, Map<String, String>> queues = new HashMap<>();
        entry.nonnullQueueList().values().forEach(each -> {
            final QueuesKey key = each.getQueueRef() == null ? null
                : each.getQueueRef().getValue().firstKeyOf(Queues.class);
            queues.put(each.requireQueueNumber().intValue(),
                key == null ? Map.of() : options(node.nonnullQueues().get(key)));
        });
        return PortQos.of(type(entry), options, queues);
    }

    /** Returns the id of the switch port of a QoS entry of CloudMAC. */
    static Optional<String> portId(final QosEntries entry) {
        return Optional.ofNullable(entry.nonnullQosExternalIds().get(new QosExternalIdsKey(PORT_KEY)))
            .map(QosExternalIds::getQosExternalIdValue);
    }

    private static Map<String, String> options(final Queues queue) {
        final Map<String, String> options = new HashMap<>();
        if (queue != null) {
            queue.nonnullQueuesOtherConfig().values().forEach(option ->
                options.put(option.getQueueOtherConfigKey(), option.getQueueOtherConfigValue()));
        }
        return options;
    }

    private static String linux(final FlatQdisc qdisc) {
        return PortQos.LINUX + qdisc.spelling();
    }

    private static String type(final QosEntries entry) {
        final QosProgramming named = entry.augmentation(QosProgramming.class);
        if (named != null && named.getQosTypeName() != null) {
            return named.getQosTypeName();
        }
        return IDENTITIES.entrySet().stream().filter(each -> each.getValue().equals(entry.getQosType()))
            .map(Map.Entry::getKey).findFirst().orElse("unknown");
    }

    private interface Maker<A, B, T> extends Function<Map.Entry<A, B>, T> {
        T make(A key, B value);

        @Override
        default T apply(final Map.Entry<A, B> entry) {
            return make(entry.getKey(), entry.getValue());
        }
    }

    private static <A, B, K extends Key<T>, T extends KeyAware<K>> Map<K, T> keyed(final Map<A, B> entries,
            final Maker<A, B, T> maker) {
        return entries.entrySet().stream().map(maker).collect(ImmutableMap.toImmutableMap(KeyAware::key, each -> each));
    }
}
