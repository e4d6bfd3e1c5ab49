// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.IpPrefix;
import io.cloudmac.impl.flow.model.MaskedMac;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.SetFieldCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.SetFieldCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.set.field._case.SetField;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.set.field._case.SetFieldBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.list.ActionBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.flow.InstructionsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.ApplyActionsCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.ApplyActionsCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.apply.actions._case.ApplyActionsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.list.InstructionBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.layer._3.match.Ipv4Match;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.layer._3.match.Ipv6Match;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.layer._4.match.TcpMatch;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.layer._4.match.UdpMatch;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;

/** What is written to a switch, what is read back, and the text that identifies a rule. */
class FlowCodecTest {
    private static final String NODE = "openflow:1";
    private static final PortId PORT = new PortId(NODE, 7);
    private static final List<Action> ACTIONS = List.of(new Action.PushVlan(), new Action.SetVlan(3500),
        new Action.SetQueue(3), new Action.Output(new PortId(NODE, 9)), new Action.PopVlan(),
        new Action.SetSource(Mac.parse("02:00:00:00:00:01")), new Action.SetInPort(PORT), new Action.SetMetadata(1),
        new Action.Resubmit(), new Action.OutputBack(), new Action.ToController(), new Action.GoToTable(4));

    private static Match match(final PacketFields packet, final int ethertype) {
        return new Match(PORT, null, null, ethertype, packet, PacketFields.ANY);
    }

    private static org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.flow.Match written(
            final Match match) {
        return FlowCodec.match(match);
    }

    @Test
    void actionsAreReadBackAsTheyWereWritten() {
        final Rule rule = new Rule(0, 1, match(PacketFields.NONE, 0x800), 5, ACTIONS);
        assertEquals(rule.actionsText(), FlowCodec.actionsText(NODE, FlowCodec.instructions(rule)));
        assertEquals("meter:5,push_vlan:0x8100,set_field:7596->vlan_vid,set_queue:3,output:9,pop_vlan,"
            + "set_field:02:00:00:00:00:01->eth_src,set_field:7->in_port,set_field:0x1->metadata,resubmit(,0),"
            + "output:in_port,controller,goto_table:4", rule.actionsText());
    }

    /** A switch reports the port of a field without its own name. */
    @Test
    void aPortIsReadBackWithoutTheNameOfTheSwitch() {
        final var written = FlowCodec.instructions(new Rule(1, match(PacketFields.NONE, 0x800), 0,
            List.of(new Action.SetInPort(PORT))));
        final var instruction = written.nonnullInstruction().values().iterator().next();
        final var action = ((ApplyActionsCase) instruction.getInstruction()).getApplyActions().nonnullAction().values()
            .iterator().next();
        final SetField field = ((SetFieldCase) action.getAction()).getSetField();
        assertEquals(new NodeConnectorId("openflow:1:7"), field.getInPort());
        final var reported = new ActionBuilder(action).setAction(new SetFieldCaseBuilder().setSetField(
            new SetFieldBuilder(field).setInPort(new NodeConnectorId("7")).build()).build()).build();
        assertEquals("set_field:7->in_port", FlowCodec.actionsText(NODE, new InstructionsBuilder()
            .setInstruction(BindingMap.of(new InstructionBuilder(instruction).setInstruction(
                new ApplyActionsCaseBuilder().setApplyActions(new ApplyActionsBuilder()
                    .setAction(BindingMap.of(reported)).build()).build()).build())).build()));
    }

    @Test
    void rulesWithoutPacketFieldsKeepTheirTextAndCookie() {
        final Match match = new Match(PORT, null, MaskedMac.GROUP, 0x1337);
        assertEquals("in_port=7,dl_dst=01:00:00:00:00:00/01:00:00:00:00:00,dl_type=0x1337", match.toString());
        assertEquals("dl_type=0x88cc", new Match(null, null, null, 0x88cc).toString());
        // Computed by the version before packet fields.
        assertEquals("cloudmac-dfe0cdaba080", new Rule(2000, match, 0, List.of()).id());
        assertEquals("cloudmac-14bd712d4696", new Rule(3, 400, match, 0, List.of()).id());
        assertNull(written(match).getVlanMatch());
        assertNull(written(match).getMetadata());
    }

    @Test
    void vlanTags() {
        final var absent = written(match(PacketFields.of(VlanTag.ABSENT), PacketFields.ANY));
        assertFalse(absent.getVlanMatch().getVlanId().getVlanIdPresent());
        assertEquals(0, absent.getVlanMatch().getVlanId().getVlanId().getValue().intValue());
        assertNull(absent.getEthernetMatch());
        final var present = written(match(PacketFields.of(VlanTag.PRESENT), PacketFields.ANY));
        assertTrue(present.getVlanMatch().getVlanId().getVlanIdPresent());
        assertEquals(0, present.getVlanMatch().getVlanId().getVlanId().getValue().intValue());
        final var one = written(match(PacketFields.of(VlanTag.of(12)), PacketFields.ANY));
        assertTrue(one.getVlanMatch().getVlanId().getVlanIdPresent());
        assertEquals(12, one.getVlanMatch().getVlanId().getVlanId().getValue().intValue());
        assertEquals("in_port=7,vlan_tci=0x0000/0x1000",
            match(PacketFields.of(VlanTag.ABSENT), PacketFields.ANY).toString());
        assertEquals("in_port=7,dl_vlan=12", match(PacketFields.of(VlanTag.of(12)), PacketFields.ANY).toString());
    }

    @Test
    void packetsOfIpv4() {
        final Match match = match(new PacketFields(null, PacketFields.UDP, IpPrefix.parse("10.1.2.3/8"),
            IpPrefix.parse("192.0.2.1/32"), PacketFields.ANY, 53), 0x800);
        assertEquals("in_port=7,dl_type=0x0800,nw_proto=17,nw_src=10.0.0.0/8,nw_dst=192.0.2.1/32,tp_dst=53",
            match.toString());
        final var written = written(match);
        final Ipv4Match addresses = (Ipv4Match) written.getLayer3Match();
        assertEquals("10.0.0.0/8", addresses.getIpv4Source().getValue());
        assertEquals("192.0.2.1/32", addresses.getIpv4Destination().getValue());
        assertEquals(17, written.getIpMatch().getIpProtocol().intValue());
        final UdpMatch ports = (UdpMatch) written.getLayer4Match();
        assertNull(ports.getUdpSourcePort());
        assertEquals(53, ports.getUdpDestinationPort().getValue().intValue());
    }

    @Test
    void packetsOfIpv6() {
        final Match match = match(new PacketFields(VlanTag.ABSENT, PacketFields.TCP, IpPrefix.parse("2001:db8::1/32"),
            null, 80, PacketFields.ANY), 0x86dd);
        assertEquals("in_port=7,dl_type=0x86dd,vlan_tci=0x0000/0x1000,nw_proto=6,ipv6_src=2001:db8::/32,tp_src=80",
            match.toString());
        final var written = written(match);
        assertEquals("2001:db8::/32", ((Ipv6Match) written.getLayer3Match()).getIpv6Source().getValue());
        assertEquals(80, ((TcpMatch) written.getLayer4Match()).getTcpSourcePort().getValue().intValue());
    }

    @Test
    void metadata() {
        final Match match = new Match(PORT, null, null, PacketFields.ANY, PacketFields.NONE, 0);
        assertEquals("in_port=7,metadata=0", match.toString());
        assertEquals(0, written(match).getMetadata().getMetadata().intValue());
        assertEquals("", new Match(null, null, null, PacketFields.ANY).toString());
    }

    @Test
    void prefixesOverlapIfOneHoldsTheOther() {
        assertTrue(IpPrefix.parse("10.0.0.0/8").overlaps(IpPrefix.parse("10.9.0.0/16")));
        assertTrue(IpPrefix.parse("10.9.0.0/16").overlaps(IpPrefix.parse("0.0.0.0/0")));
        assertFalse(IpPrefix.parse("10.9.0.0/16").overlaps(IpPrefix.parse("10.8.0.0/16")));
        assertFalse(IpPrefix.parse("::/0").overlaps(IpPrefix.parse("0.0.0.0/0")));
        for (final String wrong : List.of("10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "x/8", "::/129")) {
            assertThrows(IllegalArgumentException.class, () -> IpPrefix.parse(wrong));
        }
    }
}
