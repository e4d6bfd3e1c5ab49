// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

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
    static final int COUNT = 5;
    /** Interval between two requests. */
    static final Duration PAUSE = Duration.ofMillis(200);
    /** Time after which a host that has not answered is considered absent. */
    static final Duration SILENCE = Duration.ofSeconds(2);
    /** Time after which a switch has failed; longer than the host's own limit. */
    static final Duration LIMIT = Duration.ofSeconds(9);

    private static final Logger LOG = LoggerFactory.getLogger(ChannelSwitchClient.class);

    /** A channel switch that is under way. */
    private static final class Ask {
        private final CompletableFuture<Void> result = new CompletableFuture<>();
        private final Request request;
        private final long began;
        private boolean answered;
        private boolean begun;
        private boolean done;

        Ask(final Request request, final long began) {
            this.request = request;
            this.began = began;
        }
    }

    private final Map<Mac, Ask> asks = new HashMap<>();
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
        registrations = List.of(answers.listenToAnswers(this::answered), learned.listen(this::known));
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
        if (asks.containsKey(bssid)) {
            return failed("another channel switch of VAP " + bssid + " is under way");
        }
        final Ask ask = new Ask(new Request(++number & 0xffff, bssid, frequency, COUNT), loop.nanoTime());
        asks.put(bssid, ask);
        send(ask);
        return ask.result;
    }

    private static CompletionStage<Void> failed(final String why) {
        return CompletableFuture.failedFuture(new ChannelSwitchException(why, false));
    }

    private void send(final Ask ask) {
        final Request request = ask.request;
        if (asks.get(request.bssid()) != ask) {
            return;
        }
        final long waited = loop.nanoTime() - ask.began;
        final Learned.KnownVap vap = learned.learned().vaps().get(request.bssid());
        if (vap == null) {
            fail(ask, "VAP " + request.bssid() + " is no longer known");
        } else if (!ask.answered && waited > SILENCE.toNanos()) {
            fail(ask, "no answer for VAP " + request.bssid() + " from its host at " + vap.port()
                + ": check that cloudmac-vap follow runs there");
        } else if (waited > LIMIT.toNanos()) {
            fail(ask, "VAP " + request.bssid() + " did not confirm within " + LIMIT.toSeconds()
                + " s that it switched to " + request.frequency() + " MHz");
        } else {
            if (!ask.done) {
                sender.send(vap.port(), request.toFrame());
            }
            loop.schedule(PAUSE, () -> send(ask));
        }
    }

    private void fail(final Ask ask, final String why) {
        asks.remove(ask.request.bssid());
        ask.result.completeExceptionally(new ChannelSwitchException(why, ask.begun));
    }

    private void answered(final PortId port, final Answer answer) {
        final Learned.KnownVap vap = learned.learned().vaps().get(answer.bssid());
        final Ask ask = asks.get(answer.bssid());
        if (vap == null || !vap.port().equals(port)) {
            counters.refused("channel-switch-elsewhere");
        } else if (ask == null || ask.request.number() != answer.number()
                || ask.request.frequency() != answer.frequency()) {
            counters.refused("channel-switch-unasked");
        } else {
            ask.answered = true;
            ask.begun |= answer.state() != Stage.REFUSED || answer.reason() == RefusalReason.UNFINISHED;
            if (answer.state() == Stage.DONE) {
                done(ask, vap);
            } else if (answer.state() == Stage.REFUSED && answer.reason() != RefusalReason.BUSY) {
                fail(ask, "VAP " + answer.bssid() + " does not switch to " + answer.frequency() + " MHz: "
                    + answer.reason().text());
            }
        }
    }

    private void done(final Ask ask, final Learned.KnownVap vap) {
        final Request request = ask.request;
        if (!ask.done) {
            LOG.info("VAP {} has switched to {} MHz", request.bssid(), request.frequency());
            ask.done = true;
            learned.putVap(request.bssid(), new Learned.KnownVap(vap.port(), vap.ssid(),
                Channels.number(request.frequency()), vap.interval()));
            known();
        }
    }

    /** Completes the switches whose new channel the learned state contains. */
    private void known() {
        for (final Ask ask : List.copyOf(asks.values())) {
            final Learned.KnownVap vap = learned.learned().vaps().get(ask.request.bssid());
            if (ask.done && vap != null && Channels.frequency(vap.channel()) == ask.request.frequency()) {
                asks.remove(ask.request.bssid());
                ask.result.complete(null);
            }
        }
    }
}
