// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.cloudmac.access.caller.RequestUser;
import io.cloudmac.impl.changes.ChangeWriter.Stored;
import io.cloudmac.impl.core.EventLoop;
import java.util.List;
import org.opendaylight.mdsal.binding.api.RpcProviderService;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeReadWriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.Undo;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.UndoInput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.UndoOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.UndoOutputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.Change;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.ChangeBuilder;
import org.opendaylight.yangtools.concepts.Registration;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcResult;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The RPC undo: restores what a change replaced, unless something changed there since. It exists at the owner of the
 * application only, which alone has the event loop, so that one member numbers the changes.
 */
@Component(service = {})
public final class ChangeUndo {
    private static final LogicalDatastoreType STORE = LogicalDatastoreType.CONFIGURATION;

    private final DOMDataBroker broker;
    private final BindingNormalizedNodeSerializer codec;
    private final ChangeWriter writer;
    private final YangInstanceIdentifier root;
    private final Registration registration;

    /** Registers the RPC. */
    @Activate
    public ChangeUndo(@Reference(target = "(type=default)") final DOMDataBroker broker,
            @Reference final BindingNormalizedNodeSerializer codec, @Reference final ChangeWriter writer,
            @Reference final RpcProviderService rpcs, @Reference final EventLoop loop) {
        this.broker = broker;
        this.codec = codec;
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
            return ChangeWriter.orCancel(tx, Futures.transformAsync(writer.read(tx),
                stored -> restore(tx, input, user, stored), MoreExecutors.directExecutor()));
        });
    }

    private ListenableFuture<RpcResult<UndoOutput>> restore(final DOMDataTreeReadWriteTransaction tx,
            final UndoInput input, final String user, final Stored stored) {
        final Change change = stored.changes().stream()
            .filter(one -> one.requireNumber().equals(input.getChange())).findAny().orElse(null);
        final List<TreeEdit> edits;
        try {
            edits = UndoRules.edits(input.getChange(), change, stored.configuration(), root, writer.now());
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
        return Boolean.TRUE.equals(input.getDryRun())
            ? Futures.transformAsync(tx.read(STORE, root), after -> {
                tx.cancel();
                return writer.preview(stored.configuration(), after.orElse(null), edits,
                    done -> new UndoOutputBuilder(done).build());
            }, MoreExecutors.directExecutor())
            : commit(new TreeWrites(tx, codec), edits, change, user, stored);
    }

    private ListenableFuture<RpcResult<UndoOutput>> commit(final TreeWrites tx, final List<TreeEdit> edits,
            final Change undone, final String user, final Stored stored) {
        final Uint64 number = ChangeBook.next(stored.changes());
        writer.record(tx, stored.changes(),
            ChangeBook.entry(number, writer.now(), user, "undo", undone.requireNumber(), edits));
        // After the outdated entries are removed: this one may be among them.
        ChangeWriter.replace(tx, new ChangeBuilder(undone).setUndoneBy(number).build());
        return writer.commit(tx, number, user, "undo of change " + undone.requireNumber(),
            () -> new UndoOutputBuilder(ChangeBook.result(edits, number, List.of())).build());
    }
}
