// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cloudmac.impl.core.ManualLoop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to a web hook that answers late. */
class WebHookTest {
    private final ManualLoop loop = new ManualLoop();
    private final List<String> posted = new ArrayList<>();
    private CompletableFuture<Integer> answer;
    private final WebHook hook = new WebHook(loop, body -> {
        posted.add(new String(body, StandardCharsets.UTF_8));
        answer = new CompletableFuture<>();
        return answer;
    });

    private void add(final String text) {
        hook.add(text.getBytes(StandardCharsets.UTF_8));
        loop.run();
    }

    private void answer(final int status) {
        answer.complete(status);
        loop.run();
    }

    private List<String> taken() {
        final List<String> all = List.copyOf(posted);
        posted.clear();
        return all;
    }

    @Test
    void messagesGoOneAfterTheOther() {
        add("a");
        add("b");
        assertEquals(List.of("a"), taken(), "it has not answered");
        answer(204);
        assertEquals(List.of("b"), taken());
        answer(200);
        assertEquals(List.of(), taken());
        add("c");
        assertEquals(List.of("c"), taken());
    }

    @ParameterizedTest
    @ValueSource(ints = { 408, 425, 429, 500, 503 })
    void aMessageThatIsNotTakenIsPostedAgain(final int status) {
        add("a");
        answer(status);
        assertEquals(List.of("a"), taken());
        loop.advance(WebHook.FIRST_PAUSE.minusMillis(1));
        assertEquals(List.of(), taken());
        loop.advance(Duration.ofMillis(1));
        assertEquals(List.of("a"), taken());
        answer(200);
        add("b");
        assertEquals(List.of("b"), taken());
    }

    @ParameterizedTest
    @ValueSource(ints = { 301, 400, 401, 404, 413 })
    void aMessageThatIsRefusedIsDropped(final int status) {
        add("a");
        add("b");
        answer(status);
        assertEquals(List.of("a", "b"), taken());
    }

    @Test
    void thePausesGrowAndBeginAnewAfterAnAnswer() {
        add("a");
        final List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            answer.completeExceptionally(new IOException("connection refused"));
            loop.run();
            taken();
            long seconds = 0;
            while (posted.isEmpty()) {
                loop.advance(Duration.ofSeconds(1));
                seconds++;
            }
            pauses.add(seconds);
        }
        assertEquals(List.of(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L, 300L), pauses);
        answer(200);
        add("b");
        taken();
        answer(503);
        loop.advance(WebHook.FIRST_PAUSE);
        assertEquals(List.of("b"), taken());
    }

    @Test
    void theOldestMessagesAreDroppedWhileTheHookIsAway() {
        add("0");
        for (int number = 1; number <= WebHook.MAX_WAITING + 4; number++) {
            add(String.valueOf(number));
        }
        assertEquals(5, hook.dropped());
        assertEquals(List.of("0"), taken());
        // The first one was dropped while it was on its way.
        answer(200);
        assertEquals(List.of("5"), taken());
        answer(503);
        add("last");
        loop.advance(WebHook.FIRST_PAUSE);
        assertEquals(List.of("6"), taken(), "the one that failed was the oldest");
    }

    @Test
    void nothingIsPostedAfterTheEnd() {
        add("a");
        add("b");
        answer(503);
        hook.close();
        taken();
        loop.advance(WebHook.LONGEST_PAUSE);
        add("c");
        assertEquals(List.of(), taken());
    }

    @Test
    void anAnswerAfterTheEndIsIgnored() {
        add("a");
        add("b");
        hook.close();
        taken();
        answer(200);
        assertEquals(List.of(), taken());
    }
}
