// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.platform;

import com.google.common.util.concurrent.FutureCallback;
import io.cloudmac.impl.core.EventLoop;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.ReadWriteTransaction;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.mdsal.common.api.OptimisticLockFailedException;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.Ownership;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.OwnershipBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the next term in the configuration datastore: one more than the stored one, or the Unix time in seconds, if
 * that is greater. So a term also increases after the datastore was lost. The datastore can answer late, at a start and
 * when the leader of its shard is lost; nothing blocks here. All methods are called on the loop.
 */
final class TermStore {
    /** How long one attempt may take before the next one begins. The first that succeeds counts. */
    static final Duration ANSWER_TIME = Duration.ofSeconds(10);
    /** Pause after an attempt that failed. */
    static final Duration PAUSE = Duration.ofMillis(500);
    /** Pause after a conflict with another writer, which has finished. */
    static final Duration AFTER_CONFLICT = Duration.ofMillis(20);

    private static final Logger LOG = LoggerFactory.getLogger(TermStore.class);
    private static final InstanceIdentifier<Ownership> PATH = InstanceIdentifier.create(Ownership.class);

    private final DataBroker broker;
    private final EventLoop loop;
    private final LongSupplier unixSeconds;

    TermStore(final DataBroker broker, final EventLoop loop, final LongSupplier unixSeconds) {
        this.broker = broker;
        this.loop = loop;
        this.unixSeconds = unixSeconds;
    }

    /**
     * Stores the next term.
     *
     * @param stored gets the term once, when it is stored, unless the registration is closed before
     */
    Registration next(final LongConsumer stored) {
        final Request request = new Request(stored);
        request.attempt();
        return request;
    }

    private final class Request implements Registration {
        private final LongConsumer stored;
        private Registration retry = () -> { };
        private boolean isOver;

        Request(final LongConsumer stored) {
            this.stored = stored;
        }

        @Override
        public void close() {
            isOver = true;
            retry.close();
        }

        @SuppressWarnings("checkstyle:IllegalCatch")
        private void attempt() {
            if (isOver) {
                return;
            }
            retryAfter(ANSWER_TIME);
            try {
                final ReadWriteTransaction tx = broker.newReadWriteTransaction();
                tx.read(LogicalDatastoreType.CONFIGURATION, PATH).addCallback(new FutureCallback<>() {
                    @Override
                    public void onSuccess(final Optional<Ownership> found) {
                        write(tx, found);
                    }

                    @Override
                    public void onFailure(final Throwable cause) {
                        tx.cancel();
                        failed(cause);
                    }
                }, loop);
            } catch (final RuntimeException e) {
                failed(e);
            }
        }

        @SuppressWarnings("checkstyle:IllegalCatch")
        private void write(final ReadWriteTransaction tx, final Optional<Ownership> found) {
            if (isOver) {
                tx.cancel();
                return;
            }
            final long term = Math.max(unixSeconds.getAsLong(), found.map(Ownership::getTerm)
                .map(before -> before.longValue() + 1).orElse(0L));
            try {
                tx.put(LogicalDatastoreType.CONFIGURATION, PATH,
                    new OwnershipBuilder().setTerm(Uint64.valueOf(term)).build());
                tx.commit().addCallback(new FutureCallback<CommitInfo>() {
                    @Override
                    public void onSuccess(final CommitInfo info) {
                        if (!isOver) {
                            close();
                            stored.accept(term);
                        }
                    }

                    @Override
                    public void onFailure(final Throwable cause) {
                        failed(cause);
                    }
                }, loop);
            } catch (final RuntimeException e) {
                failed(e);
            }
        }

        private void failed(final Throwable cause) {
            LOG.debug("The next term is not stored", cause);
            if (!isOver) {
                retryAfter(cause instanceof OptimisticLockFailedException ? AFTER_CONFLICT : PAUSE);
            }
        }

        private void retryAfter(final Duration delay) {
            retry.close();
            retry = loop.schedule(delay, this::attempt);
        }
    }
}
