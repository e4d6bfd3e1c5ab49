// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.hooks.weaving.WeavingHook;

/** Installs {@link ShardListenerWeaver}. The feature starts this bundle before the datastore loads its classes. */
public final class Activator implements BundleActivator {
    @Override
    public void start(final BundleContext context) {
        // The framework removes the hook when the bundle stops.
        context.registerService(WeavingHook.class, new ShardListenerWeaver(), null);
    }

    @Override
    public void stop(final BundleContext context) {
        // Nothing to do.
    }
}
