// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain.program;

import static io.cloudmac.impl.chain.program.ChainSamples.HOST;
import static io.cloudmac.impl.chain.program.ChainSamples.ROUTER;
import static io.cloudmac.impl.chain.program.ChainSamples.chain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableClassToInstanceMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.mdsal.binding.dom.codec.impl.BindingCodecContext;
import org.opendaylight.mdsal.binding.runtime.spi.BindingRuntimeHelpers;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCandidate;
import org.opendaylight.mdsal.dom.api.DOMDataTreeCommitCohortRegistry;
import org.opendaylight.netconf.api.NetconfDocumentedException;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegments;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.ChainSegmentsBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.LvnfName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodes;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.PacketNodesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.TenantName;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.Tenants;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.VlanId;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.Tenant;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.TenantKey;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Chain;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.Lvnf;
import org.opendaylight.yang.gen.v1.urn.cloudmac.nfv.rev261129.tenants.tenant.LvnfKey;
import org.opendaylight.yangtools.yang.binding.DataObject;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.data.tree.api.DataTree;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeCandidate;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeConfiguration;
import org.opendaylight.yangtools.yang.data.tree.api.DataTreeModification;
import org.opendaylight.yangtools.yang.data.tree.impl.di.InMemoryDataTreeFactory;

/** Changes of tenants and segments that the guard refuses, with real candidates of a data tree. */
class ChainGuardTest {
    private static final InstanceIdentifier<Tenants> TENANTS = InstanceIdentifier.create(Tenants.class);
    private static final InstanceIdentifier<ChainSegments> SEGMENTS = InstanceIdentifier.create(ChainSegments.class);
    private static final InstanceIdentifier<PacketNodes> NODES = InstanceIdentifier.create(PacketNodes.class);
    private static final InstanceIdentifier<Lvnf> LVNF = TENANTS
        .child(Tenant.class, new TenantKey(new TenantName("guests"))).child(Lvnf.class, new LvnfKey(new LvnfName("a")));
    private static final String NO_LVNF = "chain guests/x: the tenant has no LVNF ";

    private final BindingCodecContext codec =
        new BindingCodecContext(BindingRuntimeHelpers.createRuntimeContext(Tenants.class));
    private final DataTree tree = new InMemoryDataTreeFactory().create(DataTreeConfiguration.DEFAULT_CONFIGURATION,
        codec.getRuntimeContext().getEffectiveModelContext());
    private ChainGuard guard;

    @BeforeEach
    void start() {
        final DOMDataBroker broker = mock(DOMDataBroker.class);
        when(broker.getExtensions()).thenReturn(ImmutableClassToInstanceMap.of(DOMDataTreeCommitCohortRegistry.class,
            mock(DOMDataTreeCommitCohortRegistry.class)));
        guard = new ChainGuard(broker, codec);
    }

    /** Commits changes in one transaction, unless the guard refuses it. */
    @SafeVarargs
    private void commit(final boolean isGuarded, final Consumer<DataTreeModification>... changes) throws Exception {
        final DataTreeModification tx = tree.takeSnapshot().newModification();
        for (final Consumer<DataTreeModification> change : changes) {
            change.accept(tx);
        }
        tx.ready();
        tree.validate(tx);
        final DataTreeCandidate prepared = tree.prepare(tx);
        if (isGuarded) {
            final DOMDataTreeCandidate candidate = mock(DOMDataTreeCandidate.class);
            when(candidate.getRootNode()).thenReturn(prepared.getRootNode());
            guard.canCommit("tx", null, List.of(candidate)).get();
        }
        tree.commit(prepared);
    }

    @SafeVarargs
    private String refused(final Consumer<DataTreeModification>... changes) {
        final var cause = assertThrows(ExecutionException.class, () -> commit(true, changes)).getCause();
        assertTrue(cause.getCause() instanceof NetconfDocumentedException, "RESTCONF answers 400");
        return cause.getMessage();
    }

    private <T extends DataObject> Consumer<DataTreeModification> put(final InstanceIdentifier<T> where, final T data) {
        final var encoded = codec.toNormalizedDataObject(where, data);
        return tx -> tx.write(encoded.path(), encoded.node());
    }

    private Consumer<DataTreeModification> delete(final InstanceIdentifier<?> where) {
        return tx -> tx.delete(codec.toYangInstanceIdentifier(where));
    }

    private Consumer<DataTreeModification> chains(final Chain... chains) {
        return put(TENANTS, ChainSamples.tenants(chains));
    }

    private Consumer<DataTreeModification> segments(final int first, final int last) {
        return put(SEGMENTS, new ChainSegmentsBuilder().setFirstVlan(new VlanId(Uint16.valueOf(first)))
            .setLastVlan(new VlanId(Uint16.valueOf(last))).build());
    }

    @Test
    void aChainNeedsItsLvnfs() throws Exception {
        assertEquals(NO_LVNF + "d", refused(chains(chain("x", HOST, null, "a", "d").build())));
        commit(true, chains(chain("x", HOST, null, "a", "b").build()));
        assertEquals(NO_LVNF + "a", refused(delete(LVNF)));
        commit(true, chains(), delete(LVNF));
    }

    @Test
    void segmentsAndChainsMayComeInOneTransaction() throws Exception {
        final String text = "the first VLAN id of chain segments, 90, is greater than the last one, 80";
        assertEquals(text, refused(segments(90, 80)));
        assertEquals(text, refused(chains(chain("x", HOST, null, "a").build()), segments(90, 80)));
        commit(true, chains(chain("x", HOST, null, "a").build()), segments(80, 90));
        commit(true, delete(SEGMENTS), delete(TENANTS));
    }

    /** The check may be stricter than that of the version which has written the configuration. */
    @Test
    void whatIsWrongAlreadyIsNotRefusedAgain() throws Exception {
        commit(false, chains(chain("x", HOST, null, "d").build()));
        commit(true, chains(chain("x", HOST, null, "d").build(), chain("y", ROUTER, null, "a").build()));
        assertEquals(NO_LVNF + "e", refused(chains(chain("x", HOST, null, "e").build())));
    }

    @Test
    void otherPartsOfTheConfigurationAreNotChecked() throws Exception {
        commit(false, chains(chain("x", HOST, null, "d").build()));
        commit(true, put(NODES, new PacketNodesBuilder().build()));
        commit(true, delete(TENANTS));
    }
}
