// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.access.caller.RequestUser;
import io.cloudmac.impl.config.ChangeCheck;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeReadWriteTransaction;
import org.opendaylight.mdsal.dom.api.DOMDataTreeWriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.CloudmacChanges;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.Undo;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.UndoInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.UndoOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.UndoOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.Change;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.ChangeBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.ChangeKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.CloudmacBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.RpcResultBuilder;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The RPC undo: restores what a change replaced, unless something changed there since. */
@Component(service = {})
public final class ChangeUndo {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeUndo.class);
    private static final LogicalDatastoreType STORE = LogicalDatastoreType.CONFIGURATION;

    /**
     * What an undo begins with.
     *
     * @param root the configuration; null: none
     * @param changes the recorded changes
     */
    private record Stored(NormalizedNode root, Collection<Change> changes) {
    }

    private final DOMDataBroker broker;
    private final BindingNormalizedNodeSerializer codec;
    private final ChangeCheck check;
    private final ChangeWriter writer;
    private final YangInstanceIdentifier root;
    private final Registration registration;

    /** Registers the RPC. */
    @Activate
    public ChangeUndo(@Reference(target = "(type=default)") final DOMDataBroker broker,
            @Reference final BindingNormalizedNodeSerializer codec, @Reference final ChangeCheck check,
            @Reference final ChangeWriter writer, @Reference final RpcProviderService rpcs) {
        this.broker = broker;
        this.codec = codec;
        this.check = check;
        this.writer = writer;
        root = codec.toYangInstanceIdentifier(ChangeWriter.ROOT);
        registration = rpcs.registerRpcImplementations((Undo) this::undo);
    }

    @Deactivate
    void close() {
        registration.close();
    }

    ListenableFuture<RpcResult<UndoOutput>> undo(final UndoInput input) {
        final String user = RequestUser.current().orElse(null);
        if (input.getChange() == null) {
            return ChangeWriter.refusal(ErrorTag.MISSING_ELEMENT, "the number of the change is missing");
        }
        return writer.inTurn(() -> {
            final DOMDataTreeReadWriteTransaction tx = broker.newReadWriteTransaction();
            final FluentFuture<Optional<NormalizedNode>> configuration = tx.read(STORE, root);
            final FluentFuture<Optional<NormalizedNode>> book =
                tx.read(STORE, codec.toYangInstanceIdentifier(ChangeWriter.BOOK));
            return Futures.transformAsync(Futures.allAsList(configuration, book), read ->
                restore(tx, input, user, new Stored(Futures.getDone(configuration).orElse(null),
                    entries(Futures.getDone(book).orElse(null)))), MoreExecutors.directExecutor());
        });
    }

    private Collection<Change> entries(final NormalizedNode book) {
        return book == null ? List.of() : ChangeWriter.entries((CloudmacChanges) codec.fromNormalizedNode(
            codec.toYangInstanceIdentifier(ChangeWriter.BOOK), book).getValue());
    }

    private ListenableFuture<RpcResult<UndoOutput>> restore(final DOMDataTreeReadWriteTransaction tx,
            final UndoInput input, final String user, final Stored stored) {
        final Change change = stored.changes.stream()
            .filter(one -> one.requireNumber().equals(input.getChange())).findAny().orElse(null);
        final List<TreeEdit> edits;
        try {
            edits = UndoRules.edits(input.getChange(), change, stored.root, root, writer.now());
        } catch (final IllegalArgumentException e) {
            tx.cancel();
            return ChangeWriter.refusal(ErrorTag.INVALID_VALUE, e.getMessage());
        } catch (final IllegalStateException e) {
            tx.cancel();
            return ChangeWriter.refusal(ErrorTag.IN_USE, e.getMessage());
        }
        for (final TreeEdit edit : edits) {
            if (edit.after() == null) {
                tx.delete(STORE, edit.path());
            } else {
                tx.put(STORE, edit.path(), edit.after());
            }
        }
        return Futures.transformAsync(tx.read(STORE, root), after -> Boolean.TRUE.equals(input.getDryRun())
                ? preview(tx, edits, stored.root, after.orElse(null)) : commit(tx, edits, change, user, stored),
            MoreExecutors.directExecutor());
    }

    private ListenableFuture<RpcResult<UndoOutput>> preview(final DOMDataTreeWriteTransaction tx,
            final List<TreeEdit> edits, final NormalizedNode before, final NormalizedNode after) {
        tx.cancel();
        final List<String> violations = check.addedViolations(before, after);
        return violations.isEmpty() ? Futures.transform(writer.effects(parsed(before), parsed(after)), effects ->
                RpcResultBuilder.success(new UndoOutputBuilder(ChangeBook.result(edits, null, effects)).build())
                    .build(), MoreExecutors.directExecutor())
            : ChangeWriter.refusal(ErrorTag.INVALID_VALUE, String.join("; ", violations));
    }

    private Cloudmac parsed(final NormalizedNode configuration) {
        return configuration == null ? new CloudmacBuilder().build()
            : (Cloudmac) codec.fromNormalizedNode(root, configuration).getValue();
    }

    private ListenableFuture<RpcResult<UndoOutput>> commit(final DOMDataTreeWriteTransaction tx,
            final List<TreeEdit> edits, final Change undone, final String user, final Stored stored) {
        final Uint64 number = ChangeBook.next(stored.changes);
        final Change entry = ChangeBook.entry(number, writer.now(), user, "undo", undone.requireNumber(), edits);
        put(tx, entry);
        // Not a merge, which would leave the rest of the entry as it is anyway: the entry is small.
        put(tx, new ChangeBuilder(undone).setUndoneBy(number).build());
        ChangeBook.outdated(stored.changes, writer.now()).stream().filter(key -> !key.equals(undone.key()))
            .forEach(key -> tx.delete(STORE, codec.toYangInstanceIdentifier(path(key))));
        return FluentFuture.from(tx.commit()).transform(info -> {
            LOG.info("Change {} by {}: undo of change {}", number, user == null ? "the controller" : user,
                undone.requireNumber());
            return RpcResultBuilder.success(new UndoOutputBuilder(ChangeBook.result(edits, number, List.of())).build())
                .build();
        }, MoreExecutors.directExecutor()).catching(TransactionCommitFailedException.class, e -> {
            LOG.debug("An undo was refused", e);
            return RpcResultBuilder.<UndoOutput>failed().withRpcErrors(e.getErrorList()).build();
        }, MoreExecutors.directExecutor());
    }

    private void put(final DOMDataTreeWriteTransaction tx, final Change entry) {
        final var node = codec.toNormalizedDataObject(path(entry.key()), entry);
        tx.put(STORE, node.path(), node.node());
    }

    private static InstanceIdentifier<Change> path(final ChangeKey key) {
        return ChangeWriter.BOOK.child(Change.class, key);
    }
}
