// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.changes.ConfigurationEffects;
import io.cloudmac.impl.topology.InterSwitchPorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Expects which ports get other queues. */
@Component(service = ConfigurationEffects.class)
public final class PolicyEffects implements ConfigurationEffects {
    private final InterSwitchPorts ports;

    /** Creates the source. */
    @Activate
    public PolicyEffects(@Reference final InterSwitchPorts ports) {
        this.ports = ports;
    }

    @Override
    public CompletionStage<List<Effect>> effects(final Cloudmac before, final Cloudmac after) {
        return CompletableFuture.completedFuture(effects(before, after,
            ports.interSwitchPorts().stream().map(port -> port.id()).toList()));
    }

    static List<Effect> effects(final Cloudmac before, final Cloudmac after, final List<String> links) {
        final Map<String, Policy> old = new PolicyBook(before.nonnullQos()).byPort(links);
        final Map<String, Policy> next = new PolicyBook(after.nonnullQos()).byPort(links);
        final TreeSet<String> all = new TreeSet<>(old.keySet());
        all.addAll(next.keySet());
        final List<Effect> effects = new ArrayList<>();
        for (final String port : all) {
            if (!Objects.equals(old.get(port), next.get(port))) {
                effects.add(new Effect(port,
                    "its policy changes from " + text(old.get(port)) + " to " + text(next.get(port))));
            }
        }
        return effects;
    }

    private static String text(final Policy policy) {
        return policy == null ? "none"
            : policy.requireName() + " (" + policy.getType().getName() + ")";
    }
}
