// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.core.EventLoop;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.util.promise.Deferred;
import org.osgi.util.promise.Promises;

/** Which components run at the owner only, and when they are enabled. */
class ApplicationComponentsTest {
    private static final String LOOP = EventLoop.class.getName();

    private final ServiceComponentRuntime runtime = mock(ServiceComponentRuntime.class);

    /** Returns a component; a need is an interface after a cardinality. */
    private static ComponentDescriptionDTO component(final String name, final String service, final String... needs) {
        final ComponentDescriptionDTO component = new ComponentDescriptionDTO();
        component.name = name;
        component.serviceInterfaces = service.isEmpty() ? new String[0] : new String[] { service };
        component.references = Arrays.stream(needs).map(need -> {
            final ReferenceDTO reference = new ReferenceDTO();
            reference.cardinality = need.split(" ")[0];
            reference.interfaceName = need.split(" ")[1];
            return reference;
        }).toArray(ReferenceDTO[]::new);
        return component;
    }

    @Test
    void aComponentThatNeedsTheLoopThroughOthersIsOfTheOwner() {
        final var found = ApplicationComponents.of(List.of(
            component("rpcs", "", "1..1 Engine", "1..1 Broker"),
            component("engine", "Engine", "1..1 Memory"),
            component("memory", "Memory", "1..1 " + LOOP)));
        assertEquals(List.of("memory", "engine", "rpcs"), found.stream().map(each -> each.name).toList());
    }

    @Test
    void aComponentWithoutTheLoopIsOfEveryMember() {
        final var found = ApplicationComponents.of(List.of(
            component("guard", "", "1..n Check"),
            component("check", "Check", "1..n Known"),
            component("view", "Known", "1..1 Broker"),
            component("discovery", "Known", "1..1 " + LOOP),
            component("optional", "", "0..1 " + LOOP)));
        assertEquals(List.of("discovery"), found.stream().map(each -> each.name).toList());
    }

    @Test
    void theyAreEnabledAfterTheyWereDisabled() {
        final var component = component("memory", "Memory", "1..1 " + LOOP);
        final Bundle bundle = mock(Bundle.class);
        when(runtime.getComponentDescriptionDTOs(bundle)).thenReturn(List.of(component));
        final Deferred<Void> disabled = new Deferred<>();
        when(runtime.disableComponent(component)).thenReturn(disabled.getPromise());
        when(runtime.enableComponent(component)).thenReturn(Promises.resolved(null));
        final ApplicationComponents components = new ApplicationComponents(runtime, bundle);
        components.disable();
        components.enable();
        verify(runtime, never()).enableComponent(any());
        disabled.resolve(null);
        verify(runtime, timeout(10_000)).enableComponent(component);
    }
}
