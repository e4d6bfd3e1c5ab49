// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.state;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Flows;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.Switch;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.SwitchBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.flows.SwitchKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint32;

/** Which entries of a list are written. */
class PublishedListTest {
    private static final String NAME = "openflow:1";

    private final PublishedList<String, Switch> list =
        new PublishedList<>(new EntryEncoder(), PublishedListTest::path);

    private static InstanceIdentifier<Switch> path(final String name) {
        return InstanceIdentifier.create(CloudmacState.class).child(Flows.class).child(Switch.class,
            new SwitchKey(new SwitchId(name)));
    }

    private static Switch entry(final int rules) {
        return new SwitchBuilder().setId(new SwitchId(NAME)).setRules(Uint32.valueOf(rules)).build();
    }

    private WriteTransaction written() {
        final WriteTransaction tx = mock(WriteTransaction.class);
        list.write(tx);
        return tx;
    }

    @Test
    void anEntryIsWrittenWhenItDiffers() {
        list.encode(NAME, () -> entry(1));
        verify(written()).put(LogicalDatastoreType.OPERATIONAL, path(NAME), entry(1));
        list.committed();
        list.encode(NAME, () -> entry(1));
        assertFalse(list.isDue());
        verifyNoInteractions(written());
    }

    @Test
    void whatAFailedTransactionHeldIsWrittenAgainWithItsNewestValue() {
        list.encode(NAME, () -> entry(1));
        written();
        assertTrue(list.isDue());
        list.encode(NAME, () -> entry(2));
        verify(written()).put(LogicalDatastoreType.OPERATIONAL, path(NAME), entry(2));
        list.committed();
        list.remove(NAME);
        written();
        verify(written()).delete(LogicalDatastoreType.OPERATIONAL, path(NAME));
    }

    @Test
    void anEntryThatCannotBeEncodedStays() {
        list.encode(NAME, () -> entry(1));
        list.committed();
        list.encode(NAME, () -> {
            throw new IllegalArgumentException("as requested by the test");
        });
        assertFalse(list.isDue());
    }

    @Test
    void entriesThatAreNotAmongAllAreDeleted() {
        list.setAll(Map.of(NAME, entry(1)));
        list.committed();
        list.setAll(Map.of());
        final WriteTransaction tx = written();
        verify(tx).delete(LogicalDatastoreType.OPERATIONAL, path(NAME));
        verify(tx, never()).put(LogicalDatastoreType.OPERATIONAL, path(NAME), entry(1));
    }
}
