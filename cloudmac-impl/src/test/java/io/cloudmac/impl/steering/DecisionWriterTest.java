// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.steering.DecisionFiles.FileBounds;
import io.cloudmac.impl.steering.SteeringLog.LoggedDecision;
import io.cloudmac.impl.steering.SteeringTrigger.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The steering log over a restart. */
@Timeout(30)
class DecisionWriterTest {
    private static final int QUEUE = 8;

    @TempDir
    private Path folder;

    private DecisionWriter opened() {
        return new DecisionWriter(new DecisionFiles(folder, FileBounds.USUAL), QUEUE);
    }

    private static void add(final SteeringLog log, final String user) {
        log.add(DecisionSamples.KEY, null, DecisionSamples.WTP, SteeringTrigger.of(Reason.OPERATOR).by(user),
            SteeringResult.DONE);
    }

    /** Waits until the history has done all earlier tasks. */
    private static List<LoggedDecision> stored(final DecisionWriter writer) throws Exception {
        final CompletableFuture<List<LoggedDecision>> stored = new CompletableFuture<>();
        writer.read(stored::complete);
        return stored.get(20, TimeUnit.SECONDS);
    }

    @Test
    void aRestartKeepsDecisionsAndNumbers() throws Exception {
        final DecisionWriter first = opened();
        final SteeringLog before = new SteeringLog(first);
        add(before, "eve");
        add(before, null);
        first.close();
        final DecisionWriter second = opened();
        final SteeringLog after = new SteeringLog(second);
        add(after, null);
        stored(second);
        assertEquals(List.of(1L, 2L, 3L), after.all().stream().map(LoggedDecision::number).toList());
        assertEquals(before.all(), after.all().subList(0, 2));
        assertEquals("eve", after.all().get(0).trigger().user());
        assertEquals(after.all(), after.decisions());
        assertEquals(0, after.unsaved());
        final SteeringLog sameWriter = new SteeringLog(second);
        stored(second);
        assertEquals(after.all(), sameWriter.all(), "another start of the application in the same process");
        add(sameWriter, null);
        assertEquals(4, sameWriter.all().get(3).number());
        second.close();
    }

    @Test
    void anOverflowIsCountedAndDelaysNobody() throws Exception {
        final DecisionWriter writer = opened();
        final CountDownLatch isBusy = new CountDownLatch(1);
        final CountDownLatch isDone = new CountDownLatch(1);
        writer.read(earlier -> {
            isBusy.countDown();
            awaitUninterruptibly(isDone);
        });
        isBusy.await();
        for (int number = 1; number <= QUEUE + 3; number++) {
            writer.save(DecisionSamples.decision(number));
        }
        assertEquals(3, writer.unsaved());
        isDone.countDown();
        writer.close();
        final DecisionWriter next = opened();
        assertEquals(QUEUE, stored(next).size());
        next.close();
    }

    private static void awaitUninterruptibly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFullDiskIsCounted() throws Exception {
        final Path file = Files.createFile(folder.resolve("no folder"));
        final DecisionWriter writer = new DecisionWriter(new DecisionFiles(file.resolve("x"), FileBounds.USUAL), QUEUE);
        writer.save(DecisionSamples.decision(1));
        assertTrue(stored(writer).isEmpty());
        assertEquals(1, writer.unsaved());
        writer.close();
    }

    @Test
    void memoryIsBoundedInDecisionsAndInputs() {
        final DecisionMemory memory = new DecisionMemory();
        final LoggedDecision small = new LoggedDecision(1, DecisionSamples.START, DecisionSamples.KEY, null, null,
            SteeringTrigger.of(Reason.SIGNAL), SteeringResult.DONE);
        for (int number = 0; number < DecisionMemory.DECISIONS + 5; number++) {
            memory.add(small);
        }
        assertEquals(DecisionMemory.DECISIONS, memory.all().size());
        final var input = SteeringTrigger.SignalInput.of(DecisionSamples.WTP, -50, 1);
        final LoggedDecision big = new LoggedDecision(2, DecisionSamples.START, DecisionSamples.KEY, null, null,
            new SteeringTrigger(Reason.SIGNAL, Collections.nCopies(1000, input), null), SteeringResult.DONE);
        for (int number = 0; number < 600; number++) {
            memory.add(big);
        }
        assertEquals(DecisionMemory.INPUTS / 1000, memory.all().size());
        assertEquals(List.of(big, big), memory.latest(2));
    }
}
