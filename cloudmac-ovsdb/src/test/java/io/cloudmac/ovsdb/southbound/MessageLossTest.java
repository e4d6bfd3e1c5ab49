// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.southbound;

import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.opendaylight.mdsal.binding.api.WriteTransaction;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.PortNumber;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.OvsdbNodeAugmentation;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfo;
import org.opendaylight.yang.gen.v1.urn.opendaylight.params.xml.ns.yang.ovsdb.rev150105.ovsdb.node.attributes.ConnectionInfoBuilder;
import org.opendaylight.yang.gen.v1.urn.tbd.params.xml.ns.yang.network.topology.rev131021.NodeId;
import org.opendaylight.yangtools.yang.binding.InstanceIdentifier;
import org.opendaylight.yangtools.yang.common.Uint16;

/**
 * Breaks the connection at every message of the set-up and of a transaction, before or within the message, and
 * falsifies replies. Afterwards the rows are as configured, without duplicates.
 */
public class MessageLossTest extends SouthboundTest {
    /** Exceeds the number of messages of a set-up with a transaction. */
    private static final int MOST_STEPS = 40;

    private MessageLink messages;

    @Override
    @Before
    public void startAll() throws Exception {
        ovs = new RealSwitch("ptcp:0:127.0.0.1");
        link = new FlakyLink(loopback(ovs.port()));
        messages = new MessageLink(loopback(ovs.port()));
        node = new NodeId("ovsdb://STEPS");
        southbound = new OvsdbSouthbound(getDataBroker(), EntryNotifier.NONE, loopback(0), null, LIMITS, DELAYS,
            new OvsdbSouthbound.Outgoing(null, new Backoff.Limits(Duration.ofMillis(5), Duration.ofMillis(50))),
            OvsdbSouthbound.Cluster.alone());
    }

    @After
    public void closeLink() throws Exception {
        messages.close();
    }

    @Test
    public void lostBeforeEachMessage() throws Exception {
        loseAtEveryStep(false);
    }

    @Test
    public void lostWithinEachMessage() throws Exception {
        loseAtEveryStep(true);
    }

    @Test
    public void falsifiedRepliesEndTheConnectionAndLoseNoRows() throws Exception {
        connect();
        awaitConnected();
        // Each is an invalid reply to the transaction that inserts rows.
        for (final String reply : List.of("[]", "[{}]", "null", "{}", "\"done\"", "7", "[null,null]",
                "[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]", "[{\"error\":5}]",
                "[{\"error\":{\"error\":\"x\"}}]", "[[[[]]]]", "[{\"count\":-1}]", "[{\"uuid\":\"none\"}]")) {
            final AtomicBoolean falsified = new AtomicBoolean();
            messages.tamper(message -> {
                // Only replies to transactions with inserts contain UUIDs.
                if (message.path("result").findValue("uuid") == null || !falsified.compareAndSet(false, true)) {
                    return message;
                }
                return JsonNodeFactory.instance.objectNode().put("id", message.path("id").asLong()).putNull("error")
                    .set("result", json(reply));
            });
            configureHtb();
            Await.until("the reply was falsified: " + reply, falsified::get);
            messages.tamper(UnaryOperator.identity());
            awaitHtb(reply);
            clear();
        }
    }

    private void loseAtEveryStep(final boolean half) throws Exception {
        int steps = 0;
        for (int step = 1; step <= MOST_STEPS; step++) {
            final int cuts = messages.cuts();
            messages.cutAt(step, half);
            connect();
            configureHtb();
            awaitHtb("cut at " + step);
            if (messages.cuts() == cuts) {
                break;
            }
            steps = step;
            clear();
            new Change().delete(connectionInfo()).commit();
            awaitDisconnected();
        }
        assertTrue("set-up, name, and transaction were lost: " + steps, steps >= 8 && steps < MOST_STEPS);
    }

    private void awaitHtb(final String when) {
        Await.until(when + ": rows and state are right", () ->
            qosState("qos://cm-p1").getState() == ProgrammingState.Active
                && portState("p1").getState() == ProgrammingState.Active && switchState().nonnullEntry().isEmpty()
                && ovs.count("QoS") == 1 && ovs.count("Queue") == 2);
    }

    private static JsonNode json(final String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private void clear() throws Exception {
        new Change().delete(portPath("p1")).delete(Paths.qos(node, qosKey("qos://cm-p1")))
            .delete(Paths.queue(node, queueKey("queue://cm-1"))).delete(Paths.queue(node, queueKey("queue://cm-2")))
            .commit();
        awaitRows(0, 0);
    }

    private InstanceIdentifier<ConnectionInfo> connectionInfo() {
        return Paths.node(node).augmentation(OvsdbNodeAugmentation.class).child(ConnectionInfo.class);
    }

    @Override
    void connect() throws Exception {
        final WriteTransaction transaction = getDataBroker().newWriteOnlyTransaction();
        transaction.mergeParentStructurePut(CONFIG, connectionInfo(), new ConnectionInfoBuilder()
            .setRemoteIp(IpAddresses.of(InetAddress.getLoopbackAddress()))
            .setRemotePort(new PortNumber(Uint16.valueOf(messages.port()))).build());
        transaction.commit().get();
    }
}
