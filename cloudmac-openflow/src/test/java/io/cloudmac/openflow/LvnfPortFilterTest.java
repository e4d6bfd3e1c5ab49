// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFDeserializer;
import org.opendaylight.openflowjava.protocol.api.extensibility.OFGeneralDeserializer;
import org.opendaylight.openflowjava.protocol.api.keys.MessageCodeKey;
import org.opendaylight.openflowjava.protocol.api.util.EncodeConstants;
import org.opendaylight.yang.gen.v1.urn.opendaylight.multipart.types.rev170112.multipart.reply.MultipartReplyBody;
import org.opendaylight.yangtools.yang.binding.DataContainer;

/** A decoder of OpenFlowPlugin behind the filter. */
public class LvnfPortFilterTest {
    private static final int PORT_DESCRIPTION = 13;
    private static final int PORT_STATISTICS = 4;
    private static final int LENGTH = 64;

    private final List<String> decoded = new ArrayList<>();

    @Test
    public void portsOfLvnfsAreLeftOut() {
        assertEquals(List.of("1 swa", "3 ct1", "5 lv1", "6 lv1p8"),
            decode("lv0p0", "swa", "lv16777215p7", "ct1", "lv2p1", "lv1", "lv1p8", "lv3p0"));
        assertEquals(List.of(), decode("lv1p0", "lv1p1"));
        assertEquals(List.of(), decode());
        assertEquals("a name that fills its field", List.of("0 abcdefghijklmnop"), decode("abcdefghijklmnop"));
    }

    @Test
    public void whatIsNotWholeIsLeftForThePlugin() {
        final ByteBuf message = message("lv1p0", "swa").writeBytes(new byte[] { 1, 2, 3 });
        filtered(PORT_DESCRIPTION, this::note).deserialize(message);
        assertEquals(List.of("1 swa", "3 octets"), decoded);
    }

    @Test
    public void otherDecodersAreThePlugins() {
        final OFGeneralDeserializer other = new OFGeneralDeserializer() { };
        assertSame(other, LvnfPortFilter.of(key(PORT_STATISTICS), other));
        assertSame(other, LvnfPortFilter.of(key(PORT_DESCRIPTION), other));
    }

    @Test
    public void namesOfLvnfs() {
        assertTrue(LvnfPortFilter.isLvnf("lv12p3"));
        assertFalse(LvnfPortFilter.isLvnf("xlv12p3"));
        assertFalse(LvnfPortFilter.isLvnf(null));
    }

    private List<String> decode(final String... names) {
        decoded.clear();
        filtered(PORT_DESCRIPTION, this::note).deserialize(message(names));
        return List.copyOf(decoded);
    }

    private static OFDeserializer<?> filtered(final int type, final OFDeserializer<DataContainer> plugin) {
        return (OFDeserializer<?>) LvnfPortFilter.of(key(type), plugin);
    }

    private static MessageCodeKey key(final int type) {
        return new MessageCodeKey(EncodeConstants.OF_VERSION_1_3, type, MultipartReplyBody.class);
    }

    /** Returns a message behind other octets, as in a connection's buffer. */
    private static ByteBuf message(final String... names) {
        final ByteBuf message = Unpooled.buffer().writeLong(-1).skipBytes(Long.BYTES);
        for (int i = 0; i < names.length; i++) {
            final byte[] name = names[i].getBytes(StandardCharsets.US_ASCII);
            message.writeInt(i).writeZero(12).writeBytes(name).writeZero(16 - name.length).writeZero(32);
        }
        return message;
    }

    /** Notes number and name of each port, as the plugin reads them. */
    private DataContainer note(final ByteBuf message) {
        while (message.readableBytes() >= LENGTH) {
            final long number = message.readUnsignedInt();
            message.skipBytes(12);
            final String name = message.readCharSequence(16, StandardCharsets.US_ASCII).toString();
            message.skipBytes(32);
            decoded.add(number + " " + name.replace("\0", ""));
        }
        if (message.isReadable()) {
            decoded.add(message.readableBytes() + " octets");
        }
        return null;
    }
}
