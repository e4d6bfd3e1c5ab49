// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.flow.program;

import io.cloudmac.impl.flow.model.Action;
import io.cloudmac.impl.flow.model.Match;
import io.cloudmac.impl.flow.model.PacketFields;
import io.cloudmac.impl.flow.model.Rule;
import io.cloudmac.impl.flow.model.VlanTag;
import io.cloudmac.impl.topology.PortId;
import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.Uri;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.yang.types.rev130715.MacAddress;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.LoopbackActionCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.LoopbackActionCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.OutputActionCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.OutputActionCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.PopVlanActionCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.PopVlanActionCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.PushVlanActionCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.PushVlanActionCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.SetFieldCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.SetFieldCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.SetQueueActionCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.SetQueueActionCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.loopback.action._case.LoopbackActionBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.output.action._case.OutputActionBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.pop.vlan.action._case.PopVlanActionBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.push.vlan.action._case.PushVlanActionBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.set.field._case.SetField;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.set.field._case.SetFieldBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.set.queue.action._case.SetQueueActionBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.list.ActionBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.list.ActionKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.FlowCookie;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.OutputPortValues;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.flow.Instructions;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.flow.InstructionsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.flow.MatchBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.ApplyActionsCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.ApplyActionsCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.GoToTableCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.GoToTableCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.MeterCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.MeterCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.apply.actions._case.ApplyActionsBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.go.to.table._case.GoToTableBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.instruction.meter._case.MeterBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.list.Instruction;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.list.InstructionBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.instruction.list.InstructionKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.l2.types.rev130827.EtherType;
import org.opendaylight.yang.gen.v1.urn.opendaylight.meter.types.rev130918.MeterId;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.ethernet.match.fields.EthernetDestinationBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.ethernet.match.fields.EthernetSourceBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.ethernet.match.fields.EthernetTypeBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.EthernetMatchBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.Metadata;
import org.opendaylight.yang.gen.v1.urn.opendaylight.model.match.types.rev131026.match.MetadataBuilder;
import org.opendaylight.yangtools.yang.binding.util.BindingMap;
import org.opendaylight.yangtools.yang.common.Uint16;
import org.opendaylight.yangtools.yang.common.Uint32;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.common.Uint8;

/** Converts between {@link Rule} and the models of the OpenFlow plugin. */
final class FlowCodec {
    /**
     * The action that looks a frame up again. OpenFlow 1.3 has none, and OpenFlowPlugin's module with Open vSwitch's
     * own actions is not published. So cloudmac-openflow writes this action, which OpenFlow 1.3 lacks as well, as Open
     * vSwitch's.
     */
    private static final LoopbackActionCase RESUBMIT = new LoopbackActionCaseBuilder()
        .setLoopbackAction(new LoopbackActionBuilder().build()).build();

    private FlowCodec() {
    }

    static FlowCookie cookie(final Rule rule) {
        return new FlowCookie(Uint64.fromLongBits(rule.cookie()));
    }

    static org.opendaylight.yang.gen.v1.urn.opendaylight.flow.types.rev131026.flow.Match match(final Match match) {
        final EthernetMatchBuilder ethernet = new EthernetMatchBuilder();
        if (match.ethertype() != PacketFields.ANY) {
            ethernet.setEthernetType(new EthernetTypeBuilder()
                .setType(new EtherType(Uint32.valueOf(match.ethertype())))
                .build());
        }
        if (match.source() != null) {
            final EthernetSourceBuilder source = new EthernetSourceBuilder()
                .setAddress(mac(match.source().value()));
            if (!match.source().isExact()) {
                source.setMask(mac(match.source().mask()));
            }
            ethernet.setEthernetSource(source.build());
        }
        if (match.destination() != null) {
            final EthernetDestinationBuilder destination = new EthernetDestinationBuilder()
                .setAddress(mac(match.destination().value()));
            if (!match.destination().isExact()) {
                destination.setMask(mac(match.destination().mask()));
            }
            ethernet.setEthernetDestination(destination.build());
        }
        final MatchBuilder builder = new MatchBuilder();
        if (match.ethertype() != PacketFields.ANY || match.source() != null || match.destination() != null) {
            builder.setEthernetMatch(ethernet.build());
        }
        if (match.inPort() != null) {
            builder.setInPort(new NodeConnectorId(match.inPort().toString()));
        }
        if (match.metadata() != PacketFields.ANY) {
            builder.setMetadata(metadata(match.metadata()));
        }
        PacketCodec.addTo(builder, match.packet());
        return builder.build();
    }

    private static Metadata metadata(final int value) {
        return new MetadataBuilder().setMetadata(Uint64.valueOf(value)).build();
    }

    static Instructions instructions(final Rule rule) {
        final List<Instruction> list = new ArrayList<>();
        if (rule.meter() != 0) {
            list.add(new InstructionBuilder()
                .withKey(new InstructionKey(0))
                .setInstruction(new MeterCaseBuilder()
                    .setMeter(new MeterBuilder().setMeterId(new MeterId(Uint32.valueOf(rule.meter()))).build())
                    .build())
                .build());
        }
        final List<Action> applied =
            rule.actions().stream().filter(action -> !(action instanceof Action.GoToTable)).toList();
        if (!applied.isEmpty()) {
            final List<org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.list.Action> actions
                = new ArrayList<>();
            for (final Action action : applied) {
                actions.add(new ActionBuilder().withKey(new ActionKey(actions.size()))
                    .setAction(action(action)).build());
            }
            list.add(new InstructionBuilder()
                .withKey(new InstructionKey(list.size()))
                .setInstruction(new ApplyActionsCaseBuilder()
                    .setApplyActions(new ApplyActionsBuilder().setAction(BindingMap.ordered(actions)).build())
                    .build())
                .build());
        }
        rule.actions().stream().filter(Action.GoToTable.class::isInstance).map(Action.GoToTable.class::cast)
            .forEach(next -> list.add(new InstructionBuilder()
                .withKey(new InstructionKey(list.size()))
                .setInstruction(new GoToTableCaseBuilder()
                    .setGoToTable(new GoToTableBuilder().setTableId(Uint8.valueOf(next.table())).build()).build())
                .build()));
        return new InstructionsBuilder().setInstruction(BindingMap.ordered(list)).build();
    }

    private static org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.Action action(
            final Action action) {
        if (action instanceof Action.SetQueue queue) {
            return new SetQueueActionCaseBuilder().setSetQueueAction(
                new SetQueueActionBuilder().setQueueId(Uint32.valueOf(queue.queue())).build()).build();
        }
        if (action instanceof Action.SetSource source) {
            return setField(new SetFieldBuilder()
                .setEthernetMatch(new EthernetMatchBuilder()
                    .setEthernetSource(new EthernetSourceBuilder().setAddress(mac(source.address())).build())
                    .build()));
        }
        if (action instanceof Action.PushVlan) {
            return new PushVlanActionCaseBuilder().setPushVlanAction(new PushVlanActionBuilder()
                .setEthernetType(Uint16.valueOf(Action.PushVlan.ETHERTYPE)).build()).build();
        }
        if (action instanceof Action.PopVlan) {
            return new PopVlanActionCaseBuilder().setPopVlanAction(new PopVlanActionBuilder().build()).build();
        }
        if (action instanceof Action.SetVlan vlan) {
            return setField(new SetFieldBuilder().setVlanMatch(PacketCodec.vlan(VlanTag.of(vlan.id()))));
        }
        if (action instanceof Action.SetInPort from) {
            return setField(new SetFieldBuilder().setInPort(new NodeConnectorId(from.port().toString())));
        }
        if (action instanceof Action.SetMetadata metadata) {
            return setField(new SetFieldBuilder().setMetadata(metadata(metadata.value())));
        }
        if (action instanceof Action.Resubmit) {
            return RESUBMIT;
        }
        if (action instanceof Action.Output output) {
            return output(Long.toString(output.port().number()), Action.ToController.WHOLE);
        }
        return action instanceof Action.ToController up ? output(OutputPortValues.CONTROLLER.toString(), up.octets())
            : output(OutputPortValues.INPORT.toString(), Action.ToController.WHOLE);
    }

    private static SetFieldCase setField(final SetFieldBuilder field) {
        return new SetFieldCaseBuilder().setSetField(field.build()).build();
    }

    private static OutputActionCase output(final String port, final int octets) {
        return new OutputActionCaseBuilder().setOutputAction(new OutputActionBuilder()
            .setOutputNodeConnector(new Uri(port)).setMaxLength(Uint16.valueOf(octets)).build()).build();
    }

    private static MacAddress mac(final Mac address) {
        return new MacAddress(address.toString());
    }

    /** Returns the actions of a rule that was read back, in the format of {@link Rule#actionsText}. */
    static String actionsText(final String node, final Instructions instructions) {
        int meter = 0;
        Action next = null;
        final List<Action> actions = new ArrayList<>();
        if (instructions != null) {
            for (final Instruction instruction : instructions.nonnullInstruction().values()) {
                if (instruction.getInstruction() instanceof MeterCase one) {
                    meter = one.getMeter().getMeterId().getValue().intValue();
                } else if (instruction.getInstruction() instanceof ApplyActionsCase apply) {
                    apply.getApplyActions().nonnullAction().values().stream()
                        .sorted(Comparator.comparingInt(action -> action.getOrder()))
                        .map(action -> read(node, action.getAction()))
                        .forEach(actions::add);
                } else if (instruction.getInstruction() instanceof GoToTableCase go) {
                    next = new Action.GoToTable(go.getGoToTable().getTableId().intValue());
                }
            }
        }
        if (next != null) {
            actions.add(next);
        }
        return new Rule(0, null, meter, actions).actionsText();
    }

    private static Action read(final String node,
            final org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.Action action) {
        if (action instanceof SetQueueActionCase queue) {
            return new Action.SetQueue(queue.getSetQueueAction().getQueueId().longValue());
        }
        if (action instanceof SetFieldCase field) {
            return read(node, field.getSetField());
        }
        if (action instanceof PushVlanActionCase) {
            return new Action.PushVlan();
        }
        if (action instanceof PopVlanActionCase) {
            return new Action.PopVlan();
        }
        if (action instanceof LoopbackActionCase) {
            return new Action.Resubmit();
        }
        if (action instanceof OutputActionCase output) {
            final String port = output.getOutputAction().getOutputNodeConnector().getValue();
            final String number = port.substring(port.lastIndexOf(':') + 1);
            if (number.equals(OutputPortValues.INPORT.toString())) {
                return new Action.OutputBack();
            }
            return PortId.parse(node + ":" + number).<Action>map(Action.Output::new)
                .orElseGet(() -> new Action.ToController(output.getOutputAction().getMaxLength() == null
                    ? Action.ToController.WHOLE : output.getOutputAction().getMaxLength().intValue()));
        }
        throw new IllegalArgumentException("not an action of CloudMAC: " + action);
    }

    private static Action read(final String node, final SetField field) {
        if (field.getEthernetMatch() != null && field.getEthernetMatch().getEthernetSource() != null) {
            return new Action.SetSource(
                Mac.parse(field.getEthernetMatch().getEthernetSource().getAddress().getValue()));
        }
        if (field.getVlanMatch() != null && field.getVlanMatch().getVlanId() != null) {
            return new Action.SetVlan(field.getVlanMatch().getVlanId().getVlanId().getValue().intValue());
        }
        if (field.getMetadata() != null) {
            return new Action.SetMetadata(field.getMetadata().getMetadata().intValue());
        }
        if (field.getInPort() != null) {
            final String port = field.getInPort().getValue();
            final Optional<PortId> id = PortId.parse(node + ":" + port.substring(port.lastIndexOf(':') + 1));
            if (id.isPresent()) {
                return new Action.SetInPort(id.orElseThrow());
            }
        }
        throw new IllegalArgumentException("not a field that CloudMAC sets: " + field);
    }
}
