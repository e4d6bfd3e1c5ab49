// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.config.ConfigurationCheck;
import io.cloudmac.impl.qos.strategies.PolicyRules;
import io.cloudmac.impl.topology.InterSwitchPorts.Port;
import io.cloudmac.impl.topology.KnownPorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Checks that QoS policies are consistent with each other and with the speeds of known ports. */
@Component
public final class QosCheck implements ConfigurationCheck {
    private final KnownPorts ports;

    /** Creates the check; {@code ports} supplies the speeds. */
    @Activate
    public QosCheck(@Reference final KnownPorts ports) {
        this.ports = ports;
    }

    @Override
    public List<String> violations(final Cloudmac after) {
        final PolicyBook book = new PolicyBook(after.nonnullQos());
        final List<String> violations = new ArrayList<>(book.conflicts());
        for (final Policy policy : book.policies()) {
            final List<String> own = new ArrayList<>(PolicyRules.violations(policy));
            for (final Port port : ports(policy)) {
                own.addAll(PolicyRules.violationsAt(policy, port.id(), port.speed()));
            }
            own.stream().distinct().map(text -> "QoS policy " + policy.requireName() + ": " + text)
                .forEach(violations::add);
        }
        return violations;
    }

    private List<Port> ports(final Policy policy) {
        return PolicyBook.ports(policy).map(ids -> ids.stream().map(ports::port).flatMap(Optional::stream).toList())
            .orElseGet(ports::interSwitchPorts);
    }
}
