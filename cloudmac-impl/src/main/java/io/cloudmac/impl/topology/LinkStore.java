// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.topology;

import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Keeps the links between switches over a restart of the controller. */
public interface LinkStore extends KnownLinks {
    /** Replaces the stored links; completes when the datastore has committed them. */
    CompletionStage<Void> putLinks(Set<InterSwitchLink> links);
}
