// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.impl.core.MemberLoop;
import io.cloudmac.impl.events.EventId;
import io.cloudmac.impl.events.EventJournal;
import io.cloudmac.impl.events.JournalPage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventsSince;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventsSinceInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventsSinceOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventsSinceOutput.Gap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.EventsSinceOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.events.rev261130.events.since.output.EventBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The RPC events-since and the notification event. */
@Component(service = {})
public final class EventRpcs {
    private static final int LIMIT = 100;

    private final EventJournal events;
    private final MemberLoop answers;
    private final List<Registration> registrations;

    /** Registers the RPC, and begins to publish. */
    @Activate
    public EventRpcs(@Reference final RpcProviderService rpcs,
            @Reference final NotificationPublishService notifications, @Reference final EventJournal events,
            @Reference final MemberLoop answers) {
        this.events = events;
        this.answers = answers;
        // An event is dropped if a subscriber's queue is full.
        registrations = List.of(rpcs.registerRpcImplementations((EventsSince) this::eventsSince),
            events.listen(event -> notifications.offerNotification(EventCodec.event(event))));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    ListenableFuture<RpcResult<EventsSinceOutput>> eventsSince(final EventsSinceInput input) {
        final Optional<EventId> after;
        try {
            after = after(input);
        } catch (final IllegalArgumentException e) {
            return ConfigurationWriter.refusal(ErrorTag.INVALID_VALUE, e);
        }
        final SettableFuture<RpcResult<EventsSinceOutput>> result = SettableFuture.create();
        // The thread that has added an event does not also encode the answers of all who wait for it.
        events.await(after, input.getLimit() == null ? LIMIT : input.getLimit().toJava(),
                Duration.ofMillis(input.getWait() == null ? 0 : input.getWait().longValue()))
            .thenAcceptAsync(page -> result.set(RpcResultBuilder.success(output(page)).build()), answers);
        return result;
    }

    /** Returns the known event; no event has values beyond a long. */
    private static Optional<EventId> after(final EventsSinceInput input) {
        if (input.getEpoch() == null && input.getNumber() == null) {
            return Optional.empty();
        }
        if (input.getEpoch() == null || input.getNumber() == null) {
            throw new IllegalArgumentException(input.getEpoch() == null
                ? "number " + input.getNumber() + " needs an epoch: send both of the last known event, or neither"
                : "epoch " + input.getEpoch() + " needs a number: send both of the last known event, or neither");
        }
        return Optional.of(new EventId(bounded(input.getEpoch()), bounded(input.getNumber())));
    }

    private static long bounded(final Uint64 value) {
        return value.longValue() < 0 ? Long.MAX_VALUE : value.longValue();
    }

    private static EventsSinceOutput output(final JournalPage page) {
        return new EventsSinceOutputBuilder()
            .setEpoch(Uint64.valueOf(page.newest().epoch()))
            .setNumber(Uint64.valueOf(page.newest().number()))
            .setGap(page.gap().map(gap -> switch (gap) {
                case OTHER_EPOCH -> Gap.OtherEpoch;
                case TOO_OLD -> Gap.TooOld;
                case AHEAD -> Gap.Ahead;
            }).orElse(null))
            .setEvent(page.events().stream().map(event -> new EventBuilder(EventCodec.event(event)).build()).toList())
            .build();
    }
}
