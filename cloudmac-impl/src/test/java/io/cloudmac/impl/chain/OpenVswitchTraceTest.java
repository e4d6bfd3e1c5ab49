// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.chain.ChainInputs.ConfiguredChains;
import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.IpPrefix;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.Priorities;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.topology.InterSwitchLink;
import io.cloudmac.impl.topology.Network;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.CloudmacFrame;
import io.cloudmac.impl.wire.Mac;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.opendaylight.yangtools.concepts.Registration;

/**
 * The rules of a chain of two LVNFs in Open vSwitch. The host is at switch a, the first LVNF at b, the second one at a.
 */
@EnabledIf("io.cloudmac.impl.chain.OpenVswitch#isInstalled")
class OpenVswitchTraceTest {
    private static final String A = "openflow:1";
    private static final String B = "openflow:2";
    private static final PortId HOST = new PortId(A, 1);
    private static final String TO_RESOLVER = "udp,dl_src=02:00:00:00:00:01,dl_dst=02:00:00:00:00:09,"
        + "nw_src=10.0.0.1,nw_dst=192.0.2.9,nw_ttl=64,udp_src=4000,udp_dst=53";
    private static final Map<String, PortId> LVNFS = Map.of("f0", new PortId(B, 50), "f1", new PortId(B, 51),
        "g0", new PortId(A, 60), "g1", new PortId(A, 61));

    private final Map<String, List<Rule>> rules = new HashMap<>();
    private OpenVswitch switches;
    private int segment;
    private Map<String, String> numbers;

    @BeforeEach
    void start() throws IOException {
        switches = new OpenVswitch();
        switches.addBridge("a");
        switches.addBridge("b");
        switches.addPort("a", "host", 1, "type=dummy");
        switches.addPort("a", "resolver", 2, "type=dummy");
        switches.addPort("a", "ab", 100, "type=patch", "options:peer=ba");
        switches.addPort("b", "ba", 100, "type=patch", "options:peer=ab");
        for (final Map.Entry<String, PortId> port : LVNFS.entrySet()) {
            final String bridge = port.getValue().node().equals(A) ? "a" : "b";
            switches.addPort(bridge, port.getKey(), port.getValue().number(), "type=dummy", "--", "set", "port",
                port.getKey(), "tag=4095");
        }
        numbers = numbers();
    }

    @AfterEach
    void stop() throws IOException {
        if (switches != null) {
            switches.close();
        }
    }

    /** Returns the names of ports by their number in datapath actions. */
    private Map<String, String> numbers() throws IOException {
        final Map<String, String> found = new HashMap<>();
        final Matcher line = Pattern.compile("(?m)^\\s+(\\w+) \\d+/(\\d+):").matcher(switches.appctl("dpif/show"));
        while (line.find()) {
            found.put(line.group(2), line.group(1));
        }
        return found;
    }

    private void install(final int vlan) throws IOException {
        install(new ChainMatch(null, null, 0x800, new PacketFields(
            vlan == 0 ? VlanTag.ABSENT : VlanTag.of(vlan), PacketFields.UDP, IpPrefix.parse("10.0.0.0/8"), null,
            PacketFields.ANY, 53)));
    }

    private void install(final ChainMatch match) throws IOException {
        final ChainId id = new ChainId("t", "c");
        final ChainSpec spec = new ChainSpec(ChainSource.at(HOST), match,
            List.of(new ChainHop("f", 0, 1), new ChainHop("g", 0, 1)), Optional.empty(), false);
        final LvnfPlaces places = new LvnfPlaces() {
            @Override
            public Optional<PortId> port(final String tenant, final String lvnf, final int port) {
                return Optional.ofNullable(LVNFS.get(lvnf + port));
            }

            @Override
            public boolean isLvnf(final PortId port) {
                return LVNFS.containsValue(port);
            }

            @Override
            public Registration listen(final Runnable changed) {
                return () -> { };
            }
        };
        final ChainWay way = new ChainPlanner().update(new ChainInputs(
            new ConfiguredChains(Map.of(id, spec), new VlanRange(3500, 3999)), source ->
                Optional.of(SourcePorts.at(HOST)), places,
            new Network(Set.of(A, B), Map.of(), Set.of(InterSwitchLink.between(new PortId(A, 100),
                new PortId(B, 100)))))).get(id).way().orElseThrow();
        assertEquals(2, way.vlans().size());
        segment = way.vlans().iterator().next();
        rules.putAll(Map.of(A, new ArrayList<>(), B, new ArrayList<>()));
        List.of(way.entry(), way.path()).forEach(part -> part.forEach(each -> {
            final List<Action> actions = new ArrayList<>(each.actions());
            if (each.output() != null) {
                actions.add(new Action.Output(each.output()));
            }
            rules.get(each.node()).add(new Rule(each.table(), each.priority(), each.match(), 0, actions));
        }));
        switches.setRules("a", rules.get(A));
        switches.setRules("b", rules.get(B));
    }

    /** A station whose WTP is at the host's port, and whose VAP is at the resolver's. */
    private void installRaw() throws IOException {
        final MaskedMac tag = MaskedMac.tagOf(1).frames();
        final ChainMatch match = new ChainMatch(MaskedMac.exactly(Mac.parse("02:5a:00:00:00:01")), tag,
            CloudmacFrame.ETHERTYPE, PacketFields.of(VlanTag.ABSENT));
        install(match);
        final PortId vap = new PortId(A, 2);
        rules.get(A).add(new Rule(Priorities.FORWARD, new Match(HOST, match.source(), tag, CloudmacFrame.ETHERTYPE), 0,
            List.of(new Action.Output(vap))));
        rules.forEach((node, each) -> each.add(new Rule(Priorities.DEFAULT_DROP,
            new Match(null, null, null, CloudmacFrame.ETHERTYPE), 0, List.of())));
        switches.setRules("a", rules.get(A));
        switches.setRules("b", rules.get(B));
    }

    @Test
    void rawFramesPassTheFunctionsAndGoOnAsForwarded() throws IOException {
        installRaw();
        final String frame = "dl_type=0x1337,dl_src=02:5a:00:00:00:01,dl_dst=12:c4:02:a0:00:01";
        assertEquals("f0", trace("a", "1", frame));
        assertEquals("g0", trace("b", "51", frame));
        assertEquals("resolver", trace("a", "61", frame));
        assertEquals("drop", trace("b", "50", frame));
        assertEquals("drop", trace("a", "2", frame));
        assertEquals("drop", trace("a", "2", "dl_vlan=" + segment + "," + frame));
        assertEquals("drop", trace("a", "1", frame.replace("a0:00:01", "a1:00:01")));
        assertEquals("port VLAN MAC Age", learned("a"));
    }

    /** Returns where a frame leaves the switches, with the names of ports, as datapath actions. */
    private String trace(final String bridge, final String port, final String frame) throws IOException {
        final String output = switches.appctl("ofproto/trace", bridge, "in_port=" + port + "," + frame, "-generate");
        final String actions = output.substring(output.lastIndexOf("Datapath actions: ") + 18).strip();
        final List<String> named = new ArrayList<>();
        for (final String action : actions.split(",(?![^()]*\\))")) {
            named.add(numbers.getOrDefault(action, action));
        }
        return String.join(" ", named);
    }

    private String learned(final String bridge) throws IOException {
        return switches.appctl("fdb/show", bridge).replaceAll("(?m) +\\d+$", "").replaceAll(" +", " ").strip();
    }

    @Test
    void framesPassTheFunctionsAndGoOnFromTheirSource() throws IOException {
        install(0);
        assertEquals("f0", trace("a", "1", TO_RESOLVER));
        assertEquals("g0", trace("b", "51", TO_RESOLVER));
        assertEquals("port VLAN MAC Age", learned("a"));
        assertEquals("port VLAN MAC Age", learned("b"));
        // NORMAL floods: to the resolver's port and to both bridges themselves, but to no LVNF.
        assertEquals(Set.of("a", "b", "resolver"), Set.of(trace("a", "61", TO_RESOLVER).split(" ")));
        assertEquals("port VLAN MAC Age\n 1 0 02:00:00:00:00:01", learned("a"));
        assertEquals("port VLAN MAC Age\n 100 0 02:00:00:00:00:01", learned("b"));
        assertEquals("host", trace("a", "2", "udp,dl_src=02:00:00:00:00:09,dl_dst=02:00:00:00:00:01"));
        assertEquals("resolver", trace("a", "61", TO_RESOLVER));
    }

    @Test
    void otherFramesGoOnAsWithoutTheChain() throws IOException {
        install(0);
        assertEquals(Set.of("a", "b", "resolver"),
            Set.of(trace("a", "1", "tcp,dl_src=02:00:00:00:00:01,dl_dst=02:00:00:00:00:09").split(" ")));
        assertEquals("port VLAN MAC Age\n 1 0 02:00:00:00:00:01", learned("a"));
        assertEquals("host", trace("a", "2", "tcp,dl_src=02:00:00:00:00:09,dl_dst=02:00:00:00:00:01"));
    }

    @Test
    void nobodyElseSendsIntoSegmentsOrFromPortsOfFunctions() throws IOException {
        install(0);
        assertEquals("drop", trace("a", "2", "dl_vlan=" + segment + "," + TO_RESOLVER));
        assertEquals("drop", trace("b", "50", TO_RESOLVER));
        assertEquals("drop", trace("a", "60", TO_RESOLVER));
    }

    /** The tag of a host, with its priority, is the same at the function and behind it. */
    @Test
    void aTagIsKept() throws IOException {
        install(12);
        final String tagged = "dl_vlan=12,dl_vlan_pcp=5," + TO_RESOLVER;
        assertEquals("f0", trace("a", "1", tagged));
        assertEquals("g0", trace("b", "51", tagged));
        assertEquals(Set.of("a", "b", "resolver"), Set.of(trace("a", "61", tagged).split(" ")));
        assertEquals("port VLAN MAC Age\n 1 12 02:00:00:00:00:01", learned("a"));
        assertFalse(trace("a", "1", TO_RESOLVER).contains("f0"));
        assertTrue(trace("b", "51", TO_RESOLVER).contains("drop"));
    }
}
