// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import io.cloudmac.impl.core.MemberLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opendaylight.yangtools.concepts.Registration;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts components of OpenDaylight's AAA that have lost their first event.
 *
 * <p>Two components of AAA 0.18 register a data listener in their constructor. They ignore events that arrive before
 * they have stored the registration in a field, and the first event can arrive that early, on another thread. Then
 * the password service is missing, RESTCONF rejects every login, and OpenFlowPlugin never listens, because it waits
 * for all bundles.
 */
@Component(service = {})
public final class ComponentRestarter {
    /** The components that can lose their first event, and the service that each of them starts. */
    static final Map<String, String> STARTERS = Map.of(
        "org.opendaylight.aaa.impl.password.service.OSGiPasswordServiceConfigBootstrap",
        "org.opendaylight.yang.gen.v1.urn.opendaylight.aaa.password.service.config.rev170619.PasswordServiceConfig",
        "org.opendaylight.aaa.encrypt.impl.OSGiEncryptionServiceConfigurator",
        "org.opendaylight.aaa.encrypt.AAAEncryptionService");

    /** Interval between two checks. */
    static final Duration PERIOD = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(ComponentRestarter.class);
    /** Number of checks that must find a component active without its service before it is restarted. */
    private static final int MAX_CHECKS = 2;

    private final ServiceComponentRuntime runtime;
    private final BundleContext context;
    private final Map<String, Integer> checks = new HashMap<>();
    private final List<String> missing = new ArrayList<>(STARTERS.keySet());
    private final Registration registration;

    /** Starts the checks, which end when all services are present. */
    @Activate
    public ComponentRestarter(@Reference final MemberLoop loop, @Reference final ServiceComponentRuntime runtime,
            final BundleContext context) {
        this.runtime = runtime;
        this.context = context;
        registration = loop.every(PERIOD, this::check);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    private void check() {
        missing.removeIf(starter -> context.getServiceReference(STARTERS.get(starter)) != null);
        if (missing.isEmpty()) {
            registration.close();
            return;
        }
        runtime.getComponentDescriptionDTOs().stream()
            .filter(component -> missing.contains(component.name) && isActive(component))
            .filter(component -> checks.merge(component.name, 1, Integer::sum) > MAX_CHECKS)
            .forEach(this::restart);
    }

    private boolean isActive(final ComponentDescriptionDTO component) {
        return runtime.getComponentConfigurationDTOs(component).stream()
            .anyMatch(configuration -> configuration.state == ComponentConfigurationDTO.ACTIVE);
    }

    private void restart(final ComponentDescriptionDTO component) {
        LOG.warn("{} has lost its first event; restarting it", component.name);
        checks.remove(component.name);
        runtime.disableComponent(component).onResolve(() -> runtime.enableComponent(component));
    }
}
