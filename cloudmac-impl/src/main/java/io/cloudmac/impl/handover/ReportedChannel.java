// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.handover.Handover.HandoverException;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.StationHello;
import io.cloudmac.impl.wtp.AgentVirtualStation;
import io.cloudmac.impl.wtp.WtpControl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Asks the WTP's agent for the channel. The agent may need a moment to tune the radio, so the first answers may be
 * negative.
 */
@Component
public final class ReportedChannel implements ChannelWait {
    static final int ATTEMPTS = 10;
    static final Duration PAUSE = Duration.ofMillis(200);

    private final WtpControl control;
    private final EventLoop loop;

    /** Creates the service. */
    @Activate
    public ReportedChannel(@Reference final EventLoop loop, @Reference final WtpControl control) {
        this.loop = loop;
        this.control = control;
    }

    @Override
    public CompletionStage<Void> await(final Mac wtp, final StationHello hello) {
        if (hello.frequency() == 0) {
            return CompletableFuture.completedFuture(null);
        }
        final CompletableFuture<Void> done = new CompletableFuture<>();
        attempt(wtp, hello, ATTEMPTS, done);
        return done;
    }

    private void attempt(final Mac wtp, final StationHello hello, final int left,
            final CompletableFuture<Void> done) {
        control.virtualStations(wtp).whenCompleteAsync((stations, failure) -> {
            final boolean isLate = failure != null && TimedSteps.unwrap(failure) instanceof TimeoutException;
            if (failure == null && isReady(stations, hello)) {
                done.complete(null);
            } else if (left > 1 && (failure == null || isLate)) {
                loop.schedule(PAUSE, () -> attempt(wtp, hello, left - 1, done));
            } else if (failure != null) {
                done.completeExceptionally(failure);
            } else {
                done.completeExceptionally(new HandoverException(FailureKind.REFUSED,
                    "no radio of WTP " + wtp + " is on " + hello.frequency() + " MHz for it"));
            }
        }, loop);
    }

    private static boolean isReady(final List<AgentVirtualStation> stations, final StationHello hello) {
        return stations.stream().anyMatch(each -> each.station().equals(hello.station())
            && each.frequency() == hello.frequency() && each.isOnChannel());
    }
}
