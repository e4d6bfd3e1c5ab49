// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.api.DataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.binding.api.DataTreeModification;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearned;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearnedBuilder;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** The decoding of the learned state, whole and by its changes. */
class LearnedCodecTest extends AbstractConcurrentDataBrokerTest implements DataTreeChangeListener<CloudmacLearned> {
    private static final InstanceIdentifier<CloudmacLearned> ROOT = InstanceIdentifier.create(CloudmacLearned.class);
    private static final LogicalDatastoreType STORE = LogicalDatastoreType.CONFIGURATION;
    private static final int SEQUENCES = 20;
    private static final int TRANSACTIONS = 30;

    private final Random random = new Random(1);
    private Learned followed = Learned.NOTHING;

    LearnedCodecTest() {
        // The datastore notifies before it answers a commit.
        super(false);
    }

    @Override
    public void onDataTreeChanged(final Collection<DataTreeModification<CloudmacLearned>> changes) {
        changes.forEach(change -> followed = LearnedCodec.apply(followed, change.getRootNode()));
    }

    private Mac mac(final int first) {
        return new Mac((long) first << 40 | random.nextInt(4));
    }

    private PortId port() {
        return new PortId("openflow:" + (1 + random.nextInt(3)), 1 + random.nextInt(3));
    }

    private StationKey station() {
        return new StationKey(mac(0x02), mac(0x12));
    }

    private InterSwitchLink link() {
        return InterSwitchLink.between(new PortId("openflow:1", 1 + random.nextInt(3)),
            new PortId("openflow:2", 1 + random.nextInt(3)));
    }

    /** Adds a random change of one entry, or of all. */
    private void change(final WriteTransaction tx) {
        final boolean gone = random.nextInt(3) == 0;
        switch (random.nextInt(12)) {
            case 0, 1 -> {
                final Mac wtp = mac(0x22);
                set(tx, LearnedCodec.wtpPath(wtp), gone ? null : LearnedCodec.wtp(wtp, port()));
            }
            case 2, 3 -> {
                final Mac bssid = mac(0x02);
                set(tx, LearnedCodec.vapPath(bssid), gone ? null : LearnedCodec.vap(bssid,
                    new Learned.KnownVap(port(), RawSsid.parse("campus").orElseThrow(), 2412, 100)));
            }
            case 4, 5, 6, 7 -> {
                final StationKey key = station();
                set(tx, LearnedCodec.stationPath(key), gone ? null : LearnedCodec.station(key, mac(0x22)));
            }
            case 8 -> {
                final Mac station = mac(0x32);
                set(tx, LearnedCodec.virtualStationPath(station), gone ? null
                    : LearnedCodec.virtualStation(station, new Learned.KnownVirtualStation(port(), mac(0x22))));
            }
            case 9, 10 -> {
                final InterSwitchLink link = link();
                set(tx, LearnedCodec.linkPath(link), gone ? null : LearnedCodec.link(link));
            }
            default -> {
                if (gone) {
                    tx.put(STORE, ROOT, new CloudmacLearnedBuilder().build());
                } else {
                    final Mac bssid = mac(0x02);
                    tx.mergeParentStructureMerge(STORE, LearnedCodec.vapPath(bssid), LearnedCodec.vap(bssid,
                        new Learned.KnownVap(port(), RawSsid.NONE, 2437, 100, "attic")));
                }
            }
        }
    }

    private static <T extends DataObject> void set(final WriteTransaction tx, final InstanceIdentifier<T> path,
            final T entry) {
        if (entry == null) {
            tx.delete(STORE, path);
        } else {
            tx.mergeParentStructurePut(STORE, path, entry);
        }
    }

    private Learned stored() throws Exception {
        try (var tx = getDataBroker().newReadOnlyTransaction()) {
            return tx.read(STORE, ROOT).get().map(LearnedCodec::read).orElse(Learned.NOTHING);
        }
    }

    @Test
    void theChangesOfAnyTransactionsLeadToTheStoredState() throws Exception {
        for (int sequence = 0; sequence < SEQUENCES; sequence++) {
            setup();
            followed = Learned.NOTHING;
            try (var registration = getDataBroker().registerDataTreeChangeListener(
                    DataTreeIdentifier.create(STORE, ROOT), this)) {
                for (int transaction = 0; transaction < TRANSACTIONS; transaction++) {
                    final WriteTransaction tx = getDataBroker().newWriteOnlyTransaction();
                    for (int changes = random.nextInt(4); changes >= 0; changes--) {
                        change(tx);
                    }
                    tx.commit().get(10, TimeUnit.SECONDS);
                    assertEquals(stored(), followed, "transaction " + transaction + " of sequence " + sequence);
                }
            }
        }
    }

    @Test
    void aChangeOfAStationKeepsAllOtherMaps() throws Exception {
        setup();
        try (var registration = getDataBroker().registerDataTreeChangeListener(DataTreeIdentifier.create(STORE, ROOT),
                this)) {
            for (final StationKey key : List.of(station(), station())) {
                final Learned before = followed;
                final WriteTransaction tx = getDataBroker().newWriteOnlyTransaction();
                set(tx, LearnedCodec.stationPath(key), LearnedCodec.station(key, mac(0x22)));
                tx.commit().get(10, TimeUnit.SECONDS);
                assertSame(before.wtps(), followed.wtps());
                assertSame(before.vaps(), followed.vaps());
            }
        }
    }
}
