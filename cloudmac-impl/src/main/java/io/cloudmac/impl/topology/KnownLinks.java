// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.Set;

/** The links between switches that are stored. Every member of a cluster knows them. */
public interface KnownLinks {
    /** Returns the links that are stored. */
    Set<InterSwitchLink> storedLinks();
}
