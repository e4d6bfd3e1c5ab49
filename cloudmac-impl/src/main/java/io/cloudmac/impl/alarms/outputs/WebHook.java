// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts messages to a web hook, one after the other, in their order. A message that the hook cannot take now is posted
 * again after a while; one that it refuses is dropped. While the hook is away, a bounded number waits, and the oldest
 * ones are dropped. All methods run on the loop.
 */
final class WebHook {
    /** Posts a message. */
    @FunctionalInterface
    interface HookClient {
        /** Returns the HTTP status; fails if there is no answer. */
        CompletionStage<Integer> post(byte[] body);
    }

    /** Greatest number of messages that wait. */
    static final int MAX_WAITING = 1_000;
    /** Pause after the first failure; each further one doubles it. */
    static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    /** The longest pause. */
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(WebHook.class);
    /** Request Timeout, Too Early, Too Many Requests: the same request can succeed later. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);
    private static final int FIRST_OK = 200;
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_SERVER_ERROR = 500;

    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private final EventLoop loop;
    private final HookClient client;
    private Duration pause = FIRST_PAUSE;
    private Registration retry = () -> { };
    /** True while a message is on its way, or a pause has to end first. */
    private boolean isBusy;
    private boolean hasFailed;
    private boolean isClosed;
    private long dropped;

    WebHook(final EventLoop loop, final HookClient client) {
        this.loop = loop;
        this.client = client;
    }

    /** Posts a message after all earlier ones. */
    void add(final byte[] body) {
        if (isClosed) {
            return;
        }
        waiting.addLast(body);
        if (waiting.size() > MAX_WAITING) {
            waiting.removeFirst();
            dropped++;
        }
        postNext();
    }

    /** Posts nothing any more. */
    void close() {
        isClosed = true;
        retry.close();
        waiting.clear();
    }

    /** Returns the number of messages that were dropped because too many waited. */
    long dropped() {
        return dropped;
    }

    private void postNext() {
        if (isBusy || waiting.isEmpty() || isClosed) {
            return;
        }
        isBusy = true;
        final byte[] body = waiting.peekFirst();
        client.post(body).whenCompleteAsync((status, thrown) -> onAnswer(body, status, thrown), loop);
    }

    private void onAnswer(final byte[] body, final Integer status, final Throwable thrown) {
        if (isClosed) {
            return;
        }
        if (thrown != null || status >= FIRST_SERVER_ERROR || LATER.contains(status)) {
            if (!hasFailed) {
                LOG.warn("The web hook of alarms does not take messages, and is tried again: {}",
                    thrown == null ? "HTTP status " + status : thrown.toString());
            }
            hasFailed = true;
            retry = loop.schedule(pause, this::again);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            return;
        }
        if (status < FIRST_OK || status >= FIRST_REDIRECT) {
            LOG.warn("The web hook of alarms refuses a message with HTTP status {}", status);
        } else if (hasFailed) {
            LOG.info("The web hook of alarms takes messages again; {} were dropped in all", dropped);
        }
        hasFailed = false;
        pause = FIRST_PAUSE;
        // It may have been dropped meanwhile.
        if (waiting.peekFirst() == body) {
            waiting.removeFirst();
        }
        again();
    }

    private void again() {
        isBusy = false;
        postNext();
    }
}
