// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.Set;

/** Keeps the links between switches over a restart of the controller. */
public interface LinkStore {
    /** Returns the links that are stored. */
    Set<InterSwitchLink> storedLinks();

    /** Replaces the stored links. */
    void putLinks(Set<InterSwitchLink> links);
}
