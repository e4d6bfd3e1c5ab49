// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.mdsal.binding.api.ReadTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.OvsdbState;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NetworkTopology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.TopologyId;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.TopologyKey;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** Reads the switches from the operational datastore. */
final class SwitchesReader {
    private static final long TIMEOUT_S = 10;
    private static final InstanceIdentifier<Topology> TOPOLOGY = InstanceIdentifier.create(NetworkTopology.class)
        .child(Topology.class, new TopologyKey(new TopologyId("ovsdb:1")));
    private static final InstanceIdentifier<OvsdbState> STATE = InstanceIdentifier.create(OvsdbState.class);

    private SwitchesReader() {
    }

    /**
     * Reads all switches.
     *
     * @throws IllegalStateException if the datastore does not answer
     */
    static Switches read(final DataBroker broker) {
        try (ReadTransaction transaction = broker.newReadOnlyTransaction()) {
            return Switches.of(read(transaction, STATE).orElse(null), read(transaction, TOPOLOGY).orElse(null));
        }
    }

    private static <T extends DataObject> Optional<T> read(final ReadTransaction transaction,
            final InstanceIdentifier<T> path) {
        try {
            return transaction.read(LogicalDatastoreType.OPERATIONAL, path).get(TIMEOUT_S, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading the datastore", e);
        } catch (final ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the datastore does not answer: " + e.getMessage(), e);
        }
    }
}
