// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow;

import com.google.common.util.concurrent.FluentFuture;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.spi.ForwardingDataBroker;
import org.opendaylight.mdsal.binding.spi.ForwardingWriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
import org.opendaylight.yangtools.util.concurrent.FluentFutures;

/** A datastore one of whose commits fails, as where two write to one place at a time. */
final class FlakyBroker extends ForwardingDataBroker {
    private final DataBroker real;
    private int commits;
    private int failing;

    FlakyBroker(final DataBroker real) {
        this.real = real;
    }

    /** Has the nth commit from now on fail, and none after it. */
    void failCommit(final int number) {
        failing = commits + number;
    }

    @Override
    protected DataBroker delegate() {
        return real;
    }

    @Override
    public WriteTransaction newWriteOnlyTransaction() {
        return new ForwardingWriteTransaction(super.newWriteOnlyTransaction()) {
            @Override
            public FluentFuture<? extends CommitInfo> commit() {
                if (++commits == failing) {
                    cancel();
                    return FluentFutures.immediateFailedFluentFuture(new TransactionCommitFailedException("as told"));
                }
                return super.commit();
            }
        };
    }
}
