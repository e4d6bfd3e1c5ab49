// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.SettableFuture;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.spi.ForwardingDataBroker;
import org.opendaylight.mdsal.binding.spi.ForwardingWriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.OptimisticLockFailedException;

/** A datastore some of whose commits fail, as where two write to one place at a time. */
public final class FlakyBroker extends ForwardingDataBroker {
    private final DataBroker real;
    private int skip;
    private int failures;
    private boolean throwing;
    private SettableFuture<CommitInfo> failed = failed();

    /** One that fails nothing yet. */
    public FlakyBroker(final DataBroker real) {
        this.real = real;
    }

    /** Has commits fail from the nth from now on, so many of them. */
    public synchronized void fail(final int number, final int many) {
        skip = number - 1;
        failures = many;
    }

    /** Has the next transaction fail to begin, by an exception. */
    public synchronized void throwOnce() {
        throwing = true;
    }

    private synchronized void maybeThrow() {
        if (throwing) {
            throwing = false;
            throw new IllegalStateException("as told");
        }
    }

    /** Has commits that fail say so only at {@link #release}. */
    public void hold() {
        failed = SettableFuture.create();
    }

    /** Has those that were held fail now. */
    public void release() {
        failed.setException(new OptimisticLockFailedException("as told"));
    }

    private static SettableFuture<CommitInfo> failed() {
        final SettableFuture<CommitInfo> future = SettableFuture.create();
        future.setException(new OptimisticLockFailedException("as told"));
        return future;
    }

    private synchronized boolean isFailing() {
        if (skip > 0) {
            skip--;
            return false;
        }
        return failures-- > 0;
    }

    @Override
    protected DataBroker delegate() {
        return real;
    }

    @Override
    public WriteTransaction newWriteOnlyTransaction() {
        maybeThrow();
        return new ForwardingWriteTransaction(super.newWriteOnlyTransaction()) {
            @Override
            public FluentFuture<? extends CommitInfo> commit() {
                if (isFailing()) {
                    cancel();
                    return FluentFuture.from(failed);
                }
                return super.commit();
            }
        };
    }
}
