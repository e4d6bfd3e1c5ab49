// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.topology.InterSwitchPorts;
import io.cloudmac.impl.topology.InterSwitchPorts.Port;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Waits for the discovery of the links between switches. Before that, a policy for all links applies to no port, so
 * that no port's speed can be checked against it.
 */
final class LinkWait implements AutoCloseable {
    private final Set<CompletableFuture<Void>> waiting = ConcurrentHashMap.newKeySet();
    private final InterSwitchPorts ports;
    private final EventLoop loop;
    private volatile boolean closed;

    LinkWait(final InterSwitchPorts ports, final EventLoop loop) {
        this.ports = ports;
        this.loop = loop;
    }

    /**
     * Waits for at least one link port that its switch reports. The other ports may be of disconnected switches.
     *
     * @param timeout the maximum wait; a network with a single switch has no link
     * @return completes normally in either case; fails when this object is closed
     */
    CompletionStage<Void> await(final Duration timeout) {
        final CompletableFuture<Void> result = new CompletableFuture<>();
        if (isKnown(ports.interSwitchPorts())) {
            result.complete(null);
            return result;
        }
        waiting.add(result);
        final Registration timer = loop.schedule(timeout, () -> result.complete(null));
        final Registration listener = ports.listen(now -> {
            if (isKnown(now)) {
                result.complete(null);
            }
        });
        result.whenComplete((done, failure) -> {
            waiting.remove(result);
            timer.close();
            listener.close();
        });
        if (closed) {
            stop(result);
        }
        return result;
    }

    /** Ends all waits with a failure. */
    @Override
    public void close() {
        closed = true;
        List.copyOf(waiting).forEach(LinkWait::stop);
    }

    private static void stop(final CompletableFuture<Void> wait) {
        wait.completeExceptionally(new IllegalStateException("QoS stops before the policy is written"));
    }

    private boolean isKnown(final List<Port> links) {
        return links.stream().anyMatch(port -> ports.port(port.id()).isPresent());
    }
}
