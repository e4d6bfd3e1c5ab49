// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.OvsdbState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;

/** Runs three cluster members on one datastore, all connected to one real switch. */
public class ClusterTest extends SouthboundTest {
    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final List<String> NAMES = List.of("member-1", "member-2", "member-3");

    private final FakeCluster cluster = new FakeCluster();
    private final List<OvsdbSouthbound> members = new ArrayList<>();
    private final List<FlakyLink> links = new ArrayList<>();

    @Override
    public void startAll() throws Exception {
        for (final String name : NAMES) {
            members.add(start(name, 0));
            links.add(new FlakyLink(members.get(members.size() - 1).address()));
        }
        ovs = new RealSwitch();
        node = new NodeId("ovsdb://uuid/" + ovs.uuid());
        final List<String> managers = new ArrayList<>(List.of("set-manager"));
        links.forEach(link -> managers.add(link.target()));
        ovs.vsctl(managers.toArray(new String[0]));
        for (final String manager : ovs.vsctl("--bare", "--columns=_uuid", "list", "Manager").split("\\s+")) {
            ovs.vsctl("set", "Manager", manager, "max_backoff=1000");
        }
        // The member that connects first becomes the owner.
        Await.until("the switch has three connections", () -> connections() == NAMES.size());
        cluster.give(node.getValue(), cluster.member("member-1"));
        awaitOwner("member-1", 3);
    }

    @Override
    public void stopAll() throws Exception {
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i) != null) {
                members.get(i).close();
            }
            links.get(i).close();
        }
        ovs.close();
    }

    @Test
    public void onlyTheOwnerProgramsTheSwitch() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        assertEquals("operations of the other members", 0,
            links.get(1).operations() + links.get(2).operations());
        cluster.give(node.getValue(), cluster.member("member-3"));
        awaitOwner("member-3", 3);
        final int before = links.get(0).operations();
        new Change().queue("queue://third").commit();
        Await.until("the new queue is active",
            () -> queueState("queue://third").getState() == ProgrammingState.Active);
        awaitRows(1, 3);
        assertEquals("operations of the former owner", before, links.get(0).operations());
    }

    @Test
    public void takeoverOfAnUnchangedSwitchSendsNoOperations() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        final String before = rows();
        crash(0);
        awaitOwner("member-2", 2);
        awaitActive("qos://cm-p1");
        assertEquals(0, links.get(1).operations() + links.get(2).operations());
        assertEquals(before, rows());
        new Change().queue("queue://third").commit();
        awaitRows(1, 3);
    }

    @Test
    public void pendingChangeOfADeadOwnerIsMadeOnce() throws Exception {
        links.get(0).breakAt(FlakyLink.Break.AFTER_TRANSACTION);
        configureHtb();
        awaitRows(1, 2);
        final String before = rows();
        crash(0);
        awaitOwner("member-2", 2);
        awaitActive("qos://cm-p1");
        assertEquals(before, rows());
    }

    @Test
    public void nextOwnerMakesAChangeThatDidNotReachTheSwitch() throws Exception {
        links.get(0).breakAt(FlakyLink.Break.BEFORE_TRANSACTION);
        configureHtb();
        awaitOwner("member-2", 2);
        awaitActive("qos://cm-p1");
        awaitRows(1, 2);
    }

    @Test
    public void takeoverReplacesTheFormerOwnersData() throws Exception {
        ovs.vsctl("add-br", "br1");
        final var bridge = Paths.node(Paths.bridgeId(node, "br1"));
        Await.until("the second bridge is shown", () -> read(OPER, bridge).isPresent());
        // The owner crashes before the switch deletes bridge and port, so only the other members see the deletions.
        cluster.member("member-2").delayChanges();
        cluster.member("member-3").delayChanges();
        crash(0);
        ovs.vsctl("del-br", "br1", "--", "del-port", "p2");
        cluster.member("member-2").deliverChanges();
        cluster.member("member-3").deliverChanges();
        awaitOwner("member-2", 2);
        Await.until("bridge and port are gone",
            () -> read(OPER, bridge).isEmpty() && read(OPER, portPath("p2")).isEmpty());
        assertFalse(read(OPER, portPath("p1")).isEmpty());
    }

    @Test
    public void formerOwnerKeepsTheNewOwnersData() throws Exception {
        links.get(0).down();
        awaitOwner("member-2", 2);
        new Change().queue("queue://new").commit();
        Await.until("the queue is active", () -> queueState("queue://new").getState() == ProgrammingState.Active);
        links.get(0).up();
        end(0);
        assertEquals("member-2", switchState().getOwner());
        assertFalse(read(OPER, Paths.node(node)).isEmpty());
    }

    @Test
    public void shutdownOfTheOwner() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        end(0);
        awaitOwner("member-2", 2);
        awaitActive("qos://cm-p1");
        assertEquals(0, links.get(1).operations());
    }

    @Test
    public void twoOwnersMakeNoDuplicateRows() throws Exception {
        cluster.member("member-1").delayChanges();
        cluster.give(node.getValue(), cluster.member("member-2"));
        configureHtb();
        awaitRows(1, 2);
        for (int i = 0; i < 10; i++) {
            new Change().queue("queue://more-" + i).commit();
        }
        awaitRows(1, 12);
        cluster.member("member-1").deliverChanges();
        awaitOwner("member-2", 3);
        awaitActive("qos://cm-p1");
        awaitRows(1, 12);
    }

    @Test
    public void ownerRestoresItsOverwrittenOperationalData() throws Exception {
        final var transaction = getDataBroker().newWriteOnlyTransaction();
        transaction.delete(OPER, Paths.node(node));
        transaction.delete(OPER, Paths.state(node));
        transaction.commit().get();
        awaitOwner("member-1", 3);
    }

    @Test
    public void oneMemberShowsASwitchThatHasNoConnection() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        links.forEach(FlakyLink::down);
        awaitShownDisconnected(4);
        new Change().queue("queue://third").commit();
        awaitShownDisconnected(5);
        crash(0);
        new Change().queue("queue://fourth").commit();
        awaitShownDisconnected(6);
        links.get(2).up();
        awaitOwner("member-3", 1);
        awaitRows(1, 4);
    }

    @Test
    public void switchWithoutASuccessorOfItsDeadOwnerIsShownAsDisconnected() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        links.get(1).down();
        links.get(2).down();
        crash(0);
        awaitShownDisconnected(4);
        links.get(1).up();
        awaitOwner("member-2", 1);
        awaitActive("qos://cm-p1");
    }

    @Test
    public void unconfiguredSwitchOfADeadOwnerIsRemoved() throws Exception {
        links.get(1).down();
        links.get(2).down();
        crash(0);
        awaitDisconnected();
        Await.until("the switch is not shown", () -> read(OPER, InstanceIdentifier.create(OvsdbState.class))
            .map(state -> state.nonnullSwitch().isEmpty()).orElse(true));
    }

    @Test
    public void restartedMemberRejoins() throws Exception {
        configureHtb();
        awaitActive("qos://cm-p1");
        final int port = members.get(0).address().getPort();
        end(0);
        awaitOwner("member-2", 2);
        members.set(0, start("member-1", port));
        awaitOwner("member-2", 3);
        links.get(1).down();
        links.get(2).down();
        awaitOwner("member-1", 1);
        awaitActive("qos://cm-p1");
    }

    private OvsdbSouthbound start(final String name, final int port) throws Exception {
        return new OvsdbSouthbound(getDataBroker(), EntryNotifier.NONE, loopback(port), null, LIMITS, DELAYS,
            OvsdbSouthbound.Outgoing.PLAIN, new OvsdbSouthbound.Cluster(cluster.member(name), PATIENCE));
    }

    /** Shuts a member down. */
    private void end(final int index) {
        members.get(index).close();
        members.set(index, null);
    }

    /** Kills a member: disconnects it from the cluster and from the switch. */
    private void crash(final int index) {
        cluster.member(NAMES.get(index)).disconnect();
        links.get(index).down();
    }

    /** Waits until the datastore shows the switch with this owner and the switch has this number of connections. */
    private void awaitOwner(final String owner, final int connections) {
        Await.until(owner + " owns the switch, which has " + connections + " connections", () ->
            owner.equals(switchState().getOwner()) && switchState().getConnected()
                && read(OPER, Paths.node(node)).orElseThrow().nonnullTerminationPoint().isEmpty()
                && read(OPER, portPath("p1")).isPresent()
                && connections() == connections);
    }

    private int connections() throws Exception {
        return ovs.vsctl("--bare", "--columns=is_connected", "list", "Manager").split("true", -1).length - 1;
    }

    private void awaitShownDisconnected(final int entries) {
        Await.until("the switch is shown as disconnected, with " + entries + " entries", () ->
            read(OPER, Paths.node(node)).isEmpty()
                && read(OPER, Paths.node(Paths.bridgeId(node, "br0"))).isEmpty()
                && !switchState().getConnected() && switchState().getOwner() == null
                && switchState().nonnullEntry().size() == entries);
    }

    private String rows() throws Exception {
        return ovs.vsctl("list", "QoS") + ovs.vsctl("list", "Queue") + ovs.vsctl("list", "Port");
    }
}
