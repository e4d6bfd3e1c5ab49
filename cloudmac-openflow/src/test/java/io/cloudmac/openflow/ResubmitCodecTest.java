// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.reflect.AbstractInvocationHandler;
import com.google.common.reflect.Reflection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Method;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opendaylight.openflowjava.protocol.api.keys.MessageTypeKey;
import org.opendaylight.openflowjava.protocol.api.util.EncodeConstants;
import org.opendaylight.openflowjava.protocol.spi.connection.SwitchConnectionProvider;
import org.opendaylight.openflowplugin.api.openflow.protocol.deserialization.MessageCodeExperimenterKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.Action;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.LoopbackActionCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.LoopbackActionCaseBuilder;

/** The octets of Open vSwitch's action resubmit, as {@code ovs-ofctl} sends them. */
class ResubmitCodecTest {
    private static final String RESUBMIT = "ffff001000002320000efff800000000";

    private Object serializerKey;
    private Object deserializerKey;
    private ResubmitCodec codec;

    @BeforeEach
    void register() {
        ResubmitCodec.register(Reflection.newProxy(SwitchConnectionProvider.class, new AbstractInvocationHandler() {
            @Override
            protected Object handleInvocation(final Object proxy, final Method method, final Object[] args) {
                if (method.getName().equals("registerSerializer")) {
                    serializerKey = args[0];
                } else {
                    deserializerKey = args[0];
                }
                codec = (ResubmitCodec) args[1];
                return null;
            }
        }));
    }

    private static ByteBuf octets(final String hex) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
    }

    @Test
    void openFlowPluginFindsTheCodec() {
        assertEquals(new MessageTypeKey<>(EncodeConstants.OF_VERSION_1_3, LoopbackActionCase.class), serializerKey);
        assertEquals(new MessageCodeExperimenterKey(EncodeConstants.OF_VERSION_1_3, 0xffff, Action.class, 0x2320L),
            deserializerKey);
    }

    @Test
    void writesAndReadsTheAction() {
        final ByteBuf out = Unpooled.buffer();
        codec.serialize(new LoopbackActionCaseBuilder().build(), out);
        assertEquals(RESUBMIT, ByteBufUtil.hexDump(out));
        assertInstanceOf(LoopbackActionCase.class, codec.deserialize(out));
        assertEquals(0, out.readableBytes());
    }

    @Test
    void refusesOtherActionsAndLeavesTheirOctets() {
        for (final String other : new String[] { "ffff001000002320000efff801000000",
            "ffff001000002320000e000100000000", "ffff0010000023200001000100000000" }) {
            final ByteBuf in = octets(other);
            assertThrows(IllegalStateException.class, () -> codec.deserialize(in));
            assertEquals(ResubmitCodec.LENGTH, in.readableBytes());
        }
    }
}
