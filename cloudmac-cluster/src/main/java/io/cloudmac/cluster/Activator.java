// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.hooks.weaving.WeavingHook;

/** Installs {@link ListenerRepairs}. The feature starts this bundle before OpenDaylight loads the classes. */
public final class Activator implements BundleActivator {
    @Override
    public void start(final BundleContext context) {
        // The framework removes the hook when the bundle stops.
        context.registerService(WeavingHook.class, new ListenerRepairs(), null);
    }

    @Override
    public void stop(final BundleContext context) {
        // Nothing to do.
    }
}
