// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.yangtools.concepts.Registration;

/** When connection attempts start, in virtual time. */
class DialQueueTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final DialQueue queue = new DialQueue(channel.eventLoop(), 2);
    private final List<String> started = new ArrayList<>();

    @BeforeEach
    void start() {
        channel.freezeTime();
    }

    private Registration request(final String name) {
        return queue.request(() -> started.add(name));
    }

    private void advance(final int millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void attemptsStartInOrderAndAtMostTwoASecond() {
        List.of("a", "b", "c", "d", "e").forEach(this::request);
        assertEquals(List.of("a", "b"), started);
        advance(999);
        assertEquals(List.of("a", "b"), started);
        advance(1);
        assertEquals(List.of("a", "b", "c", "d"), started);
        advance(10_000);
        request("f");
        request("g");
        assertEquals(List.of("a", "b", "c", "d", "e", "f"), started, "a quiet time saves no turns");
        advance(1_000);
        assertEquals(List.of("a", "b", "c", "d", "e", "f", "g"), started);
    }

    @Test
    void aCancelledAttemptTakesNoTurn() {
        request("a");
        request("b");
        request("c").close();
        request("d");
        request("e");
        advance(1_000);
        assertEquals(List.of("a", "b", "d", "e"), started);
    }
}
