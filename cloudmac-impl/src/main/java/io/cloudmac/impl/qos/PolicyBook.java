// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.config.ConfigurationPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Qos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;

/** The configured QoS policies, by port. */
public final class PolicyBook {
    public static final ConfigurationPart<PolicyBook> PART =
        ConfigurationPart.of(Cloudmac::nonnullQos, PolicyBook::new);

    private final List<Policy> policies;
    private final Map<String, Policy> byConfiguredPort = new HashMap<>();
    private final Optional<Policy> ofInterSwitchPorts;

    public PolicyBook(final Qos configured) {
        policies = List.copyOf(configured.nonnullPolicy().values());
        policies.forEach(policy -> ports(policy).orElse(List.of())
            .forEach(port -> byConfiguredPort.putIfAbsent(port, policy)));
        ofInterSwitchPorts = policies.stream().filter(policy -> ports(policy).isEmpty()).findFirst();
    }

    /** Returns the policy of each port that has one, by port id. A policy that names the port goes first. */
    public Map<String, Policy> byPort(final Collection<String> interSwitchPorts) {
        final Map<String, Policy> result = new TreeMap<>();
        ofInterSwitchPorts.ifPresent(policy -> interSwitchPorts.forEach(port -> result.put(port, policy)));
        result.putAll(byConfiguredPort);
        return result;
    }

    /** Returns the policy of one port. */
    Optional<Policy> at(final String port, final boolean interSwitch) {
        return Optional.ofNullable(byConfiguredPort.get(port))
            .or(() -> interSwitch ? ofInterSwitchPorts : Optional.empty());
    }

    /** Returns the contradictions between policies, one sentence each. */
    List<String> conflicts() {
        final List<String> conflicts = new ArrayList<>();
        final Map<String, String> owners = new LinkedHashMap<>();
        for (final Policy policy : policies) {
            final String name = policy.requireName();
            if (ports(policy).isEmpty() && !policy.equals(ofInterSwitchPorts.orElse(null))) {
                conflicts.add("policies " + ofInterSwitchPorts.orElseThrow().requireName() + " and " + name
                    + " both apply to all links between switches; one of them must name ports");
            }
            ports(policy).orElse(List.of()).forEach(port -> {
                final String other = owners.putIfAbsent(port, name);
                if (other != null) {
                    conflicts.add("port " + port + " is in two policies, " + other + " and " + name);
                }
            });
        }
        return conflicts;
    }

    public Collection<Policy> policies() {
        return policies;
    }

    /** Returns the ports of a policy, sorted; empty if it applies to all inter-switch ports. */
    public static Optional<List<String>> ports(final Policy policy) {
        return policy.getPort() == null || policy.getPort().isEmpty() ? Optional.empty()
            : Optional.of(policy.getPort().stream().map(SwitchPort::getValue).sorted().toList());
    }
}
