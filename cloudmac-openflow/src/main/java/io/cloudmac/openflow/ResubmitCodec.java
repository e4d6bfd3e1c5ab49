// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import io.netty.buffer.ByteBuf;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFDeserializer;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFSerializer;
import org.opendaylight.openflowjava.protocol.api.keys.MessageTypeKey;
import org.opendaylight.openflowjava.protocol.api.util.EncodeConstants;
import org.opendaylight.openflowjava.protocol.spi.connection.SwitchConnectionProvider;
import org.opendaylight.openflowplugin.api.openflow.protocol.deserialization.MessageCodeExperimenterKey;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.Action;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.LoopbackActionCase;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.LoopbackActionCaseBuilder;
import org.opendaylight.yang.gen.v1.urn.opendaylight.action.types.rev131112.action.action.loopback.action._case.LoopbackActionBuilder;

/**
 * Writes the action {@code loopback-action-case} as Open vSwitch's action {@code resubmit(,0)}, and reads it back.
 * OpenFlow 1.3 has neither. OpenFlowPlugin's own module with Open vSwitch's actions is not published for this version.
 *
 * <p>The format is {@code struct nx_action_resubmit} of Open vSwitch's {@code lib/ofp-actions.c}.
 */
final class ResubmitCodec implements OFSerializer<Action>, OFDeserializer<Action> {
    static final int LENGTH = 16;

    private static final int VENDOR = 0x2320;
    private static final int RESUBMIT_TABLE = 14;
    /** The port where the frame came in. */
    private static final int IN_PORT = 0xfff8;
    private static final int TABLE = 0;
    private static final int SUBTYPE_OFFSET = 8;
    private static final int PORT_OFFSET = 10;
    private static final int TABLE_OFFSET = 12;
    private static final int PADDING = 3;

    private ResubmitCodec() {
    }

    /** Lets the connections of a provider have this action. */
    static void register(final SwitchConnectionProvider provider) {
        final ResubmitCodec codec = new ResubmitCodec();
        provider.registerSerializer(new MessageTypeKey<>(EncodeConstants.OF_VERSION_1_3, LoopbackActionCase.class),
            codec);
        provider.registerDeserializer(new MessageCodeExperimenterKey(EncodeConstants.OF_VERSION_1_3,
            EncodeConstants.EXPERIMENTER_VALUE, Action.class, (long) VENDOR), codec);
    }

    @Override
    public void serialize(final Action action, final ByteBuf out) {
        out.writeShort(EncodeConstants.EXPERIMENTER_VALUE);
        out.writeShort(LENGTH);
        out.writeInt(VENDOR);
        out.writeShort(RESUBMIT_TABLE);
        out.writeShort(IN_PORT);
        out.writeByte(TABLE);
        out.writeZero(PADDING);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException for another action of Open vSwitch: OpenFlowPlugin looks for its other decoders
     */
    @Override
    public Action deserialize(final ByteBuf in) {
        final int start = in.readerIndex();
        if (in.getUnsignedShort(start + SUBTYPE_OFFSET) != RESUBMIT_TABLE
                || in.getUnsignedShort(start + PORT_OFFSET) != IN_PORT
                || in.getUnsignedByte(start + TABLE_OFFSET) != TABLE) {
            throw new IllegalStateException("not the action resubmit(,0)");
        }
        in.skipBytes(LENGTH);
        return new LoopbackActionCaseBuilder().setLoopbackAction(new LoopbackActionBuilder().build()).build();
    }
}
