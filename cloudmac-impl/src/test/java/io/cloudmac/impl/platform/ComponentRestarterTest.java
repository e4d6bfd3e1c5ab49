// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.cloudmac.impl.core.ManualLoop;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.util.promise.Promises;

/** When a component of AAA that has lost its first event is restarted. */
class ComponentRestarterTest {
    private final ManualLoop loop = new ManualLoop();
    private final ServiceComponentRuntime runtime = mock(ServiceComponentRuntime.class);
    private final BundleContext context = mock(BundleContext.class);
    private final ComponentDescriptionDTO starter = new ComponentDescriptionDTO();
    private final ComponentConfigurationDTO configuration = new ComponentConfigurationDTO();
    private Map.Entry<String, String> watched;

    @BeforeEach
    void start() {
        watched = ComponentRestarter.STARTERS.entrySet().iterator().next();
        ComponentRestarter.STARTERS.values().stream().filter(service -> !service.equals(watched.getValue()))
            .forEach(this::provide);
        starter.name = watched.getKey();
        configuration.state = ComponentConfigurationDTO.ACTIVE;
        when(runtime.getComponentDescriptionDTOs()).thenReturn(List.of(starter));
        when(runtime.getComponentConfigurationDTOs(starter)).thenReturn(List.of(configuration));
        when(runtime.disableComponent(starter)).thenReturn(Promises.resolved(null));
        new ComponentRestarter(loop, runtime, context);
    }

    private void provide(final String service) {
        when(context.getServiceReference(service)).thenAnswer(call -> mock(ServiceReference.class));
    }

    private void runChecks(final int count) {
        loop.advance(ComponentRestarter.PERIOD.multipliedBy(count));
    }

    @Test
    void aStarterWithoutItsServiceIsRestarted() {
        runChecks(2);
        verify(runtime, never()).disableComponent(any());
        runChecks(1);
        final InOrder order = inOrder(runtime);
        order.verify(runtime).disableComponent(starter);
        order.verify(runtime).enableComponent(starter);
    }

    @Test
    void aStarterIsRestartedAgainIfItsServiceStaysMissing() {
        runChecks(6);
        verify(runtime, times(2)).enableComponent(starter);
    }

    @Test
    void anInactiveStarterIsNotRestarted() {
        configuration.state = ComponentConfigurationDTO.UNSATISFIED_REFERENCE;
        runChecks(20);
        verify(runtime, never()).disableComponent(any());
    }

    @Test
    void aStarterWithItsServiceIsNotRestarted() {
        runChecks(2);
        provide(watched.getValue());
        runChecks(1);
        verify(runtime, never()).disableComponent(any());
        clearInvocations(runtime);
        runChecks(20);
        verifyNoMoreInteractions(runtime);
    }
}
