// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.northbound;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A writer of configuration changes for the RPCs. If a configuration check refuses a change, its text becomes the
 * error of the RPC, and the configuration stays unchanged.
 */
final class ConfigurationWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationWriter.class);

    private final DataBroker broker;

    ConfigurationWriter(final DataBroker broker) {
        this.broker = broker;
    }

    /**
     * Commits a change.
     *
     * @param change puts the change into the transaction; throws {@link IllegalArgumentException} for a value that the
     *     model does not allow, {@link NoSuchElementException} for a missing one
     * @param output the result of the RPC if the change is committed
     */
    <T> ListenableFuture<RpcResult<T>> write(final Consumer<WriteTransaction> change, final T output) {
        final WriteTransaction tx = broker.newWriteOnlyTransaction();
        try {
            change.accept(tx);
        } catch (final IllegalArgumentException e) {
            tx.cancel();
            return refusal(ErrorTag.INVALID_VALUE, e);
        } catch (final NoSuchElementException e) {
            tx.cancel();
            return refusal(ErrorTag.MISSING_ELEMENT, e);
        }
        return FluentFuture.from(tx.commit())
            .transform(info -> RpcResultBuilder.success(output).build(), MoreExecutors.directExecutor())
            .catching(TransactionCommitFailedException.class, e -> {
                LOG.debug("A change was refused", e);
                return RpcResultBuilder.<T>failed().withRpcErrors(e.getErrorList()).build();
            }, MoreExecutors.directExecutor());
    }

    /** Returns the error for an invalid or incomplete input; RESTCONF does not check mandatory leaves of RPCs. */
    static <T> ListenableFuture<RpcResult<T>> refusal(final ErrorTag tag, final RuntimeException reason) {
        return RpcResultBuilder.<T>failed().withError(ErrorType.APPLICATION, tag, reason.getMessage()).buildFuture();
    }
}
