// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import com.google.common.util.concurrent.AsyncCallable;
import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import io.cloudmac.access.caller.RequestUser;
import io.cloudmac.impl.changes.ConfigurationEffects.Effect;
import io.cloudmac.impl.config.ChangeCheck;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeReadOperations;
import org.opendaylight.mdsal.dom.api.DOMDataTreeReadWriteTransaction;
import org.opendaylight.mdsal.dom.api.DOMDataTreeWriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.CloudmacChanges;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.Preview;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.Change;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.ErrorType;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the configuration for RPCs, and records each change in the same transaction, with the account and what it
 * replaced. A dry-run makes the same change in a transaction that is never committed. One change at a time, so that two
 * never take the same number.
 */
@Component(service = ChangeWriter.class)
public final class ChangeWriter {
    static final InstanceIdentifier<Cloudmac> ROOT = InstanceIdentifier.create(Cloudmac.class);
    static final InstanceIdentifier<CloudmacChanges> BOOK = InstanceIdentifier.create(CloudmacChanges.class);
    private static final Logger LOG = LoggerFactory.getLogger(ChangeWriter.class);

    /**
     * A change that an RPC asks for.
     *
     * @param what name of the RPC
     * @param dryRun whether it asks only for a preview
     * @param user the account; null: none
     * @param edit puts the change into the transaction; throws {@link IllegalArgumentException} for a value that the
     *     model does not allow, {@link NoSuchElementException} for a missing one
     */
    public record RequestedChange(String what, Boolean dryRun, String user, Consumer<WriteTransaction> edit) {
        /** Returns a change of the account whose request the current thread serves. */
        public RequestedChange(final String what, final Boolean dryRun, final Consumer<WriteTransaction> edit) {
            this(what, dryRun, RequestUser.current().orElse(null), edit);
        }
    }

    private final List<ConfigurationEffects> effects = new CopyOnWriteArrayList<>();
    private final DOMDataBroker broker;
    private final BindingNormalizedNodeSerializer codec;
    private final ChangeCheck check;
    private final InstantSource clock;
    private final YangInstanceIdentifier root;
    private ListenableFuture<?> last = Futures.immediateVoidFuture();

    /** Creates the writer. */
    @Activate
    public ChangeWriter(@Reference(target = "(type=default)") final DOMDataBroker broker,
            @Reference final BindingNormalizedNodeSerializer codec, @Reference final ChangeCheck check) {
        this(broker, codec, check, InstantSource.system());
    }

    ChangeWriter(final DOMDataBroker broker, final BindingNormalizedNodeSerializer codec, final ChangeCheck check,
            final InstantSource clock) {
        this.broker = broker;
        this.codec = codec;
        this.check = check;
        this.clock = clock;
        root = codec.toYangInstanceIdentifier(ROOT);
    }

    /** Adds a source of effects; only the owner of the application has any. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addEffects(final ConfigurationEffects source) {
        effects.add(source);
    }

    /** Removes a source of effects. */
    public void removeEffects(final ConfigurationEffects source) {
        effects.remove(source);
    }

    /**
     * Commits a change, or answers what it would do.
     *
     * @param output makes the output of the RPC from what changed
     */
    public <T> ListenableFuture<RpcResult<T>> write(final RequestedChange request, final Function<Preview, T> output) {
        final String user = request.user();
        return inTurn(() -> {
            final DOMDataTreeReadWriteTransaction tx = broker.newReadWriteTransaction();
            return orCancel(tx, Futures.transformAsync(read(tx), stored -> {
                final TreeWrites writes = new TreeWrites(tx, codec);
                try {
                    request.edit().accept(writes);
                } catch (final IllegalArgumentException e) {
                    tx.cancel();
                    return refusal(ErrorTag.INVALID_VALUE, e.getMessage());
                } catch (final NoSuchElementException e) {
                    tx.cancel();
                    return refusal(ErrorTag.MISSING_ELEMENT, e.getMessage());
                }
                return Futures.transformAsync(tx.read(LogicalDatastoreType.CONFIGURATION, root), after ->
                    end(writes, request, user, stored, after.orElse(null), output), MoreExecutors.directExecutor());
            }, MoreExecutors.directExecutor()));
        });
    }

    /** Cancels a transaction if what is done in it fails; a committed one is not affected. */
    static <T> ListenableFuture<T> orCancel(final DOMDataTreeWriteTransaction tx, final ListenableFuture<T> done) {
        return Futures.catchingAsync(done, Exception.class, failure -> {
            tx.cancel();
            return Futures.immediateFailedFuture(failure);
        }, MoreExecutors.directExecutor());
    }

    /**
     * What a change begins with.
     *
     * @param configuration the configuration; null: none
     * @param changes the recorded changes
     */
    record Stored(NormalizedNode configuration, Collection<Change> changes) {
    }

    /** Reads what a change begins with. */
    ListenableFuture<Stored> read(final DOMDataTreeReadOperations tx) {
        final var configuration = tx.read(LogicalDatastoreType.CONFIGURATION, root);
        final var book = tx.read(LogicalDatastoreType.CONFIGURATION, codec.toYangInstanceIdentifier(BOOK));
        return Futures.whenAllSucceed(configuration, book).call(() -> new Stored(
            Futures.getDone(configuration).orElse(null), Futures.getDone(book).map(this::entries).orElse(List.of())),
            MoreExecutors.directExecutor());
    }

    private Collection<Change> entries(final NormalizedNode book) {
        return ((CloudmacChanges) codec.fromNormalizedNode(codec.toYangInstanceIdentifier(BOOK), book).getValue())
            .nonnullChange().values();
    }

    private <T> ListenableFuture<RpcResult<T>> end(final TreeWrites tx, final RequestedChange request,
            final String user, final Stored stored, final NormalizedNode after, final Function<Preview, T> output) {
        final List<TreeEdit> edits = TreeDiff.edits(root, stored.configuration, after);
        if (Boolean.TRUE.equals(request.dryRun())) {
            tx.cancel();
            return preview(stored.configuration, after, edits, output);
        }
        final Uint64 number = edits.isEmpty() ? null : ChangeBook.next(stored.changes);
        if (number != null) {
            record(tx, stored.changes, ChangeBook.entry(number, clock.instant(), user, request.what(), null, edits));
        }
        return commit(tx, number, user, request.what(),
            () -> output.apply(ChangeBook.result(edits, number, List.of())));
    }

    /** Commits a transaction; {@code number} is null if it changes nothing. */
    <T> ListenableFuture<RpcResult<T>> commit(final TreeWrites tx, final Uint64 number, final String user,
            final String what, final Supplier<T> output) {
        return FluentFuture.from(tx.commit())
            .transform(info -> {
                if (number != null) {
                    LOG.info("Change {} by {}: {}", number, user == null ? "the controller" : user, what);
                }
                return RpcResultBuilder.success(output.get()).build();
            }, MoreExecutors.directExecutor())
            .catching(TransactionCommitFailedException.class, e -> {
                LOG.debug("A change was refused", e);
                return RpcResultBuilder.<T>failed().withRpcErrors(e.getErrorList()).build();
            }, MoreExecutors.directExecutor());
    }

    /** Adds an entry to the book, and takes out what is outdated. */
    void record(final TreeWrites tx, final Collection<Change> changes, final Change entry) {
        ChangeBook.outdated(changes, clock.instant()).forEach(key ->
            tx.delete(LogicalDatastoreType.CONFIGURATION, BOOK.child(Change.class, key)));
        replace(tx, entry);
    }

    /** Writes an entry of the book. */
    static void replace(final TreeWrites tx, final Change entry) {
        tx.put(LogicalDatastoreType.CONFIGURATION, BOOK.child(Change.class, entry.key()), entry);
    }

    /** Answers what a change would do, or the violations that it adds. */
    <T> ListenableFuture<RpcResult<T>> preview(final NormalizedNode before, final NormalizedNode after,
            final List<TreeEdit> edits, final Function<Preview, T> output) {
        final List<String> violations = check.addedViolations(before, after);
        return !violations.isEmpty() ? refusal(ErrorTag.INVALID_VALUE, String.join("; ", violations))
            : Futures.transform(effects(parsed(before), parsed(after)), found ->
                RpcResultBuilder.success(output.apply(ChangeBook.result(edits, null, found))).build(),
                MoreExecutors.directExecutor());
    }

    private Cloudmac parsed(final NormalizedNode configuration) {
        return configuration == null ? new CloudmacBuilder().build()
            : (Cloudmac) codec.fromNormalizedNode(root, configuration).getValue();
    }

    private ListenableFuture<List<Effect>> effects(final Cloudmac before, final Cloudmac after) {
        final List<ListenableFuture<List<Effect>>> asked = new ArrayList<>();
        effects.forEach(source -> asked.add(future(source.effects(before, after))));
        return Futures.transform(Futures.allAsList(asked), lists -> lists.stream().flatMap(List::stream).toList(),
            MoreExecutors.directExecutor());
    }

    private static <T> ListenableFuture<T> future(final CompletionStage<T> stage) {
        final SettableFuture<T> result = SettableFuture.create();
        stage.whenComplete((value, failure) -> {
            if (failure == null) {
                result.set(value);
            } else {
                result.setException(failure);
            }
        });
        return result;
    }

    /** Runs a change when the earlier ones have ended. */
    synchronized <T> ListenableFuture<T> inTurn(final AsyncCallable<T> change) {
        final SettableFuture<T> result = SettableFuture.create();
        last.addListener(() -> result.setFuture(Futures.submitAsync(change, MoreExecutors.directExecutor())),
            MoreExecutors.directExecutor());
        last = result;
        return result;
    }

    /** Returns an error for the client. */
    static <T> ListenableFuture<RpcResult<T>> refusal(final ErrorTag tag, final String reason) {
        return RpcResultBuilder.<T>failed().withError(ErrorType.APPLICATION, tag, reason).buildFuture();
    }

    Instant now() {
        return clock.instant();
    }
}
