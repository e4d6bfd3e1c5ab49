// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import java.util.function.Supplier;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/**
 * A published container, which is written as a whole if it has changed. If it cannot be encoded, it keeps its last
 * value.
 *
 * @param <D> type of the container
 */
public final class PublishedContainer<D extends DataObject> implements StatePart {
    private final EntryEncoder encoder = new EntryEncoder();
    private final InstanceIdentifier<D> path;
    private final Supplier<D> encoding;
    private D published;
    /** The value to write; null if it is published. */
    private D differing;

    /**
     * Starts with an absent container.
     *
     * @param path its path
     * @param encoding returns its present value; runs once in each round
     */
    public PublishedContainer(final InstanceIdentifier<D> path, final Supplier<D> encoding) {
        this.path = path;
        this.encoding = encoding;
    }

    @Override
    public void update() {
        differing = encoder.encode(path, encoding).filter(now -> !now.equals(published)).orElse(null);
    }

    @Override
    public boolean isDue() {
        return differing != null;
    }

    @Override
    public void write(final WriteTransaction tx) {
        tx.mergeParentStructurePut(LogicalDatastoreType.OPERATIONAL, path, differing);
    }

    @Override
    public void committed() {
        published = differing;
    }
}
