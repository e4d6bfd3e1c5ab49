// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.topology.InterSwitchPorts;
import io.cloudmac.impl.topology.InterSwitchPorts.Port;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * Waits for the discovery of the links between switches. Before that, a policy for all links applies to no port, so
 * that no port's speed can be checked against it.
 */
final class LinkWait {
    private final InterSwitchPorts ports;
    private final EventLoop loop;

    LinkWait(final InterSwitchPorts ports, final EventLoop loop) {
        this.ports = ports;
        this.loop = loop;
    }

    /**
     * Waits for at least one link with both ports reported by their switches.
     *
     * @param patience the maximum wait; a network with a single switch has no link
     * @return completes normally in either case
     */
    CompletionStage<Void> await(final Duration patience) {
        final CompletableFuture<Void> result = new CompletableFuture<>();
        if (isKnown(ports.interSwitchPorts())) {
            result.complete(null);
            return result;
        }
        final Registration timeout = loop.schedule(patience, () -> result.complete(null));
        final Registration listener = ports.listen(now -> {
            if (isKnown(now)) {
                result.complete(null);
            }
        });
        return result.whenComplete((done, failure) -> {
            timeout.close();
            listener.close();
        });
    }

    private boolean isKnown(final List<Port> links) {
        return !links.isEmpty() && links.stream().allMatch(port -> ports.port(port.id()).isPresent());
    }
}
