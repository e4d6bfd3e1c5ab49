// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import java.util.List;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;

/** Checks a change of the configuration as its commit would. */
public interface ChangeCheck {
    /**
     * Returns the violations that a change adds, one sentence each.
     *
     * @param before the configuration without the change; null: none
     * @param after the configuration with it; null: none
     */
    List<String> addedViolations(NormalizedNode before, NormalizedNode after);
}
