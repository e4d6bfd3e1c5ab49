// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
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
import org.opendaylight.openflowjava.protocol.api.keys.MessageTypeKey;
import org.opendaylight.openflowjava.protocol.api.util.EncodeConstants;
import org.opendaylight.openflowplugin.api.openflow.protocol.deserialization.MessageCodeExperimenterKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.Action;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.PopVlanActionCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.SetFieldCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.SetFieldCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.set.field._case.SetFieldBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.inventory.rev130819.NodeConnectorId;

/** The action that sets the port of ingress, before OpenFlowPlugin's encoder and decoder. */
class InPortCodecTest {
    /** What "ovs-ofctl parse-actions OpenFlow13" shows as set_field:3->in_port. */
    private static final String IN_PORT_3 = "00190010000000020003000000000000";
    /** Sets the VLAN id, as OpenFlowPlugin writes it. */
    private static final String OTHER = "0019001080000c021dac000000000000";
    private static final int SET_FIELD = 25;

    private final List<String> calls = new ArrayList<>();
    private final Plugin plugin = new Plugin();

    /** OpenFlowPlugin's encoder and decoder. */
    private final class Plugin implements OFSerializer<Action>, OFDeserializer<Action>, HeaderSerializer<Action>,
            HeaderDeserializer<Action>, SerializerRegistryInjector, DeserializerRegistryInjector {
        @Override
        public void serialize(final Action action, final ByteBuf out) {
            calls.add("serialize");
        }

        @Override
        public Action deserialize(final ByteBuf in) {
            calls.add("deserialize " + ByteBufUtil.hexDump(in));
            return null;
        }

        @Override
        public void serializeHeader(final Action action, final ByteBuf out) {
            calls.add("serializeHeader");
        }

        @Override
        public Action deserializeHeader(final ByteBuf in) {
            calls.add("deserializeHeader");
            return null;
        }

        @Override
        public void injectSerializerRegistry(final SerializerRegistry registry) {
            calls.add("registry of encoders");
        }

        @Override
        public void injectDeserializerRegistry(final DeserializerRegistry registry) {
            calls.add("registry of decoders");
        }
    }

    private OFGeneralSerializer encoder(final Class<?> action) {
        return InPortCodec.of(new MessageTypeKey<>(EncodeConstants.OF_VERSION_1_3, action),
            (OFGeneralSerializer) plugin);
    }

    private OFGeneralDeserializer decoder(final int type) {
        return InPortCodec.of(new MessageCodeExperimenterKey(EncodeConstants.OF_VERSION_1_3, type, Action.class, null),
            (OFGeneralDeserializer) plugin);
    }

    private static SetFieldCase to(final String port) {
        return new SetFieldCaseBuilder().setSetField(new SetFieldBuilder()
            .setInPort(port == null ? null : new NodeConnectorId(port)).build()).build();
    }

    @Test
    @SuppressWarnings("unchecked")
    void thePortOfIngressIsWrittenAndRead() {
        final ByteBuf out = Unpooled.buffer();
        ((OFSerializer<Action>) encoder(SetFieldCase.class)).serialize(to("openflow:201:3"), out);
        assertEquals(IN_PORT_3, ByteBufUtil.hexDump(out));
        assertEquals(to("3"), ((OFDeserializer<Action>) decoder(SET_FIELD)).deserialize(out));
        assertEquals(0, out.readableBytes());
        assertEquals(List.of(), calls);
    }

    @Test
    @SuppressWarnings("unchecked")
    void allElseIsThePlugins() {
        final var encoder = encoder(SetFieldCase.class);
        final var decoder = decoder(SET_FIELD);
        ((SerializerRegistryInjector) encoder).injectSerializerRegistry(null);
        ((DeserializerRegistryInjector) decoder).injectDeserializerRegistry(null);
        ((OFSerializer<Action>) encoder).serialize(to(null), Unpooled.buffer());
        ((HeaderSerializer<Action>) encoder).serializeHeader(to(null), Unpooled.buffer());
        ((OFDeserializer<Action>) decoder).deserialize(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(OTHER)));
        ((HeaderDeserializer<Action>) decoder).deserializeHeader(null);
        assertEquals(List.of("registry of encoders", "registry of decoders", "serialize", "serializeHeader",
            "deserialize " + OTHER, "deserializeHeader"), calls);
    }

    @Test
    void otherActionsAreThePlugins() {
        assertSame(plugin, encoder(PopVlanActionCase.class));
        assertSame(plugin, decoder(SET_FIELD + 1));
    }
}
