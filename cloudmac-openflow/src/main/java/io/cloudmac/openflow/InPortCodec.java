// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import io.netty.buffer.ByteBuf;
import org.opendaylight.openflowjava.protocol.api.extensibility.DeserializerRegistry;
import org.opendaylight.openflowjava.protocol.api.extensibility.DeserializerRegistryInjector;
import org.opendaylight.openflowjava.protocol.api.extensibility.HeaderDeserializer;
import org.opendaylight.openflowjava.protocol.api.extensibility.HeaderSerializer;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFDeserializer;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFGeneralDeserializer;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFGeneralSerializer;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFSerializer;
import org.opendaylight.openflowjava.protocol.api.extensibility.SerializerRegistry;
import org.opendaylight.openflowjava.protocol.api.extensibility.SerializerRegistryInjector;
import org.opendaylight.openflowjava.protocol.api.keys.MessageCodeKey;
import org.opendaylight.openflowjava.protocol.api.keys.MessageTypeKey;
import org.opendaylight.openflowjava.protocol.api.util.EncodeConstants;
import org.opendaylight.openflowplugin.api.openflow.protocol.deserialization.MessageCodeExperimenterKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.Action;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.SetFieldCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.SetFieldCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.set.field._case.SetFieldBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorId;

/**
 * Writes the action that sets a frame's port of ingress with Open vSwitch's own field, {@code NXM_OF_IN_PORT}, and
 * reads it back. Open vSwitch lets no action write the field of OpenFlow 1.3. All other fields are OpenFlowPlugin's.
 *
 * <p>The formats are {@code struct ofp12_action_set_field} of Open vSwitch's {@code lib/ofp-actions.c} and NXM of its
 * {@code ovs-fields(7)}.
 */
final class InPortCodec {
    static final int LENGTH = 16;

    private static final int SET_FIELD = 25;
    /** Class 0, field 0, two octets. */
    private static final int IN_PORT = 0x00000002;
    private static final int FIELD_OFFSET = 4;
    private static final int PORT_OFFSET = 8;
    private static final int PADDING = 6;
    private static final MessageTypeKey<?> WRITTEN =
        new MessageTypeKey<>(EncodeConstants.OF_VERSION_1_3, SetFieldCase.class);
    private static final MessageCodeKey READ =
        new MessageCodeExperimenterKey(EncodeConstants.OF_VERSION_1_3, SET_FIELD, Action.class, null);

    private InPortCodec() {
    }

    /** Returns the encoder to register instead of one of OpenFlowPlugin. */
    @SuppressWarnings("unchecked")
    static OFGeneralSerializer of(final MessageTypeKey<?> key, final OFGeneralSerializer plugin) {
        return key.equals(WRITTEN) && plugin instanceof OFSerializer<?> ? new Encoder((OFSerializer<Action>) plugin)
            : plugin;
    }

    /** Returns the decoder to register instead of one of OpenFlowPlugin. */
    @SuppressWarnings("unchecked")
    static OFGeneralDeserializer of(final MessageCodeKey key, final OFGeneralDeserializer plugin) {
        return key.equals(READ) && plugin instanceof OFDeserializer<?> ? new Decoder((OFDeserializer<Action>) plugin)
            : plugin;
    }

    private record Encoder(OFSerializer<Action> plugin)
            implements OFSerializer<Action>, HeaderSerializer<Action>, SerializerRegistryInjector {
        @Override
        public void serialize(final Action action, final ByteBuf out) {
            if (action instanceof SetFieldCase set && set.getSetField().getInPort() != null) {
                final String port = set.getSetField().getInPort().getValue();
                out.writeShort(SET_FIELD);
                out.writeShort(LENGTH);
                out.writeInt(IN_PORT);
                out.writeShort(Integer.parseInt(port.substring(port.lastIndexOf(':') + 1)));
                out.writeZero(PADDING);
            } else {
                plugin.serialize(action, out);
            }
        }

        @Override
        @SuppressWarnings("unchecked")
        public void serializeHeader(final Action action, final ByteBuf out) {
            ((HeaderSerializer<Action>) plugin).serializeHeader(action, out);
        }

        @Override
        public void injectSerializerRegistry(final SerializerRegistry registry) {
            if (plugin instanceof SerializerRegistryInjector injected) {
                injected.injectSerializerRegistry(registry);
            }
        }
    }

    private record Decoder(OFDeserializer<Action> plugin)
            implements OFDeserializer<Action>, HeaderDeserializer<Action>, DeserializerRegistryInjector {
        @Override
        public Action deserialize(final ByteBuf in) {
            final int start = in.readerIndex();
            if (in.getInt(start + FIELD_OFFSET) != IN_PORT) {
                return plugin.deserialize(in);
            }
            in.skipBytes(LENGTH);
            return new SetFieldCaseBuilder().setSetField(new SetFieldBuilder().setInPort(
                new NodeConnectorId(String.valueOf(in.getUnsignedShort(start + PORT_OFFSET)))).build()).build();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Action deserializeHeader(final ByteBuf in) {
            return ((HeaderDeserializer<Action>) plugin).deserializeHeader(in);
        }

        @Override
        public void injectDeserializerRegistry(final DeserializerRegistry registry) {
            if (plugin instanceof DeserializerRegistryInjector injected) {
                injected.injectDeserializerRegistry(registry);
            }
        }
    }
}
