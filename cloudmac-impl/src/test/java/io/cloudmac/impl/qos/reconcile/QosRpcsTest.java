// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.changes.TestChanges;
import io.cloudmac.impl.core.ManualLoop;
import io.cloudmac.impl.qos.FakePorts;
import io.cloudmac.impl.qos.TestPolicies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.mdsal.dom.api.DOMDataBroker;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ApplyQos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ApplyQosInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ApplyQosOutput;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ClearQos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.ClearQosInputBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.ErrorTag;
import org.opendaylight.yangtools.yang.common.RpcResult;

@Timeout(60)
/** The RPCs apply-qos and clear-qos. */
public class QosRpcsTest extends AbstractConcurrentDataBrokerTest {
    private final FakePorts ports = new FakePorts(FakePorts.port(1, "p1", TestPolicies.MBIT));
    private final ManualLoop loop = new ManualLoop();
    private final LinkWait links = new LinkWait(ports, loop);
    private QosRpcs rpcs;
    /** The last wait for the states of the ports. */
    private Duration patience;

    @BeforeEach
    public void start() throws Exception {
        setup();
        rpcs = rpcs(getDomBroker());
    }

    private QosRpcs rpcs(final DOMDataBroker broker) {
        return new QosRpcs(TestChanges.writer(broker), (policy, limit) -> {
            patience = limit;
            return CompletableFuture.completedFuture(List.of(new PortState("openflow:1:1", "p1", policy,
                QosType.Codel, PortState.Progress.FAILED, "no", Optional.empty())));
        }, links, loop);
    }

    private ListenableFuture<RpcResult<ApplyQosOutput>> apply(final QosType type) {
        return rpcs.implementations().getInstance(ApplyQos.class)
            .invoke(new ApplyQosInputBuilder().setType(type).build());
    }

    @Test
    public void aRememberedLinkOfADisconnectedSwitchCausesNoWait() throws Exception {
        ports.set(FakePorts.port(1, "p1", TestPolicies.MBIT), FakePorts.port(2, "p2", TestPolicies.MBIT));
        ports.disconnect("openflow:1:2");
        assertTrue(apply(QosType.Codel).get(20, TimeUnit.SECONDS).isSuccessful());
    }

    @Test
    public void linksOfDisconnectedSwitchesOnlyAreWaitedFor() {
        ports.disconnect("openflow:1:1");
        final var result = apply(QosType.Codel);
        loop.advance(Duration.ofSeconds(9));
        assertFalse(result.isDone());
    }

    @Test
    public void typesWithoutARateDoNotWaitForLinks() throws Exception {
        ports.set();
        assertTrue(apply(QosType.None).get(20, TimeUnit.SECONDS).isSuccessful());
        assertTrue(apply(QosType.Fifo).get(20, TimeUnit.SECONDS).isSuccessful());
    }

    @Test
    public void bothWaitsShareOneLimit() throws Exception {
        ports.set();
        final var result = apply(QosType.Codel);
        loop.advance(Duration.ofSeconds(7));
        ports.set(FakePorts.port(1, "p1", TestPolicies.MBIT));
        assertTrue(result.get(20, TimeUnit.SECONDS).isSuccessful());
        assertEquals(Duration.ofSeconds(3), patience);
    }

    @Test
    public void closeEndsAWaitForLinksWithAFailure() {
        ports.set();
        final var result = apply(QosType.Codel);
        assertEquals(1, ports.listeners());
        links.close();
        assertEquals(0, ports.listeners());
        assertThrows(ExecutionException.class, () -> result.get(20, TimeUnit.SECONDS));
        final var after = apply(QosType.Codel);
        assertThrows(ExecutionException.class, () -> after.get(20, TimeUnit.SECONDS));
        assertEquals(0, ports.listeners());
    }

    @Test
    public void anExceptionOfTheDatastoreIsPassedToTheCaller() {
        final DOMDataBroker broken = mock(DOMDataBroker.class);
        when(broken.newReadWriteTransaction()).thenThrow(new IllegalStateException("closed"));
        rpcs = rpcs(broken);
        final var result = apply(QosType.Codel);
        final var thrown = assertThrows(ExecutionException.class, () -> result.get(20, TimeUnit.SECONDS));
        assertEquals("closed", thrown.getCause().getMessage());
    }

    /** Before the port is discovered, a rate above its speed would pass the check. */
    @Test
    public void applyToAllLinksWaitsUntilOneIsKnown() throws Exception {
        ports.set();
        final var result = rpcs.implementations().getInstance(ApplyQos.class)
            .invoke(new ApplyQosInputBuilder().setType(QosType.Codel).build());
        loop.advance(Duration.ofSeconds(9));
        assertFalse(result.isDone());
        assertEquals(Optional.empty(), stored());
        ports.set(FakePorts.port(1, "p1", TestPolicies.MBIT));
        assertTrue(result.get(20, TimeUnit.SECONDS).isSuccessful());
        assertEquals(QosType.Codel, stored().orElseThrow().getType());
    }

    @Test
    public void applyWithoutALinkEndsAfterTheTimeout() throws Exception {
        ports.set();
        final var result = rpcs.implementations().getInstance(ApplyQos.class)
            .invoke(new ApplyQosInputBuilder().setType(QosType.Codel).build());
        loop.advance(Duration.ofSeconds(10));
        assertTrue(result.get(20, TimeUnit.SECONDS).isSuccessful());
    }

    @Test
    public void applyWritesThePolicyAndReturnsTheStateOfEachPort() throws Exception {
        final var result = rpcs.implementations().getInstance(ApplyQos.class)
            .invoke(new ApplyQosInputBuilder().setType(QosType.Codel).build()).get(20, TimeUnit.SECONDS);
        final var port = result.getResult().nonnullPort().values().iterator().next();
        assertEquals(QosState.Failed, port.getState());
        assertEquals("no", port.getError());
        assertEquals(QosType.Codel, stored().orElseThrow().getType());
    }

    @Test
    public void applyWithoutATypeIsRefused() throws Exception {
        final var refused = rpcs.implementations().getInstance(ApplyQos.class)
            .invoke(new ApplyQosInputBuilder().build()).get(20, TimeUnit.SECONDS);
        assertEquals(ErrorTag.MISSING_ELEMENT, refused.getErrors().iterator().next().getTag());
        assertEquals(Optional.empty(), stored());
    }

    @Test
    public void clearRemovesThePolicyAndRefusesAnUnknownOne() throws Exception {
        final ClearQos clear = rpcs.implementations().getInstance(ClearQos.class);
        final var refused = clear.invoke(new ClearQosInputBuilder().build()).get(20, TimeUnit.SECONDS);
        assertFalse(refused.isSuccessful());
        final var error = refused.getErrors().iterator().next();
        assertEquals(ErrorTag.INVALID_VALUE, error.getTag());
        assertEquals("there is no QoS policy default", error.getMessage());

        applyWritesThePolicyAndReturnsTheStateOfEachPort();
        assertTrue(clear.invoke(new ClearQosInputBuilder().build()).get(20, TimeUnit.SECONDS).isSuccessful());
        assertEquals(Optional.empty(), stored());
    }

    private Optional<Policy> stored() throws Exception {
        try (var transaction = getDataBroker().newReadOnlyTransaction()) {
            return transaction.read(LogicalDatastoreType.CONFIGURATION, InstanceIdentifier.create(Cloudmac.class)
                .child(org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Qos.class)
                .child(Policy.class, TestPolicies.policy(QosType.None).build().key())).get();
        }
    }
}
