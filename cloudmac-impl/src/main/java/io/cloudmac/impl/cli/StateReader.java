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
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** A reader of the state that the commands show. */
final class StateReader {
    private static final long TIMEOUT_S = 10;

    private StateReader() {
    }

    /**
     * Reads CloudMAC's state.
     *
     * @return a container that is empty if there is no state
     * @throws IllegalStateException if the datastore does not answer within 10 s
     */
    static CloudmacState read(final DataBroker broker) {
        try (var transaction = broker.newReadOnlyTransaction()) {
            final Optional<CloudmacState> state = transaction.read(LogicalDatastoreType.OPERATIONAL,
                InstanceIdentifier.create(CloudmacState.class)).get(TIMEOUT_S, TimeUnit.SECONDS);
            return state.orElseGet(() -> new CloudmacStateBuilder().build());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading the state", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the datastore does not answer: " + e.getMessage(), e);
        }
    }
}
