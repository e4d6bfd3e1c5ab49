// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.Term;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.util.promise.Promise;
import org.osgi.util.promise.Promises;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The components that run at the owner of the application only: all that need {@link EventLoop} or {@link Term},
 * directly or through each other. At a member that is not the owner they are disabled. It would not be enough that
 * their references are missing: OpenDaylight is not ready, and OpenFlowPlugin does not listen, while an enabled
 * component waits for a service.
 */
final class ApplicationComponents {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationComponents.class);
    private static final Set<String> OF_OWNER = Set.of(EventLoop.class.getName(), Term.class.getName());

    private final ServiceComponentRuntime runtime;
    private final List<ComponentDescriptionDTO> components;
    /** The change that was requested last. */
    private Promise<?> last = Promises.resolved(null);

    ApplicationComponents(final ServiceComponentRuntime runtime, final Bundle bundle) {
        this.runtime = runtime;
        components = of(runtime.getComponentDescriptionDTOs(bundle));
    }

    /** Returns the components that need a service of the owner, directly or through each other. */
    static List<ComponentDescriptionDTO> of(final Collection<ComponentDescriptionDTO> all) {
        final List<ComponentDescriptionDTO> others = new ArrayList<>(all);
        final List<ComponentDescriptionDTO> found = new ArrayList<>();
        List<ComponentDescriptionDTO> more;
        do {
            final Set<String> services = services(found);
            services.removeAll(services(others));
            services.addAll(OF_OWNER);
            more = others.stream().filter(component -> needsAny(component, services)).toList();
            found.addAll(more);
            others.removeAll(more);
        } while (!more.isEmpty());
        return found;
    }

    private static Set<String> services(final Collection<ComponentDescriptionDTO> components) {
        return components.stream().flatMap(component -> Set.of(component.serviceInterfaces).stream())
            .collect(Collectors.toCollection(HashSet::new));
    }

    private static boolean needsAny(final ComponentDescriptionDTO component, final Set<String> services) {
        for (final var reference : component.references) {
            if (reference.cardinality.startsWith("1") && services.contains(reference.interfaceName)) {
                return true;
            }
        }
        return false;
    }

    /** Enables them, after all earlier changes. */
    void enable() {
        afterAllEarlier(runtime::enableComponent);
    }

    /** Disables them, after all earlier changes. */
    void disable() {
        afterAllEarlier(runtime::disableComponent);
    }

    /** Returns true if OSGi would start one of them. */
    boolean isAnyEnabled() {
        return components.stream().anyMatch(runtime::isComponentEnabled);
    }

    private synchronized void afterAllEarlier(final Function<ComponentDescriptionDTO, Promise<Void>> change) {
        last = last.fallbackTo(Promises.resolved(null))
            .then(done -> Promises.all(components.stream().map(change).toList()));
        last.then(null, failed ->
            LOG.error("Components of the application did not start or stop", failed.getFailure()));
    }
}
