// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

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
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.ReadWriteTransaction;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
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
     * @param edit puts the change into the transaction; throws {@link IllegalArgumentException} for a value that the
     *     model does not allow, {@link NoSuchElementException} for a missing one
     */
    public record Request(String what, Boolean dryRun, Consumer<WriteTransaction> edit) {
    }

    private final List<ConfigurationEffects> effects = new CopyOnWriteArrayList<>();
    private final DataBroker broker;
    private final BindingNormalizedNodeSerializer codec;
    private final ChangeCheck check;
    private final InstantSource clock;
    private ListenableFuture<?> last = Futures.immediateVoidFuture();

    /** Creates the writer. */
    @Activate
    public ChangeWriter(@Reference final DataBroker broker, @Reference final BindingNormalizedNodeSerializer codec,
            @Reference final ChangeCheck check) {
        this(broker, codec, check, InstantSource.system());
    }

    ChangeWriter(final DataBroker broker, final BindingNormalizedNodeSerializer codec, final ChangeCheck check,
            final InstantSource clock) {
        this.broker = broker;
        this.codec = codec;
        this.check = check;
        this.clock = clock;
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
    public <T> ListenableFuture<RpcResult<T>> write(final Request request, final Function<Preview, T> output) {
        final String user = RequestUser.current().orElse(null);
        return inTurn(() -> {
            final ReadWriteTransaction tx = broker.newReadWriteTransaction();
            final ListenableFuture<Cloudmac> before = configuration(tx);
            final ListenableFuture<CloudmacChanges> book = FluentFuture.from(
                    tx.read(LogicalDatastoreType.CONFIGURATION, BOOK))
                .transform(found -> found.orElse(null), MoreExecutors.directExecutor());
            return Futures.transformAsync(Futures.allAsList(before, book), read -> {
                try {
                    request.edit().accept(tx);
                } catch (final IllegalArgumentException e) {
                    tx.cancel();
                    return refusal(ErrorTag.INVALID_VALUE, e.getMessage());
                } catch (final NoSuchElementException e) {
                    tx.cancel();
                    return refusal(ErrorTag.MISSING_ELEMENT, e.getMessage());
                }
                return Futures.transformAsync(configuration(tx), after ->
                    end(tx, request, user, Futures.getDone(before), after, Futures.getDone(book), output),
                    MoreExecutors.directExecutor());
            }, MoreExecutors.directExecutor());
        });
    }

    private <T> ListenableFuture<RpcResult<T>> end(final ReadWriteTransaction tx, final Request request,
            final String user, final Cloudmac before, final Cloudmac after, final CloudmacChanges book,
            final Function<Preview, T> output) {
        final NormalizedNode nodeBefore = node(before);
        final NormalizedNode nodeAfter = node(after);
        final List<TreeEdit> edits = TreeDiff.edits(codec.toYangInstanceIdentifier(ROOT), nodeBefore, nodeAfter);
        if (Boolean.TRUE.equals(request.dryRun())) {
            tx.cancel();
            final List<String> violations = check.addedViolations(nodeBefore, nodeAfter);
            return violations.isEmpty() ? preview(before, after, edits, output)
                : refusal(ErrorTag.INVALID_VALUE, String.join("; ", violations));
        }
        final Uint64 number = edits.isEmpty() ? null
            : record(tx, ChangeBook.entry(next(book), clock.instant(), user, request.what(), null, edits), book);
        return FluentFuture.from(tx.commit())
            .transform(info -> {
                if (number != null) {
                    LOG.info("Change {} by {}: {}", number, user == null ? "the controller" : user, request.what());
                }
                return RpcResultBuilder.success(output.apply(ChangeBook.result(edits, number, List.of()))).build();
            }, MoreExecutors.directExecutor())
            .catching(TransactionCommitFailedException.class, e -> {
                LOG.debug("A change was refused", e);
                return RpcResultBuilder.<T>failed().withRpcErrors(e.getErrorList()).build();
            }, MoreExecutors.directExecutor());
    }

    private Uint64 next(final CloudmacChanges book) {
        return ChangeBook.next(entries(book));
    }

    private Uint64 record(final WriteTransaction tx, final Change entry, final CloudmacChanges book) {
        ChangeBook.outdated(entries(book), clock.instant()).forEach(key ->
            tx.delete(LogicalDatastoreType.CONFIGURATION, BOOK.child(Change.class, key)));
        tx.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, BOOK.child(Change.class, entry.key()), entry);
        return entry.requireNumber();
    }

    static Collection<Change> entries(final CloudmacChanges book) {
        return book == null ? List.of() : book.nonnullChange().values();
    }

    private <T> ListenableFuture<RpcResult<T>> preview(final Cloudmac before, final Cloudmac after,
            final List<TreeEdit> edits, final Function<Preview, T> output) {
        return Futures.transform(effects(before, after), found ->
            RpcResultBuilder.success(output.apply(ChangeBook.result(edits, null, found))).build(),
            MoreExecutors.directExecutor());
    }

    /** Returns the effects of a change, of all sources. */
    ListenableFuture<List<Effect>> effects(final Cloudmac before, final Cloudmac after) {
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

    private static ListenableFuture<Cloudmac> configuration(final ReadWriteTransaction tx) {
        return tx.read(LogicalDatastoreType.CONFIGURATION, ROOT).transform(
            found -> found.orElseGet(() -> new CloudmacBuilder().build()), MoreExecutors.directExecutor());
    }

    private NormalizedNode node(final Cloudmac configuration) {
        return codec.toNormalizedDataObject(ROOT, configuration).node();
    }

    /** Runs a change when the earlier ones have ended. */
    synchronized <T> ListenableFuture<T> inTurn(final com.google.common.util.concurrent.AsyncCallable<T> change) {
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
