// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.learned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableClassToInstanceMap;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.dom.codec.impl.BindingCodecContext;
import org.opendaylight.mdsal.binding.runtime.spi.BindingRuntimeHelpers;
import org.opendaylight.mdsal.common.api.TransactionCommitFailedException;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCandidate;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohortRegistry;
import org.opendaylight.netconf.api.NetconfDocumentedException;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearned;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.CloudmacLearnedBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.learned.rev261121.cloudmac.learned.LinkBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.SwitchPort;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;
import org.opendaylight.yangtools.yang.data.impl.schema.ImmutableNodes;
import org.opendaylight.yangtools.yang.data.tree.api.DataTree;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeCandidate;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeConfiguration;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeModification;
import org.opendaylight.yangtools.yang.data.tree.impl.di.InMemoryDataTreeFactory;

/** Changes of the learned state that the guard refuses, with real candidates of a data tree. */
class LearnedGuardTest {
    private static final InstanceIdentifier<CloudmacLearned> ROOT = InstanceIdentifier.create(CloudmacLearned.class);
    private static final PortId PORT = new PortId("openflow:1", 2);
    private static final PortId OTHER_PORT = new PortId("openflow:2", 1);
    private static final Mac WTP = Mac.parse("02:c1:0d:aa:00:01");
    private static final Mac NEVER = Mac.parse("02:c1:0d:aa:00:02");
    private static final Mac BSSID = Mac.parse("02:00:00:00:12:34");
    private static final Mac TWIN = Mac.parse("02:00:00:01:12:34");
    private static final Mac STATION = Mac.parse("02:5a:00:00:00:01");
    private static final StationKey KEY = new StationKey(BSSID, STATION);
    private static final Learned.KnownVap VAP = new Learned.KnownVap(PORT, RawSsid.of("cmac"), 2437, 100, "north");

    private final BindingCodecContext codec =
        new BindingCodecContext(BindingRuntimeHelpers.createRuntimeContext(CloudmacLearned.class));
    private final DataTree tree = new InMemoryDataTreeFactory().create(DataTreeConfiguration.DEFAULT_CONFIGURATION,
        codec.getRuntimeContext().getEffectiveModelContext());
    private final YangInstanceIdentifier path = codec.toYangInstanceIdentifier(ROOT);
    private LearnedGuard guard;

    @BeforeEach
    void start() {
        final DOMDataBroker broker = mock(DOMDataBroker.class);
        when(broker.getExtensions()).thenReturn(ImmutableClassToInstanceMap.of(DOMDataTreeCommitCohortRegistry.class,
            mock(DOMDataTreeCommitCohortRegistry.class)));
        guard = new LearnedGuard(broker, codec);
    }

    private interface Change {
        void make(DataTreeModification tx);
    }

    /** Commits a change, unless the guard refuses it. */
    private void commit(final Change change) throws Exception {
        final DataTreeModification tx = tree.takeSnapshot().newModification();
        tx.merge(path, ImmutableNodes.containerNode(CloudmacLearned.QNAME));
        change.make(tx);
        tx.ready();
        final DataTreeCandidate prepared = tree.prepare(tx);
        final DOMDataTreeCandidate candidate = mock(DOMDataTreeCandidate.class);
        when(candidate.getRootNode()).thenReturn(
            prepared.getRootNode().modifiedChild(path.getLastPathArgument()));
        guard.canCommit("tx", null, List.of(candidate)).get();
        tree.commit(prepared);
    }

    private <T extends DataObject> Change put(final InstanceIdentifier<T> where, final T entry) {
        final var encoded = codec.toNormalizedDataObject(where, entry);
        return tx -> {
            final var list = encoded.path().getParent();
            tx.merge(list, ImmutableNodes.mapNodeBuilder(list.getLastPathArgument().getNodeType()).build());
            tx.write(encoded.path(), encoded.node());
        };
    }

    private Change putWtp(final Mac wtp) {
        return put(LearnedCodec.wtpPath(wtp), LearnedCodec.wtp(wtp, PORT));
    }

    private Change putVap(final Mac bssid) {
        return put(LearnedCodec.vapPath(bssid), LearnedCodec.vap(bssid, VAP));
    }

    private Change putStation(final Mac wtp) {
        return put(LearnedCodec.stationPath(KEY), LearnedCodec.station(KEY, wtp));
    }

    private Change delete(final InstanceIdentifier<?> where) {
        return tx -> tx.delete(codec.toYangInstanceIdentifier(where));
    }

    private String refused(final Change change) {
        final var cause = assertThrows(ExecutionException.class, () -> commit(change)).getCause();
        assertTrue(cause instanceof TransactionCommitFailedException
            && cause.getCause() instanceof NetconfDocumentedException, "RESTCONF answers 400");
        return cause.getMessage();
    }

    @Test
    void theControllersOwnWritesPass() throws Exception {
        commit(putWtp(WTP));
        commit(putVap(BSSID));
        commit(putStation(WTP));
        commit(tx -> {
            final var host = codec.toNormalizedDataObject(LearnedCodec.vapPath(BSSID),
                LearnedCodec.host(BSSID, "south"));
            tx.merge(host.path(), host.node());
        });
        commit(putVirtualStation(PORT));
        final InterSwitchLink link = InterSwitchLink.between(OTHER_PORT, PORT);
        commit(put(LearnedCodec.linkPath(link), LearnedCodec.link(link)));
        commit(delete(LearnedCodec.linkPath(link)));
    }

    @Test
    void aStationNeedsAnAdmittedWtp() throws Exception {
        commit(putWtp(WTP));
        assertEquals("station " + STATION + " cannot be stored: cloudmac-learned has no WTP " + NEVER
            + "; to bind it to a configured WTP, use operation bind", refused(putStation(NEVER)));
        assertEquals("virtual station " + STATION + " cannot be stored: cloudmac-learned has no WTP " + NEVER
            + "; to bind it to a configured WTP, use operation bind-virtual-station",
            refused(put(LearnedCodec.virtualStationPath(STATION), LearnedCodec.virtualStation(STATION,
                new Learned.KnownVirtualStation(PORT, NEVER)))));
    }

    @Test
    void twoVapsCannotShareAnId() throws Exception {
        commit(putVap(BSSID));
        assertEquals(String.format("VAP %s cannot be stored: VAP %s has the same VAP id %04x (last two octets);"
            + " delete one of the two", TWIN, BSSID, BSSID.lastTwoOctets()), refused(putVap(TWIN)));
        commit(delete(LearnedCodec.vapPath(BSSID)));
        commit(putVap(TWIN));
    }

    @Test
    void anyEntryMayBeDeleted() throws Exception {
        commit(putWtp(WTP));
        commit(putVap(BSSID));
        commit(putStation(WTP));
        commit(putWtp(NEVER));
        commit(delete(LearnedCodec.wtpPath(WTP)));
        commit(delete(LearnedCodec.vapPath(BSSID)));
        commit(putVap(BSSID));
        commit(delete(ROOT));
    }

    /** The WTP of a virtual station was deleted, and the virtual station has moved to another port. */
    @Test
    void anEntryWhoseWtpWasDeletedCanChangeOtherwise() throws Exception {
        commit(putWtp(WTP));
        commit(putVirtualStation(PORT));
        commit(delete(LearnedCodec.wtpPath(WTP)));
        commit(putVirtualStation(OTHER_PORT));
    }

    private Change putVirtualStation(final PortId port) {
        return put(LearnedCodec.virtualStationPath(STATION),
            LearnedCodec.virtualStation(STATION, new Learned.KnownVirtualStation(port, WTP)));
    }

    @Test
    void aBackupIsCheckedAsAWhole() throws Exception {
        final var good = new CloudmacLearnedBuilder().setWtp(BindingMap.of(LearnedCodec.wtp(WTP, PORT)))
            .setVap(BindingMap.of(LearnedCodec.vap(BSSID, VAP)))
            .setStation(BindingMap.of(LearnedCodec.station(KEY, WTP))).build();
        commit(whole(good));
        commit(whole(good));
        final String refusal = refused(whole(new CloudmacLearnedBuilder(good)
            .setVap(BindingMap.of(LearnedCodec.vap(BSSID, VAP), LearnedCodec.vap(TWIN, VAP)))
            .setStation(BindingMap.of(LearnedCodec.station(KEY, NEVER))).build()));
        assertTrue(refusal.contains("same VAP id") && refusal.contains(NEVER.toString()), refusal);
    }

    private Change whole(final CloudmacLearned learned) {
        final NormalizedNode encoded = codec.toNormalizedDataObject(ROOT, learned).node();
        return tx -> tx.write(path, encoded);
    }

    @Test
    void theEndsOfALinkHaveAnOrder() {
        final InterSwitchLink link = InterSwitchLink.between(PORT, OTHER_PORT);
        final InterSwitchLink turned = new InterSwitchLink(link.high(), link.low());
        assertEquals("the link between " + OTHER_PORT + " and " + PORT
            + " has its ends in the wrong order: low must be " + PORT,
            refused(put(LearnedCodec.linkPath(turned), new LinkBuilder()
                .setLow(new SwitchPort(OTHER_PORT.toString())).setHigh(new SwitchPort(PORT.toString())).build())));
    }

    /** The data tree itself does not check patterns. */
    @Test
    void aPatternOfTheModelCounts() {
        final var encoded = codec.toNormalizedDataObject(LearnedCodec.wtpPath(WTP), LearnedCodec.wtp(WTP, PORT));
        final var list = encoded.path().getParent();
        final var type = list.getLastPathArgument().getNodeType();
        final var entry = ImmutableNodes.mapEntryBuilder(type,
            QName.create(type, "id"), WTP.toString())
            .withChild(ImmutableNodes.leafNode(
                QName.create(type, "port"), "eth0")).build();
        final String refusal = refused(tx -> {
            tx.merge(list, ImmutableNodes.mapNodeBuilder(type).build());
            tx.write(encoded.path(), entry);
        });
        assertTrue(refusal.contains("eth0"), refusal);
    }
}
