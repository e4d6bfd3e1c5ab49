// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yangtools.concepts.Registration;

/** The operator's configuration. */
public interface ConfigurationSource {
    /** As it is now; empty containers where nothing is configured. */
    Cloudmac configuration();

    /** Has a task run on the event loop after each change. */
    Registration listen(Runnable changed);
}
