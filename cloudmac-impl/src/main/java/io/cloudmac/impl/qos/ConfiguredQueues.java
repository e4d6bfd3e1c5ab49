// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos;

import io.cloudmac.impl.config.ConfigurationSource;
import io.cloudmac.impl.qos.strategies.Strategies;
import io.cloudmac.impl.topology.InterSwitchPorts;
import java.util.OptionalInt;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** A queue selector that follows the configured policies. */
@Component(service = QueueSelector.class)
public final class ConfiguredQueues implements QueueSelector {
    private final ConfigurationSource configuration;
    private final InterSwitchPorts ports;

    /** Creates the selector. */
    @Activate
    public ConfiguredQueues(@Reference final ConfigurationSource configuration,
            @Reference final InterSwitchPorts ports) {
        this.configuration = configuration;
        this.ports = ports;
    }

    @Override
    public OptionalInt queue(final String port, final int userPriority) {
        final boolean interSwitch = ports.interSwitchPorts().stream().anyMatch(each -> each.id().equals(port));
        return configuration.get(PolicyBook.PART).at(port, interSwitch)
            .map(policy -> Strategies.of(policy).queue(userPriority)).orElse(OptionalInt.empty());
    }

    @Override
    public Registration listen(final Runnable changed) {
        return configuration.listen(changed);
    }
}
