// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Shares connection attempts among sources: each waits in a queue of its source, and then in the queue of all. So a
 * source with many attempts delays its own most. The queues of the sources stay, so their number must be bounded.
 *
 * @param <K> what tells the sources apart
 */
public final class SourceDials<K> {
    private final Map<K, DialQueue> queues = new HashMap<>();
    private final EventLoop loop;
    private final DialTurns all;
    private final int perSource;

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

    /** Returns the turns of a source. */
    public DialTurns of(final K source) {
        return dial -> {
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
