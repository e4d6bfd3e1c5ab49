// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.DataListener;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.osgi.service.component.ComponentFactory;

/**
 * Creates a component of AAA with a datastore that notifies the component's listener before it returns the
 * registration. Another thread notifies, as in the datastore.
 */
final class EarlyNotification {
    private final AtomicInteger created = new AtomicInteger();
    private Thread notifying;

    /**
     * Returns how many instances the component has created after the notification.
     *
     * @param component the component's class
     * @param data the data of the notification
     */
    int instances(final Class<?> component, final DataObject data) throws ReflectiveOperationException,
            InterruptedException {
        final DataBroker broker = proxy(DataBroker.class, (self, method, arguments) -> {
            notifying = new Thread(() -> notify((DataListener<?>) arguments[1], data));
            notifying.start();
            // The notification is handled now, or it waits for the constructor.
            while (notifying.getState() != Thread.State.TERMINATED && notifying.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            return proxy(Registration.class, (registration, called, none) -> null);
        });
        final ComponentFactory<?> factory = proxy(ComponentFactory.class, (self, method, arguments) -> {
            created.incrementAndGet();
            return null;
        });
        component.getConstructor(DataBroker.class, ComponentFactory.class).newInstance(broker, factory);
        notifying.join();
        return created.get();
    }

    @SuppressWarnings("unchecked")
    private static <T extends DataObject> void notify(final DataListener<T> listener, final DataObject data) {
        listener.dataChangedTo((T) data);
    }

    private static <T> T proxy(final Class<T> type, final InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
