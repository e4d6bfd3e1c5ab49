// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

import io.cloudmac.impl.channel.ChannelSwitches.ChannelSwitchException;
import io.cloudmac.impl.core.Counters;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.openflow.AnswerSource;
import io.cloudmac.impl.openflow.FrameSender;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.ChannelSwitch.Answer;
import io.cloudmac.impl.wire.ChannelSwitch.RefusalReason;
import io.cloudmac.impl.wire.ChannelSwitch.Request;
import io.cloudmac.impl.wire.ChannelSwitch.Stage;
import io.cloudmac.impl.wire.Channels;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests channel switches from the hosts of VAPs, by a frame to the VAP's switch port. It repeats the request until
 * the host reports the result, because a frame can be lost. A repeated request only causes another answer.
 */
@Component(service = ChannelSwitches.class)
public final class ChannelSwitchClient implements ChannelSwitches {
    /** Number of beacons that announce the switch, so that a station in power save receives at least one. */
    static final int BEACON_COUNT = 5;
    /** Interval between two requests. */
    static final Duration REQUEST_INTERVAL = Duration.ofMillis(200);
    /** Time after which a host that has not answered is considered absent. */
    static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);
    /** Time after which a switch has failed; longer than the host's own limit. */
    static final Duration SWITCH_TIMEOUT = Duration.ofSeconds(9);

    private static final Logger LOG = LoggerFactory.getLogger(ChannelSwitchClient.class);

    /** A channel switch that is under way. */
    private static final class PendingSwitch {
        private final CompletableFuture<Void> result = new CompletableFuture<>();
        private final Request request;
        private final long startedAt;
        private boolean answered;
        private boolean mayHaveSwitched;
        private boolean done;

        PendingSwitch(final Request request, final long startedAt) {
            this.request = request;
            this.startedAt = startedAt;
        }
    }

    private final Map<Mac, PendingSwitch> pendingSwitches = new HashMap<>();
    private final LearnedStore learned;
    private final FrameSender sender;
    private final Counters counters;
    private final EventLoop loop;
    private final List<Registration> registrations;
    /** The number of the last request; starts at random, so that a host does not take it for one before a restart. */
    private int number = ThreadLocalRandom.current().nextInt();

    /** Registers for answers of the hosts. */
    @Activate
    public ChannelSwitchClient(@Reference final EventLoop loop, @Reference final AnswerSource answers,
            @Reference final LearnedStore learned, @Reference final FrameSender sender,
            @Reference final Counters counters) {
        this.loop = loop;
        this.learned = learned;
        this.sender = sender;
        this.counters = counters;
        registrations = List.of(answers.listenToAnswers(this::onAnswer), learned.listen(this::completeKnown));
    }

    @Deactivate
    void close() {
        registrations.forEach(Registration::close);
    }

    @Override
    public CompletionStage<Void> switchTo(final Mac bssid, final int frequency) {
        if (Channels.number(frequency) == 0) {
            return failed(frequency + " MHz is not a channel of the 2.4 or 5 GHz band");
        }
        if (pendingSwitches.containsKey(bssid)) {
            return failed("another channel switch of VAP " + bssid + " is under way");
        }
        final PendingSwitch pending = new PendingSwitch(
            new Request(++number & 0xffff, bssid, frequency, BEACON_COUNT), loop.nanoTime());
        pendingSwitches.put(bssid, pending);
        send(pending);
        return pending.result;
    }

    private static CompletionStage<Void> failed(final String why) {
        return CompletableFuture.failedFuture(new ChannelSwitchException(why, false));
    }

    private void send(final PendingSwitch pending) {
        final Request request = pending.request;
        if (pendingSwitches.get(request.bssid()) != pending) {
            return;
        }
        final long elapsed = loop.nanoTime() - pending.startedAt;
        final Learned.KnownVap vap = learned.learned().vaps().get(request.bssid());
        if (vap == null) {
            fail(pending, "VAP " + request.bssid() + " is no longer known");
        } else if (!pending.answered && elapsed > ANSWER_TIMEOUT.toNanos()) {
            fail(pending, "no answer for VAP " + request.bssid() + " from its host at " + vap.port()
                + ": check that cloudmac-vap follow runs there");
        } else if (elapsed > SWITCH_TIMEOUT.toNanos()) {
            fail(pending, "VAP " + request.bssid() + " did not confirm within " + SWITCH_TIMEOUT.toSeconds()
                + " s that it switched to " + request.frequency() + " MHz");
        } else {
            if (!pending.done) {
                sender.send(vap.port(), request.toFrame());
            }
            loop.schedule(REQUEST_INTERVAL, () -> send(pending));
        }
    }

    private void fail(final PendingSwitch pending, final String why) {
        pendingSwitches.remove(pending.request.bssid());
        pending.result.completeExceptionally(new ChannelSwitchException(why, pending.mayHaveSwitched));
    }

    private void onAnswer(final PortId port, final Answer answer) {
        final Learned.KnownVap vap = learned.learned().vaps().get(answer.bssid());
        final PendingSwitch pending = pendingSwitches.get(answer.bssid());
        if (vap == null || !vap.port().equals(port)) {
            counters.countRefused("channel-switch-elsewhere");
        } else if (pending == null || pending.request.number() != answer.number()
                || pending.request.frequency() != answer.frequency()) {
            counters.countRefused("channel-switch-unasked");
        } else {
            pending.answered = true;
            pending.mayHaveSwitched |= answer.state() != Stage.REFUSED || answer.reason() == RefusalReason.UNFINISHED;
            if (answer.state() == Stage.DONE) {
                onDone(pending, vap);
            } else if (answer.state() == Stage.REFUSED && answer.reason() != RefusalReason.BUSY) {
                fail(pending, "VAP " + answer.bssid() + " does not switch to " + answer.frequency() + " MHz: "
                    + answer.reason().text());
            }
        }
    }

    private void onDone(final PendingSwitch pending, final Learned.KnownVap vap) {
        final Request request = pending.request;
        if (!pending.done) {
            LOG.info("VAP {} has switched to {} MHz", request.bssid(), request.frequency());
            pending.done = true;
            learned.putVap(request.bssid(), new Learned.KnownVap(vap.port(), vap.ssid(),
                Channels.number(request.frequency()), vap.interval()));
            completeKnown();
        }
    }

    /** Completes the switches whose new channel the learned state contains. */
    private void completeKnown() {
        for (final PendingSwitch pending : List.copyOf(pendingSwitches.values())) {
            final Learned.KnownVap vap = learned.learned().vaps().get(pending.request.bssid());
            if (pending.done && vap != null && Channels.frequency(vap.channel()) == pending.request.frequency()) {
                pendingSwitches.remove(pending.request.bssid());
                pending.result.complete(null);
            }
        }
    }
}
