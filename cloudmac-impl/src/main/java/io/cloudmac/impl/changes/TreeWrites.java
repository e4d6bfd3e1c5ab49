// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import com.google.common.util.concurrent.FluentFuture;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.dom.codec.api.BindingNormalizedNodeSerializer;
import org.opendaylight.mdsal.common.api.CommitInfo;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.mdsal.dom.api.DOMDataTreeWriteTransaction;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/**
 * Writes typed objects into a transaction of the data tree. The tree is then compared as it is stored: an object that
 * was read through the types has defaults that nobody wrote. The tree makes containers and lists above an entry itself.
 */
final class TreeWrites implements WriteTransaction {
    private final DOMDataTreeWriteTransaction tree;
    private final BindingNormalizedNodeSerializer codec;

    TreeWrites(final DOMDataTreeWriteTransaction tree, final BindingNormalizedNodeSerializer codec) {
        this.tree = tree;
        this.codec = codec;
    }

    @Override
    public <T extends DataObject> void put(final LogicalDatastoreType store, final InstanceIdentifier<T> path,
            final T data) {
        final var node = codec.toNormalizedDataObject(path, data);
        tree.put(store, node.path(), node.node());
    }

    @Override
    public <T extends DataObject> void mergeParentStructurePut(final LogicalDatastoreType store,
            final InstanceIdentifier<T> path, final T data) {
        put(store, path, data);
    }

    @Override
    public <T extends DataObject> void merge(final LogicalDatastoreType store, final InstanceIdentifier<T> path,
            final T data) {
        final var node = codec.toNormalizedDataObject(path, data);
        tree.merge(store, node.path(), node.node());
    }

    @Override
    public <T extends DataObject> void mergeParentStructureMerge(final LogicalDatastoreType store,
            final InstanceIdentifier<T> path, final T data) {
        merge(store, path, data);
    }

    @Override
    public void delete(final LogicalDatastoreType store, final InstanceIdentifier<?> path) {
        tree.delete(store, codec.toYangInstanceIdentifier(path));
    }

    @Override
    public boolean cancel() {
        return tree.cancel();
    }

    @Override
    public FluentFuture<? extends CommitInfo> commit() {
        return tree.commit();
    }

    @Override
    public Object getIdentifier() {
        return tree.getIdentifier();
    }
}
