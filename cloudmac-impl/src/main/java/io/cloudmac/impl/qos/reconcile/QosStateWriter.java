// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import com.google.common.collect.ImmutableMap;
import io.cloudmac.impl.alarms.AlarmBoard;
import io.cloudmac.impl.alarms.AlarmType;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.EventKind;
import io.cloudmac.impl.events.NetworkEvent;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.QosAppliedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.QosFailedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Qos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.Port;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.PortBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.PortKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.port.OptionBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.port.QueueBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QueueId;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint16;

/**
 * A writer of the ports' QoS state to {@code cloudmac-state}. It also reports applied and failed queues, and raises the
 * alarms about them.
 */
final class QosStateWriter {
    private static final LogicalDatastoreType STORE = LogicalDatastoreType.OPERATIONAL;
    /** The highest queue-id of the model. */
    private static final int LAST_QUEUE = 4094;

    private final NotificationPublishService notifications;
    private final EventJournal events;
    private final AlarmBoard alarms;
    private final Map<String, PortState> published = new HashMap<>();

    QosStateWriter(final NotificationPublishService notifications, final EventJournal events,
            final AlarmBoard alarms) {
        this.notifications = notifications;
        this.events = events;
        this.alarms = alarms;
    }

    /** Returns true if the states differ from the last ones written. */
    boolean differs(final List<PortState> states) {
        return states.size() != published.size()
            || states.stream().anyMatch(state -> !state.equals(published.get(state.port())));
    }

    /** Puts the differences from the last states into a transaction. */
    void write(final WriteTransaction transaction, final List<PortState> states) {
        final Set<String> gone = new HashSet<>(published.keySet());
        for (final PortState state : states) {
            gone.remove(state.port());
            if (!state.equals(published.get(state.port()))) {
                final Port port = binding(state);
                transaction.mergeParentStructurePut(STORE, path(port.key()), port);
            }
        }
        gone.forEach(port -> transaction.delete(STORE, path(new PortKey(new SwitchPort(port)))));
    }

    /** Remembers the states after the commit of {@link #write}, and sends the notifications. */
    void onWritten(final List<PortState> states) {
        for (final PortState state : states) {
            final PortState before = published.get(state.port());
            if (before == null || before.progress() != state.progress() || before.wanted() != state.wanted()
                    || !before.policy().equals(state.policy())) {
                notifyState(state);
            }
            published.remove(state.port());
            raiseOrClear(state);
        }
        published.keySet().forEach(gone -> alarms.clear(AlarmType.QUEUE_FAILED, resource(gone)));
        published.clear();
        states.forEach(state -> published.put(state.port(), state));
    }

    /** Raises or clears the alarm of a port; it stays as it is while the switch has not confirmed a change. */
    private void raiseOrClear(final PortState state) {
        if (state.progress() == PortState.Progress.FAILED) {
            alarms.raise(AlarmType.QUEUE_FAILED, resource(state.port()),
                "policy " + state.policy() + ": " + state.text());
        } else if (state.progress() == PortState.Progress.ACTIVE) {
            alarms.clear(AlarmType.QUEUE_FAILED, resource(state.port()));
        }
    }

    private static String resource(final String port) {
        return "port/" + port;
    }

    /** Returns the last states of a policy's ports, sorted by port. */
    List<PortState> of(final String policy) {
        return published.values().stream().filter(state -> state.policy().equals(policy))
            .sorted(Comparator.comparing(PortState::port)).toList();
    }

    private void notifyState(final PortState state) {
        final SwitchPort port = new SwitchPort(state.port());
        switch (state.progress()) {
            case ACTIVE -> {
                notifications.offerNotification(new QosAppliedBuilder().setPolicy(state.policy())
                    .setPort(port).setType(state.wanted()).build());
                events.add(event(EventKind.QUEUE_APPLIED, state).saying(state.wanted().getName()));
            }
            case FAILED -> {
                notifications.offerNotification(new QosFailedBuilder().setPolicy(state.policy())
                    .setPort(port).setError(state.text()).build());
                events.add(event(EventKind.QUEUE_FAILED, state).saying(state.text()));
            }
            case PENDING -> { }
            default -> throw new IllegalStateException("progress " + state.progress());
        }
    }

    private static NetworkEvent event(final EventKind kind, final PortState state) {
        return NetworkEvent.of(kind).atPort(state.port()).named(state.policy());
    }

    static QosState state(final PortState.Progress progress) {
        return switch (progress) {
            case PENDING -> QosState.Pending;
            case ACTIVE -> QosState.Active;
            case FAILED -> QosState.Failed;
        };
    }

    private static InstanceIdentifier<Port> path(final PortKey key) {
        return InstanceIdentifier.create(CloudmacState.class).child(Qos.class).child(Port.class, key);
    }

    private static Port binding(final PortState state) {
        final PortBuilder builder = new PortBuilder().setPort(new SwitchPort(state.port())).setPolicy(state.policy())
            .setWanted(state.wanted()).setState(state(state.progress()))
            .setName(state.name().isEmpty() ? null : state.name())
            .setError(state.text().isEmpty() ? null : state.text());
        state.actual().ifPresent(actual -> builder.setType(actual.type())
            .setOption(actual.options().entrySet().stream().map(each -> new OptionBuilder().setName(each.getKey())
                .setValue(each.getValue()).build())
                .collect(ImmutableMap.toImmutableMap(each -> each.key(), each -> each)))
            .setQueue(actual.queues().entrySet().stream().filter(each -> isInModel(each.getKey()))
                .map(each -> new QueueBuilder().setQueue(new QueueId(Uint16.valueOf(each.getKey())))
                    .setOption(queueOptions(each.getValue())).build())
                .collect(ImmutableMap.toImmutableMap(each -> each.key(), each -> each))));
        return builder.build();
    }

    /** Returns true if the model has a queue number; a row that is not CloudMAC's can have any 32-bit number. */
    private static boolean isInModel(final int queue) {
        return queue >= 0 && queue <= LAST_QUEUE;
    }

    private static Map<
            org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.port.queue.OptionKey,
            org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.port.queue.Option>
            queueOptions(final Map<String, String> options) {
        return options.entrySet().stream().map(each ->
            new org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.port.queue.OptionBuilder()
                .setName(each.getKey()).setValue(each.getValue()).build())
            .collect(ImmutableMap.toImmutableMap(each -> each.key(), each -> each));
    }
}
