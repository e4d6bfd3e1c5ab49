// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import com.google.common.util.concurrent.FutureCallback;
import java.util.concurrent.CompletableFuture;

/** A callback that completes a JDK future when a Guava future ends. */
public final class Completion implements FutureCallback<Object> {
    private final CompletableFuture<Void> target;

    private Completion(final CompletableFuture<Void> target) {
        this.target = target;
    }

    /** Returns a callback that completes {@code target}. */
    public static Completion of(final CompletableFuture<Void> target) {
        return new Completion(target);
    }

    @Override
    public void onSuccess(final Object done) {
        target.complete(null);
    }

    @Override
    public void onFailure(final Throwable cause) {
        target.completeExceptionally(cause);
    }
}
