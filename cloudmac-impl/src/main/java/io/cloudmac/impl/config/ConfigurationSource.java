// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yangtools.concepts.Registration;

/** The operator's configuration. */
public interface ConfigurationSource {
    /** Returns the current configuration; its containers are empty if nothing is configured. */
    Cloudmac configuration();

    /**
     * Returns a part of the current configuration in its parsed form: the same object until a change concerns the part.
     * May be called from any thread.
     */
    <T> T get(ConfigurationPart<T> part);

    /** Runs a task on the event loop once now and after each change. */
    Registration listen(Runnable changed);
}
