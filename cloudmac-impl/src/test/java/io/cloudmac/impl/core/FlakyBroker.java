// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.core;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.SettableFuture;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.ReadWriteTransaction;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.spi.ForwardingDataBroker;
import org.opendaylight.mdsal.binding.spi.ForwardingWriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.OptimisticLockFailedException;

/** A data broker with selected commits that fail, as they do when two writers conflict. */
public class FlakyBroker extends ForwardingDataBroker {
    private final DataBroker real;
    private int skip;
    private int failures;
    private boolean throwing;
    private SettableFuture<CommitInfo> failed = failed();

    /** Creates a broker without failures. */
    public FlakyBroker(final DataBroker real) {
        this.real = real;
    }

    /** Lets {@code many} commits fail, beginning with the next one if {@code number} is 1. */
    public synchronized void fail(final int number, final int many) {
        skip = number - 1;
        failures = many;
    }

    /** Lets the creation of the next transaction throw an exception. */
    public synchronized void throwOnce() {
        throwing = true;
    }

    private synchronized void maybeThrow() {
        if (throwing) {
            throwing = false;
            throw new IllegalStateException("as requested by the test");
        }
    }

    /** Delays the failure of commits until {@link #release}. */
    public void hold() {
        failed = SettableFuture.create();
    }

    /** Lets the delayed commits fail. */
    public void release() {
        failed.setException(new OptimisticLockFailedException("as requested by the test"));
    }

    private static SettableFuture<CommitInfo> failed() {
        final SettableFuture<CommitInfo> future = SettableFuture.create();
        future.setException(new OptimisticLockFailedException("as requested by the test"));
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
    public ReadWriteTransaction newReadWriteTransaction() {
        maybeThrow();
        return super.newReadWriteTransaction();
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
