// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.trigger.TriggerEvent;
import io.cloudmac.impl.trigger.TriggerEvents;
import io.cloudmac.impl.trigger.TriggerEvents.EventPage;
import io.cloudmac.impl.trigger.TriggerEvents.LoggedEvent;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfEventBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.MeasuredValue;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodeName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadEvents;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadEventsInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadEventsOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ReadEventsOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TriggerName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.events.output.Event;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.read.events.output.EventBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.common.Decimal64;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The events of triggers: the RPC read-events, and the notification lvnf-event. */
@Component(service = {})
public final class TriggerRpcs {
    private static final int SCALE = 3;

    private final NotificationPublishService notifications;
    private final TriggerEvents events;
    private final List<Registration> registrations;

    /** Registers the RPC, and begins to publish. */
    @Activate
    public TriggerRpcs(@Reference final RpcProviderService rpcs,
            @Reference final NotificationPublishService notifications, @Reference final TriggerEvents events) {
        this.notifications = notifications;
        this.events = events;
        registrations = List.of(rpcs.registerRpcImplementations((ReadEvents) this::readEvents),
            events.listen(this::publish));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    /** Publishes an event, and drops it if a subscriber's queue is full. */
    private void publish(final TriggerEvent event) {
        notifications.offerNotification(new LvnfEventBuilder().setTenant(new TenantName(event.lvnf().tenant()))
            .setTrigger(new TriggerName(event.trigger())).setLvnf(new LvnfName(event.lvnf().lvnf()))
            .setValue(value(event)).setPacketNode(new PacketNodeName(event.place().node()))
            .setNodeLog(Uint64.valueOf(event.place().log())).setNodeNumber(Uint64.valueOf(event.place().number()))
            .setNodeTime(Uint64.valueOf(event.place().timeMicros())).build());
    }

    ListenableFuture<RpcResult<ReadEventsOutput>> readEvents(final ReadEventsInput input) {
        final String tenant;
        try {
            tenant = input.requireTenant().getValue();
        } catch (final NoSuchElementException e) {
            return ConfigurationWriter.refusal(ErrorTag.MISSING_ELEMENT, e);
        }
        final SettableFuture<RpcResult<ReadEventsOutput>> result = SettableFuture.create();
        events.read(tenant, input.getLog() == null ? OptionalLong.empty() : OptionalLong.of(input.getLog().longValue()),
            after(input), Duration.ofMillis(input.getWait() == null ? 0 : input.getWait().longValue()))
            .thenAccept(page -> result.set(RpcResultBuilder.success(output(page)).build()));
        return result;
    }

    /** Returns the greatest number that a log can have instead of a greater one. */
    private static long after(final ReadEventsInput input) {
        final long after = input.getAfter() == null ? 0 : input.getAfter().longValue();
        return after < 0 ? Long.MAX_VALUE : after;
    }

    private static ReadEventsOutput output(final EventPage page) {
        return new ReadEventsOutputBuilder().setLog(Uint64.valueOf(page.log()))
            .setNewest(Uint64.valueOf(page.newest()))
            .setEvent(page.events().stream().map(TriggerRpcs::entry).toList()).build();
    }

    private static Event entry(final LoggedEvent logged) {
        final TriggerEvent event = logged.event();
        return new EventBuilder().setNumber(Uint64.valueOf(logged.number()))
            .setTenant(new TenantName(event.lvnf().tenant())).setTrigger(new TriggerName(event.trigger()))
            .setLvnf(new LvnfName(event.lvnf().lvnf())).setValue(value(event))
            .setPacketNode(new PacketNodeName(event.place().node()))
            .setNodeLog(Uint64.valueOf(event.place().log())).setNodeNumber(Uint64.valueOf(event.place().number()))
            .setNodeTime(Uint64.valueOf(event.place().timeMicros())).build();
    }

    private static MeasuredValue value(final TriggerEvent event) {
        return new MeasuredValue(Decimal64.of(SCALE, event.value()));
    }
}
