// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFDeserializer;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFGeneralDeserializer;
import org.opendaylight.openflowjava.protocol.api.keys.MessageCodeKey;
import org.opendaylight.openflowjava.protocol.api.util.EncodeConstants;
import org.opendaylight.yang.gen.v1.urn.opendaylight.multipart.types.rev170112.multipart.reply.MultipartReplyBody;
import org.opendaylight.yang.gen.v1.urn.opendaylight.openflow.common.types.rev130731.MultipartType;
import org.opendaylight.yangtools.yang.binding.DataContainer;

/**
 * Hides the ports of LVNFs from OpenFlowPlugin. It would send LLDP to them every five seconds, so into the LVNFs: their
 * counters would count these frames, and a stopped LVNF would keep them in place of others. CloudMAC itself learns
 * these ports from the packet nodes.
 */
final class LvnfPortFilter {
    /** Of {@code struct ofp_port}, OpenFlow 1.3.5, section 7.2.1. */
    private static final int PORT_LENGTH = 64;
    private static final int NAME_OFFSET = 16;
    private static final int NAME_LENGTH = 16;
    /** The names that cloudmac-cpp gives. */
    private static final Pattern NAME = Pattern.compile("lv[0-9]+p[0-7]");
    private static final MessageCodeKey PORTS = new MessageCodeKey(EncodeConstants.OF_VERSION_1_3,
        MultipartType.OFPMPPORTDESC.getIntValue(), MultipartReplyBody.class);

    private LvnfPortFilter() {
    }

    /** Returns true for the name of a port of an LVNF. */
    static boolean isLvnf(final String port) {
        return port != null && NAME.matcher(port).matches();
    }

    /** Returns the decoder to register instead of a decoder of OpenFlowPlugin. A decoder of ports leaves out LVNFs. */
    static OFGeneralDeserializer of(final MessageCodeKey key, final OFGeneralDeserializer plugin) {
        return key.equals(PORTS) && plugin instanceof OFDeserializer<?> ports ? new OFDeserializer<DataContainer>() {
            @Override
            public DataContainer deserialize(final ByteBuf message) {
                removeLvnfs(message);
                return ports.deserialize(message);
            }
        } : plugin;
    }

    /** Moves the ports that stay to the front. What is not whole is left for OpenFlowPlugin to refuse. */
    private static void removeLvnfs(final ByteBuf message) {
        final int start = message.readerIndex();
        final int end = message.writerIndex();
        int kept = start;
        int port = start;
        for (; end - port >= PORT_LENGTH; port += PORT_LENGTH) {
            if (!isLvnf(name(message, port))) {
                move(message, port, kept, PORT_LENGTH);
                kept += PORT_LENGTH;
            }
        }
        move(message, port, kept, end - port);
        message.writerIndex(kept + end - port);
    }

    private static void move(final ByteBuf message, final int from, final int to, final int length) {
        final byte[] octets = new byte[length];
        message.getBytes(from, octets);
        message.setBytes(to, octets);
    }

    private static String name(final ByteBuf message, final int port) {
        final String text = message.toString(port + NAME_OFFSET, NAME_LENGTH, StandardCharsets.US_ASCII);
        final int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }
}
