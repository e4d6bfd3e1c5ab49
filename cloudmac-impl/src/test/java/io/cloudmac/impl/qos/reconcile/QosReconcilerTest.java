// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.qos.reconcile;

import static io.cloudmac.impl.qos.TestPolicies.MBIT;
import static io.cloudmac.impl.qos.TestPolicies.policy;
import static io.cloudmac.impl.qos.TestPolicies.rate;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.cloudmac.impl.alarms.RecordedAlarms;
import io.cloudmac.impl.core.SingleThreadLoop;
import io.cloudmac.impl.events.RecordedEvents;
import io.cloudmac.impl.qos.FakePorts;
import io.cloudmac.impl.qos.rows.FakeSwitch;
import io.cloudmac.impl.qos.rows.OvsdbPort;
import io.cloudmac.impl.qos.strategies.PortQos;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opendaylight.mdsal.binding.api.DataTreeChangeListener;
import org.opendaylight.mdsal.binding.api.DataTreeIdentifier;
import org.opendaylight.mdsal.binding.api.NotificationPublishService;
import org.opendaylight.mdsal.binding.dom.adapter.test.AbstractConcurrentDataBrokerTest;
import org.opendaylight.mdsal.common.api.LogicalDatastoreType;
import org.opendaylight.yang.gen.v1.urn.cloudmac.qos.rev261121.flat.qdiscs.CodelBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.QosApplied;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.QosFailed;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.Qos;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.Policy;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.cloudmac.qos.PolicyBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.CloudmacState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.qos.Port;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.types.rev261121.QosType;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.network.topology.Topology;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.binding.Notification;
import org.opendaylight.yangtools.yang.common.Uint32;

@Timeout(60)
/** The reconciliation of policies with a fake switch over a real datastore. */
public class QosReconcilerTest extends AbstractConcurrentDataBrokerTest implements NotificationPublishService {
    private static final Map<String, String> PATCHED = Map.of("qos_types",
        "linux-htb linux-hfsc linux-prio linux-cake linux-codel linux-fq_codel");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SingleThreadLoop loop = new SingleThreadLoop("test");
    private final FakePorts ports = new FakePorts(FakePorts.port(1, "p1", 100 * MBIT),
        FakePorts.port(2, "p2", 100 * MBIT));
    private final BlockingQueue<Notification<?>> notifications = new LinkedBlockingQueue<>();
    private FakeSwitch fake;
    private QosReconciler reconciler;

    @BeforeEach
    public void start() throws Exception {
        setup();
        fake = new FakeSwitch(getDataBroker());
        reconciler = new QosReconciler(getDataBroker(), loop, ports, this, new RecordedEvents().journal(),
            new RecordedAlarms().board());
        final DataTreeChangeListener<Topology> listener = changes -> reconciler.trigger();
        for (final var store : List.of(LogicalDatastoreType.CONFIGURATION, LogicalDatastoreType.OPERATIONAL)) {
            getDataBroker().registerDataTreeChangeListener(DataTreeIdentifier.create(store, OvsdbPort.TOPOLOGY),
                listener);
        }
    }

    @AfterEach
    public void stop() {
        reconciler.close();
        fake.close();
        loop.close();
    }

    @Test
    public void eachStrategyIsAppliedToAllPortsAndReadBack() throws Exception {
        assertSettled(QosState.Active, apply(policy(QosType.Htb)));
        assertEquals("linux-htb", fake.qos("p1").orElseThrow().type());
        assertEquals("50000000", fake.qos("p2").orElseThrow().queues().get(1).get("min-rate"));
        assertEquals(List.of("qos://cloudmac/p1", "qos://cloudmac/p2", "queue://cloudmac/p1/0",
            "queue://cloudmac/p1/1", "queue://cloudmac/p2/0", "queue://cloudmac/p2/1"), fake.rows());

        assertSettled(QosState.Active, apply(policy(QosType.Sfq)));
        assertEquals(List.of("qos://cloudmac/p1", "qos://cloudmac/p2"), fake.rows(), "no orphan queues");
        assertSettled(QosState.Active, apply(policy(QosType.Codel)));
        assertSettled(QosState.Active, apply(policy(QosType.FqCodel)));
        assertEquals("100000", fake.qos("p1").orElseThrow().options().get("interval"));

        assertSettled(QosState.Active, apply(policy(QosType.Fifo)));
        assertEquals(Optional.empty(), fake.qos("p1"));
        assertEquals(List.of(), fake.rows());
        assertTrue(notifications.stream().allMatch(QosApplied.class::isInstance), notifications.toString());
    }

    @Test
    public void theMembersOfABondShareItsRowAndEachHasAState() throws Exception {
        ports.set(FakePorts.port(1, "p1", 100 * MBIT),
            FakePorts.port(1 + FakeSwitch.MEMBER, "second-member", 100 * MBIT));
        assertSettled(QosState.Active, apply(policy(QosType.Htb)));
        assertEquals(List.of("qos://cloudmac/p1", "queue://cloudmac/p1/0", "queue://cloudmac/p1/1"), fake.rows());
    }

    @Test
    public void stateShowsWhatTheSwitchHas() throws Exception {
        apply(policy(QosType.Htb).setLinkRate(rate(22 * MBIT)));
        try (var transaction = getDataBroker().newReadOnlyTransaction()) {
            final var shown = transaction.read(LogicalDatastoreType.OPERATIONAL, InstanceIdentifier
                .create(CloudmacState.class).child(
                    org.opendaylight.yang.gen.v1.urn.cloudmac.state.rev261121.cloudmac.state.Qos.class)).get()
                .orElseThrow().nonnullPort().values();
            assertEquals(2, shown.size());
            final Port port = shown.iterator().next();
            assertEquals("linux-htb", port.getType());
            assertEquals("22000000", port.nonnullOption().values().iterator().next().getValue());
            assertEquals(2, port.nonnullQueue().size());
            assertEquals(QosType.Htb, port.getWanted());
        }
    }

    @Test
    public void newOptionsOfAClasslessQdiscRemoveItFirst() throws Exception {
        assertSettled(QosState.Active, apply(policy(QosType.Codel)));
        final long began = System.nanoTime();
        assertSettled(QosState.Active, apply(policy(QosType.Codel)
            .setCodel(new CodelBuilder().setTarget(Uint32.valueOf(7_000)).build())));
        assertTrue(System.nanoTime() - began >= Reinstalls.SETTLE_NANOS, "the switch needs time between the two rows");
        final List<Optional<PortQos>> history = fake.historyOfP1();
        assertEquals(List.of("none", "5000", "none", "7000"), history.stream()
            .map(qos -> qos.map(each -> each.options().get("target")).orElse("none")).toList());
    }

    @Test
    public void newOptionsOfAClasslessQdiscAreWrittenInPlaceToAPatchedSwitch() throws Exception {
        fake.setStatus(PATCHED);
        assertSettled(QosState.Active, apply(policy(QosType.Codel)));
        assertSettled(QosState.Active, apply(policy(QosType.Codel)
            .setCodel(new CodelBuilder().setTarget(Uint32.valueOf(7_000)).build())));
        assertEquals(List.of("none", "5000", "7000"), fake.historyOfP1().stream()
            .map(qos -> qos.map(each -> each.options().get("target")).orElse("none")).toList());
    }

    @Test
    public void patchedSwitchRunsTheTypesThatItOffers() throws Exception {
        fake.setStatus(PATCHED);
        assertSettled(QosState.Active, apply(policy(QosType.Cake)));
        assertEquals("linux-cake", fake.qos("p1").orElseThrow().type());
        assertSettled(QosState.Active, apply(policy(QosType.Cloudmac)));
        assertEquals("pfifo", fake.qos("p1").orElseThrow().queues().get(1).get("leaf-qdisc"));
        assertSettled(QosState.Active, apply(policy(QosType.Prio)));
        assertEquals(3, fake.qos("p1").orElseThrow().queues().size());
    }

    @Test
    public void noUnsupportedTypeIsWrittenToAStockSwitch() throws Exception {
        apply(policy(QosType.Codel));
        final List<String> before = fake.rows();
        final List<PortState> states = apply(policy(QosType.Cake));
        assertSettled(QosState.Failed, states);
        assertEquals("switch port openflow:1:2 (p2) has no QoS type linux-cake: its Open vSwitch needs the CloudMAC "
            + "series (ovs-patches)", states.get(1).text());
        assertEquals(before, fake.rows());
        assertEquals("linux-codel", fake.qos("p2").orElseThrow().type());
        assertEquals(2, fake.historyOfP1().size(), "none, CoDel");

        fake.setStatus(PATCHED);
        assertSettled(QosState.Active, reconciler.awaitSettled("default", PATIENCE).toCompletableFuture()
            .get(30, TimeUnit.SECONDS));
        assertEquals("linux-cake", fake.qos("p1").orElseThrow().type());
    }

    @Test
    public void rowsThatThePatchedSwitchCannotApplyAreFailed() throws Exception {
        fake.setStatus(Map.of("qos_types", PATCHED.get("qos_types"), "qos_error", "linux-codel: no such module"));
        final List<PortState> states = apply(policy(QosType.Codel));
        assertSettled(QosState.Failed, states);
        assertEquals("the switch cannot apply the rows: linux-codel: no such module", states.get(0).text());
        fake.setStatus(PATCHED);
        assertSettled(QosState.Active, reconciler.awaitSettled("default", PATIENCE).toCompletableFuture()
            .get(30, TimeUnit.SECONDS));
    }

    @Test
    public void rowsThatTheSwitchHasNotAppliedArePending() throws Exception {
        apply(policy(QosType.Fifo));
        fake.setSlow(true);
        write(policy(QosType.Htb));
        List<PortState> states;
        final long deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            states = reconciler.awaitSettled("default", Duration.ofMillis(10)).toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
            assertTrue(System.nanoTime() < deadline, states.toString());
        } while (!states.stream().allMatch(each ->
            each.text().equals("Open vSwitch has not applied the rows yet")));
        assertSettled(QosState.Pending, states);
        fake.setSlow(false);
        assertSettled(QosState.Active, reconciler.awaitSettled("default", PATIENCE).toCompletableFuture()
            .get(30, TimeUnit.SECONDS));
    }

    @Test
    public void newParametersOfHtbAreWrittenInPlace() throws Exception {
        apply(policy(QosType.Htb));
        assertSettled(QosState.Active, apply(policy(QosType.Htb).setLinkRate(rate(22 * MBIT))));
        assertEquals(3, fake.historyOfP1().size(), "none, before, after");
        assertEquals("22000000", fake.qos("p1").orElseThrow().options().get("max-rate"));
    }

    @Test
    public void aDisconnectedSwitchIsPendingAndKeepsItsRows() throws Exception {
        apply(policy(QosType.Htb));
        fake.setDisconnected(true);
        reconciler.trigger();
        final List<PortState> disconnected = reconciler.awaitSettled("default", Duration.ofMillis(300))
            .toCompletableFuture().get(20, TimeUnit.SECONDS);
        assertEquals("no OVSDB session shows switch openflow:1", disconnected.get(0).text());
        assertSettled(QosState.Pending, disconnected);
        fake.setDisconnected(false);
        assertSettled(QosState.Active, reconciler.awaitSettled("default", PATIENCE).toCompletableFuture()
            .get(30, TimeUnit.SECONDS));
        assertEquals("linux-htb", fake.qos("p1").orElseThrow().type());
    }

    @Test
    public void policyThatDoesNotFitIsFailedAndChangesNothing() throws Exception {
        apply(policy(QosType.Sfq));
        ports.set(FakePorts.port(1, "p1", 0), FakePorts.port(2, "p2", 10 * MBIT));
        final List<PortState> states = apply(policy(QosType.Htb).setLinkRate(rate(22 * MBIT)));
        assertEquals(PortState.Progress.ACTIVE, states.get(0).progress());
        assertEquals(PortState.Progress.FAILED, states.get(1).progress());
        assertEquals("link-rate 22 Mbit/s is above the speed of port openflow:1:2, 10 Mbit/s", states.get(1).text());
        assertEquals("linux-sfq", fake.qos("p2").orElseThrow().type());
        assertTrue(notifications.stream().anyMatch(QosFailed.class::isInstance), notifications.toString());
    }

    @Test
    public void removedPolicyLeavesNoRows() throws Exception {
        apply(policy(QosType.Htb));
        final var transaction = getDataBroker().newWriteOnlyTransaction();
        transaction.delete(LogicalDatastoreType.CONFIGURATION, path());
        transaction.commit().get();
        assertTrue(reconciler.awaitSettled("default", PATIENCE).toCompletableFuture()
            .get(30, TimeUnit.SECONDS).isEmpty());
        awaitNoRows();
        assertEquals(Optional.empty(), fake.qos("p1"));
    }

    private void awaitNoRows() throws Exception {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!fake.rows().isEmpty()) {
            assertFalse(System.nanoTime() > deadline, "awaited no rows for 20 s, has " + fake.rows());
            Thread.onSpinWait();
        }
    }

    private List<PortState> apply(final PolicyBuilder policy) throws Exception {
        write(policy);
        return reconciler.awaitSettled("default", PATIENCE).toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private void write(final PolicyBuilder policy) throws Exception {
        final var transaction = getDataBroker().newWriteOnlyTransaction();
        transaction.mergeParentStructurePut(LogicalDatastoreType.CONFIGURATION, path(), policy.build());
        transaction.commit().get();
    }

    private static void assertSettled(final QosState state, final List<PortState> states) {
        assertEquals(List.of(state, state), states.stream().map(each -> QosStateWriter.state(each.progress())).toList(),
            states.toString());
    }

    private static InstanceIdentifier<Policy> path() {
        return InstanceIdentifier.create(Cloudmac.class).child(Qos.class)
            .child(Policy.class, policy(QosType.None).build().key());
    }

    @Override
    public void putNotification(final Notification<?> notification) {
        notifications.add(notification);
    }

    @Override
    public ListenableFuture<?> offerNotification(final Notification<?> notification) {
        notifications.add(notification);
        return Futures.immediateVoidFuture();
    }

    @Override
    public ListenableFuture<?> offerNotification(final Notification<?> notification, final int timeout,
            final TimeUnit unit) {
        return offerNotification(notification);
    }
}
