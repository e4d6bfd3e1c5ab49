// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import java.util.List;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;

/**
 * A rule that YANG cannot say. Every OSGi service of this type is asked before
 * a change of the configuration is committed, whoever makes it; RPCs that write
 * configuration need not check again.
 */
public interface ConfigurationCheck {
    /**
     * Judges a configuration as it would be after the change.
     *
     * <p>Must neither block nor read the datastore: the transaction waits.
     *
     * @return what is wrong, one sentence each, in words for the operator
     *     that name the offending values; none: good
     */
    List<String> violations(Cloudmac after);
}
