// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import java.util.List;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;

/**
 * A rule that YANG cannot express. {@link ConfigurationGuard} calls every OSGi service of this type before it
 * commits a change of the configuration, from any source. RPCs that write configuration need not check again.
 */
public interface ConfigurationCheck {
    /**
     * Checks a configuration as it would be after the change.
     *
     * <p>Must neither block nor read the datastore, because the transaction waits for the result.
     *
     * @return one sentence for each violation, for the operator, with the offending values; empty if there is none
     */
    List<String> violations(Cloudmac after);
}
