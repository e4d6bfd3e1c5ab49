// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import io.cloudmac.impl.wire.StationHello;
import io.cloudmac.impl.wtp.AgentVirtualStation;
import io.cloudmac.impl.wtp.WtpControl;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ReportedChannelTest {
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac STATION = Mac.parse("02:5a:00:00:0a:01");

    private final ManualLoop loop = new ManualLoop();
    private final WtpControl control = mock(WtpControl.class);
    private List<AgentVirtualStation> answer = List.of();
    private int requests;

    private CompletableFuture<Void> await(final int frequency) {
        when(control.virtualStations(WTP)).thenAnswer(call -> {
            requests++;
            return CompletableFuture.completedFuture(answer);
        });
        final CompletableFuture<Void> result = new ReportedChannel(loop, control)
            .await(WTP, new StationHello(STATION, 3, frequency, WTP, RawSsid.NONE)).toCompletableFuture();
        loop.run();
        return result;
    }

    private static List<AgentVirtualStation> report(final int frequency, final boolean isOnChannel) {
        return List.of(new AgentVirtualStation(STATION, 0, frequency, isOnChannel, OptionalInt.empty()));
    }

    @Test
    void theRadioMayNeedAMoment() {
        answer = report(2412, false);
        final CompletableFuture<Void> result = await(2412);
        assertFalse(result.isDone());
        answer = report(2412, true);
        loop.advance(ReportedChannel.PAUSE);
        assertTrue(result.isDone() && !result.isCompletedExceptionally());
        assertEquals(2, requests);
    }

    @Test
    void aRadioOnAnotherChannelDoesNotDo() {
        answer = report(2437, true); // from a hello before
        final CompletableFuture<Void> result = await(2412);
        loop.advance(ReportedChannel.PAUSE.multipliedBy(ReportedChannel.ATTEMPTS));
        assertEquals("no radio of WTP " + WTP + " is on 2412 MHz for it",
            assertThrows(ExecutionException.class, result::get).getCause().getMessage());
        assertEquals(ReportedChannel.ATTEMPTS, requests);
    }

    @Test
    void aLateAnswerIsAskedForAgain() {
        when(control.virtualStations(WTP))
            .thenReturn(CompletableFuture.failedFuture(new TimeoutException("no answer within 3000 ms")))
            .thenReturn(CompletableFuture.completedFuture(report(2412, true)));
        final CompletableFuture<Void> result = new ReportedChannel(loop, control)
            .await(WTP, new StationHello(STATION, 3, 2412, WTP, RawSsid.NONE)).toCompletableFuture();
        loop.run();
        assertFalse(result.isDone());
        loop.advance(ReportedChannel.PAUSE);
        assertTrue(result.isDone() && !result.isCompletedExceptionally());
    }

    @Test
    void withoutAChannelThereIsNothingToWaitFor() {
        assertTrue(await(0).isDone());
        assertEquals(0, requests);
    }

    @Test
    void aWtpThatDoesNotAnswerDoesNotDo() {
        final CompletableFuture<List<AgentVirtualStation>> failed =
            CompletableFuture.failedFuture(new IOException("no session"));
        when(control.virtualStations(WTP)).thenReturn(failed);
        final CompletableFuture<Void> result = new ReportedChannel(loop, control)
            .await(WTP, new StationHello(STATION, 3, 2412, WTP, RawSsid.NONE)).toCompletableFuture();
        loop.run();
        assertTrue(result.isCompletedExceptionally());
    }
}
