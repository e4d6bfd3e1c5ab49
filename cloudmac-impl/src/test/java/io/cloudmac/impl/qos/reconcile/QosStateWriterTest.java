// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;

import io.cloudmac.impl.alarms.RecordedAlarms;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import io.cloudmac.impl.events.RecordedEvents;
import io.cloudmac.impl.qos.strategies.PortQos;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Qos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.Port;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The QoS state in the operational datastore. */
class QosStateWriterTest extends AbstractConcurrentDataBrokerTest {
    private final RecordedEvents events = new RecordedEvents();
    private final RecordedAlarms alarms = new RecordedAlarms();
    private final QosStateWriter writer =
        new QosStateWriter(mock(NotificationPublishService.class), events.journal(), alarms.board());

    @BeforeEach
    void start() throws Exception {
        setup();
    }

    @Test
    void queuesOutsideTheModelAreLeftOut() throws Exception {
        final Map<String, String> some = Map.of("max-rate", "1");
        // The highest number of a Queue row, 4294967295, is -1 as an int.
        final PortQos foreign = PortQos.of(PortQos.HTB, Map.of(),
            Map.of(0, some, 4094, some, 4095, some, 70_000, some, -1, some));
        final PortState state = new PortState("openflow:1:1", "p1", "default", QosType.Htb,
            PortState.Progress.FAILED, "not CloudMAC's", Optional.of(foreign));
        final var tx = getDataBroker().newWriteOnlyTransaction();
        writer.write(tx, List.of(state));
        tx.commit().get();
        assertEquals(Set.of(0, 4094), shown().nonnullQueue().keySet().stream()
            .map(key -> key.getQueue().getValue().toJava()).collect(Collectors.toSet()));
    }

    private static PortState state(final PortState.Progress progress, final String text) {
        return new PortState("openflow:1:1", "p1", "default", QosType.Htb, progress, text, Optional.empty());
    }

    @Test
    void eachResultIsOneEvent() {
        writer.onWritten(List.of(state(PortState.Progress.PENDING, "the switch")));
        assertEquals(List.of(), events.take());
        writer.onWritten(List.of(state(PortState.Progress.FAILED, "no such type")));
        writer.onWritten(List.of(state(PortState.Progress.FAILED, "no such type")));
        final NetworkEvent failed =
            NetworkEvent.of(EventKind.QUEUE_FAILED).atPort("openflow:1:1").named("default").saying("no such type");
        assertEquals(List.of(failed), events.take());
        writer.onWritten(List.of(state(PortState.Progress.ACTIVE, "")));
        assertEquals(List.of(NetworkEvent.of(EventKind.QUEUE_APPLIED).atPort("openflow:1:1").named("default")
            .saying("htb")), events.take());
    }

    @Test
    void aFailureIsAnAlarmUntilThePortRunsItsQueues() {
        writer.onWritten(List.of(state(PortState.Progress.FAILED, "no such type")));
        assertEquals(List.of("queue-failed port/openflow:1:1"), alarms.raised());
        assertEquals(List.of("minor: policy default: no such type"), alarms.texts());
        writer.onWritten(List.of(state(PortState.Progress.PENDING, "the switch")));
        assertEquals(List.of("queue-failed port/openflow:1:1"), alarms.raised());
        writer.onWritten(List.of(state(PortState.Progress.ACTIVE, "")));
        assertEquals(List.of(), alarms.raised());
        writer.onWritten(List.of(state(PortState.Progress.FAILED, "no such type")));
        writer.onWritten(List.of());
        assertEquals(List.of(), alarms.raised(), "the port has no policy any more");
    }

    private Port shown() throws Exception {
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            return tx.read(LogicalDatastoreType.OPERATIONAL,
                InstanceIdentifier.create(CloudmacState.class).child(Qos.class)).get().orElseThrow()
                .nonnullPort().values().iterator().next();
        }
    }
}
