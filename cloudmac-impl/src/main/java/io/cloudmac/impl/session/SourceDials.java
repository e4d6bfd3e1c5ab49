// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Shares connection attempts among sources: each waits in a queue of its source, and then in the queue of all. So a
 * source with many attempts delays its own most.
 *
 * @param <K> what tells the sources apart
 */
public final class SourceDials<K> {
    /** From so many queues on, idle ones are removed: anybody can make up sources. */
    static final int MANY = 1024;

    private final Map<K, DialQueue> queues = new HashMap<>();
    private final EventLoop loop;
    private final DialTurns all;
    private final int perSource;
    /** Number of queues at which idle ones are removed. */
    private int most = MANY;

    /**
     * Creates the queues.
     *
     * @param loop the event loop of the connections
     * @param perSecond how many attempts may start within a second, at least 1
     * @param perSource how many of these may be of one source, at least 1
     */
    public SourceDials(final EventLoop loop, final int perSecond, final int perSource) {
        this.loop = loop;
        this.perSource = perSource;
        all = new DialQueue(loop, perSecond);
    }

    int queues() {
        return queues.size();
    }

    /** Returns the turns of a source. */
    public DialTurns of(final K source) {
        return dial -> {
            if (queues.size() >= most) {
                queues.values().removeIf(DialQueue::isIdle);
                most = Math.max(MANY, 2 * queues.size());
            }
            final AtomicReference<Registration> second = new AtomicReference<>(() -> { });
            final Registration first = queues.computeIfAbsent(source, next -> new DialQueue(loop, perSource))
                .request(() -> second.set(all.request(dial)));
            return () -> {
                first.close();
                second.get().close();
            };
        };
    }
}
