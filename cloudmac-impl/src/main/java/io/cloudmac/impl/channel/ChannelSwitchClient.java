// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.channel;

import io.cloudmac.impl.channel.ChannelSwitches.ChannelSwitchException;
import io.cloudmac.impl.channel.HostSwitchException.SwitchOutcome;
import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.learned.Learned;
import io.cloudmac.impl.learned.LearnedStore;
import io.cloudmac.impl.wire.Channels;
import io.cloudmac.impl.wire.Mac;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests channel switches from the hosts of VAPs, and stores the new channel when the host confirms it. A host that
 * switches the VAP already is asked again until the time limit.
 */
@Component(service = ChannelSwitches.class)
public final class ChannelSwitchClient implements ChannelSwitches {
    /** Number of beacons that announce the switch, so that a station in power save receives at least one. */
    static final int BEACON_COUNT = 5;
    /** Interval between two requests to a host that is busy. */
    static final Duration BUSY_INTERVAL = Duration.ofMillis(500);
    /** Time after which a switch has failed; longer than the host's own limit. */
    static final Duration SWITCH_TIMEOUT = Duration.ofSeconds(9);

    private static final Logger LOG = LoggerFactory.getLogger(ChannelSwitchClient.class);

    /** A channel switch that is under way. */
    private static final class PendingSwitch {
        private final CompletableFuture<Void> result = new CompletableFuture<>();
        private final Mac bssid;
        private final int frequency;
        private final long startedAtNanos;
        private boolean done;

        PendingSwitch(final Mac bssid, final int frequency, final long startedAtNanos) {
            this.bssid = bssid;
            this.frequency = frequency;
            this.startedAtNanos = startedAtNanos;
        }
    }

    private final Map<Mac, PendingSwitch> pendingSwitches = new HashMap<>();
    private final LearnedStore learned;
    private final HostSwitches hosts;
    private final EventLoop loop;
    private final Registration registration;

    /** Registers for changes of the learned state. */
    @Activate
    public ChannelSwitchClient(@Reference final EventLoop loop, @Reference final LearnedStore learned,
            @Reference final HostSwitches hosts) {
        this.loop = loop;
        this.learned = learned;
        this.hosts = hosts;
        registration = learned.listen(this::completeKnown);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    @Override
    public CompletionStage<Void> switchTo(final Mac bssid, final int frequency) {
        if (Channels.number(frequency) == 0 || Channels.isOf6Ghz(frequency)) {
            return failed(frequency + " MHz is not a channel of the 2.4 or 5 GHz band");
        }
        if (pendingSwitches.containsKey(bssid)) {
            return failed("another channel switch of VAP " + bssid + " is under way");
        }
        if (!learned.learned().vaps().containsKey(bssid)) {
            return failed("VAP " + bssid + " is not known");
        }
        final PendingSwitch pending = new PendingSwitch(bssid, frequency, loop.nanoTime());
        pendingSwitches.put(bssid, pending);
        loop.schedule(SWITCH_TIMEOUT, () -> fail(pending, "VAP " + bssid + " did not confirm within "
            + SWITCH_TIMEOUT.toSeconds() + " s that it switched to " + frequency + " MHz", true));
        request(pending);
        return pending.result;
    }

    private static CompletionStage<Void> failed(final String why) {
        return CompletableFuture.failedFuture(new ChannelSwitchException(why, false));
    }

    private void request(final PendingSwitch pending) {
        final Duration left = SWITCH_TIMEOUT.minusNanos(loop.nanoTime() - pending.startedAtNanos);
        if (pendingSwitches.get(pending.bssid) == pending && left.toMillis() > 0) {
            hosts.switchChannel(pending.bssid, pending.frequency, BEACON_COUNT, left)
                .whenComplete((done, failure) -> loop.execute(() -> onAnswer(pending, failure)));
        }
    }

    private void onAnswer(final PendingSwitch pending, final Throwable failure) {
        if (pendingSwitches.get(pending.bssid) != pending) {
            return; // it has failed after its time limit
        }
        final Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause == null) {
            onDone(pending);
        } else if (cause instanceof HostSwitchException e && e.outcome() == SwitchOutcome.BUSY) {
            loop.schedule(BUSY_INTERVAL, () -> request(pending));
        } else {
            final boolean hasKeptItsChannel =
                cause instanceof HostSwitchException e && e.outcome() == SwitchOutcome.REFUSED;
            fail(pending, "VAP " + pending.bssid + " does not switch to " + pending.frequency + " MHz: "
                + cause.getMessage(), !hasKeptItsChannel);
        }
    }

    private void fail(final PendingSwitch pending, final String why, final boolean mayHaveSwitched) {
        if (pendingSwitches.remove(pending.bssid, pending)) {
            pending.result.completeExceptionally(new ChannelSwitchException(why, mayHaveSwitched));
        }
    }

    private void onDone(final PendingSwitch pending) {
        LOG.info("VAP {} has switched to {} MHz", pending.bssid, pending.frequency);
        pending.done = true;
        final Learned.KnownVap vap = learned.learned().vaps().get(pending.bssid);
        if (vap != null) {
            learned.putVap(pending.bssid, vap.withFrequency(pending.frequency));
        }
        completeKnown();
    }

    /** Completes the switches whose new channel the learned state contains. */
    private void completeKnown() {
        for (final PendingSwitch pending : List.copyOf(pendingSwitches.values())) {
            final Learned.KnownVap vap = learned.learned().vaps().get(pending.bssid);
            if (vap == null) {
                fail(pending, "VAP " + pending.bssid + " is no longer known", true);
            } else if (pending.done && vap.frequency() == pending.frequency) {
                pendingSwitches.remove(pending.bssid);
                pending.result.complete(null);
            }
        }
    }
}
