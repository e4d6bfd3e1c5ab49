// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/** When connection attempts of several sources start. */
class SourceDialsTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final SourceDials<Integer> dials = new SourceDials<>(channel.eventLoop(), 3, 2);
    private final List<String> started = new ArrayList<>();

    @BeforeEach
    void start() {
        channel.freezeTime();
    }

    private Registration request(final int source, final String name) {
        return dials.of(source).request(() -> started.add(name));
    }

    private void advance() {
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void aSourceWithManyAttemptsDoesNotDelayAnother() {
        for (int number = 0; number < 100; number++) {
            request(1, "many" + number);
        }
        request(2, "other");
        assertEquals(List.of("many0", "many1", "other"), started);
        advance();
        assertEquals(List.of("many0", "many1", "other", "many2", "many3"), started);
    }

    @Test
    void allTogetherStartAtMostThreeASecond() {
        for (int source = 0; source < 4; source++) {
            request(source, "first" + source);
        }
        assertEquals(List.of("first0", "first1", "first2"), started);
        advance();
        assertEquals(List.of("first0", "first1", "first2", "first3"), started);
    }

    @Test
    void queuesOfMadeUpSourcesDoNotStay() {
        for (int source = 0; source < 10 * SourceDials.MANY; source++) {
            request(source, "made up").close();
            if (source % SourceDials.MANY == 0) {
                advance();
            }
        }
        assertTrue(dials.queues() <= 2 * SourceDials.MANY, dials.queues() + " queues");
    }

    @Test
    void aCancelledAttemptStartsInNeitherQueue() {
        for (int source = 0; source < 3; source++) {
            request(source, "first" + source);
        }
        request(3, "waits for all").close();
        request(0, "waits for all too");
        request(0, "waits for its source").close();
        advance();
        advance();
        assertEquals(List.of("first0", "first1", "first2", "waits for all too"), started);
    }
}
