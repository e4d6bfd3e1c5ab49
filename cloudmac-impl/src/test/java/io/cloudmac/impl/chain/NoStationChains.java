// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import io.cloudmac.impl.learned.StationKey;
import io.cloudmac.impl.wire.Mac;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** No station has a chain. */
public final class NoStationChains implements StationChains {
    @Override
    public CompletionStage<Void> lead(final StationKey station, final Set<Mac> entries, final Mac back) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void release(final StationKey station) {
    }
}
