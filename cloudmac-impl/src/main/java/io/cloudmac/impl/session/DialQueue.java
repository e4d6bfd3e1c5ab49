// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import io.netty.channel.EventLoop;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.opendaylight.yangtools.concepts.Registration;

/** Starts connection attempts in the order of their requests, and at most a number of them within any second. */
public final class DialQueue implements DialTurns {
    /** An attempt that waits. Two attempts are never equal. */
    private static final class Turn {
        private final Runnable dial;

        Turn(final Runnable dial) {
            this.dial = dial;
        }
    }

    private final Set<Turn> waiting = new LinkedHashSet<>();
    private final EventLoop loop;
    private final int perSecond;
    /** How many attempts may start now. Each returns its place after a second. */
    private int free;

    /**
     * Creates the queue.
     *
     * @param loop the event loop of the connections
     * @param perSecond how many attempts may start within a second, at least 1
     */
    public DialQueue(final EventLoop loop, final int perSecond) {
        this.loop = loop;
        this.perSecond = perSecond;
        free = perSecond;
    }

    @Override
    public Registration request(final Runnable dial) {
        final Turn turn = new Turn(dial);
        waiting.add(turn);
        startNext();
        return () -> waiting.remove(turn);
    }

    /** Returns true if no attempt waits, and none has started within the last second. */
    boolean isIdle() {
        return waiting.isEmpty() && free == perSecond;
    }

    private void startNext() {
        while (free > 0 && !waiting.isEmpty()) {
            final Iterator<Turn> first = waiting.iterator();
            final Turn turn = first.next();
            first.remove();
            free--;
            loop.schedule(this::returnPlace, 1, TimeUnit.SECONDS);
            turn.dial.run();
        }
    }

    private void returnPlace() {
        free++;
        startNext();
    }
}
