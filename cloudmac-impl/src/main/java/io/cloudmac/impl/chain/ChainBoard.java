// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.VersionedMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The rules that chains have at the moment. The keeper of the chains sets them, and the program of the rules reads
 * them. Use it on the event loop.
 */
@Component(service = ChainBoard.class)
public final class ChainBoard {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final EventLoop loop;
    private VersionedMap<ChainId, ChainStage> stages = VersionedMap.copyOf(Map.of());

    /** Starts without chains. It lives as long as the loop, so that a new owner of the application has a new one. */
    @Activate
    public ChainBoard(@Reference final EventLoop loop) {
        this.loop = loop;
    }

    /** Returns the rules of the chains. */
    public VersionedMap<ChainId, ChainStage> stages() {
        return stages;
    }

    /** Sets the rules of some chains; empty: the chain has none. */
    public void set(final Map<ChainId, Optional<ChainStage>> changed) {
        stages = stages.with(changed);
        listeners.forEach(loop::execute);
    }

    /** Registers a task that runs on the event loop after each change. */
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }
}
