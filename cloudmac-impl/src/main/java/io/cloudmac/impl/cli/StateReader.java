// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.cli;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacStateBuilder;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** A reader of what the commands show. */
final class StateReader {
    static final InstanceIdentifier<CloudmacState> STATE = InstanceIdentifier.create(CloudmacState.class);

    private static final long TIMEOUT_SECONDS = 10;

    private StateReader() {
    }

    /**
     * Reads CloudMAC's state.
     *
     * @return a container that is empty if there is no state
     * @throws IllegalStateException if the datastore does not answer within 10 s
     */
    static CloudmacState read(final DataBroker broker) {
        return read(broker, LogicalDatastoreType.OPERATIONAL, STATE)
            .orElseGet(() -> new CloudmacStateBuilder().build());
    }

    /**
     * Reads a container.
     *
     * @throws IllegalStateException if the datastore does not answer within 10 s
     */
    static <T extends DataObject> Optional<T> read(final DataBroker broker, final LogicalDatastoreType store,
            final InstanceIdentifier<T> path) {
        try (var transaction = broker.newReadOnlyTransaction()) {
            return transaction.read(store, path).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading the datastore", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the datastore does not answer: " + e.getMessage(), e);
        }
    }
}
