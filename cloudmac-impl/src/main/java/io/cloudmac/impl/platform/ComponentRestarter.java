// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import io.cloudmac.impl.core.EventLoop;
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
 * Starts components of OpenDaylight's AAA anew that have lost their first event.
 *
 * <p>Two of them (AAA 0.18) register a data listener in their constructor, and
 * ignore what it is told before the registration has been stored in a field. The
 * first event comes on another thread, sometimes before that. Then there is no
 * password service, RESTCONF lets nobody in, and OpenFlowPlugin, which
 * waits for all bundles, never listens.
 */
@Component(service = {})
public final class ComponentRestarter {
    /** Component that starts something once it is told its configuration, and the service which that provides. */
    static final Map<String, String> STARTERS = Map.of(
        "org.opendaylight.aaa.impl.password.service.OSGiPasswordServiceConfigBootstrap",
        "org.opendaylight.yang.gen.v1.urn.opendaylight.aaa.password.service.config.rev170619.PasswordServiceConfig",
        "org.opendaylight.aaa.encrypt.impl.OSGiEncryptionServiceConfigurator",
        "org.opendaylight.aaa.encrypt.AAAEncryptionService");

    /** How often we look, and how long a starter has. */
    static final Duration PERIOD = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(ComponentRestarter.class);
    /** Looks at an active starter without its service before it is started anew. */
    private static final int PATIENCE = 2;

    private final ServiceComponentRuntime runtime;
    private final BundleContext context;
    private final Map<String, Integer> looks = new HashMap<>();
    private final List<String> missing = new ArrayList<>(STARTERS.keySet());
    private final Registration registration;

    /** Begins to look; ends when all that is looked for is there. */
    @Activate
    public ComponentRestarter(@Reference final EventLoop loop, @Reference final ServiceComponentRuntime runtime,
            final BundleContext context) {
        this.runtime = runtime;
        this.context = context;
        registration = loop.every(PERIOD, this::look);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    private void look() {
        missing.removeIf(starter -> context.getServiceReference(STARTERS.get(starter)) != null);
        if (missing.isEmpty()) {
            registration.close();
            return;
        }
        runtime.getComponentDescriptionDTOs().stream()
            .filter(component -> missing.contains(component.name) && isActive(component))
            .filter(component -> looks.merge(component.name, 1, Integer::sum) > PATIENCE)
            .forEach(this::startAnew);
    }

    private boolean isActive(final ComponentDescriptionDTO component) {
        return runtime.getComponentConfigurationDTOs(component).stream()
            .anyMatch(configuration -> configuration.state == ComponentConfigurationDTO.ACTIVE);
    }

    private void startAnew(final ComponentDescriptionDTO component) {
        LOG.warn("{} has lost its first event: starting it anew", component.name);
        looks.remove(component.name);
        runtime.disableComponent(component).onResolve(() -> runtime.enableComponent(component));
    }
}
