// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.handover;

import io.cloudmac.impl.binding.Assignment.Origin;
import io.cloudmac.impl.learned.Client;
import io.cloudmac.impl.wire.Mac;
import java.util.concurrent.CompletionStage;

/** Stores which WTP serves a station. */
@FunctionalInterface
public interface BindingStore {
    /**
     * Stores a binding in the place of its origin. Completes once the binding survives a restart. An automatic binding
     * of a virtual station is not stored, because the learned state follows the assignment.
     */
    CompletionStage<Void> store(Client client, Mac wtp, Origin origin);
}
