// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.ChannelSwitch.Answer;
import io.cloudmac.impl.wire.ChannelSwitch.RefusalReason;
import io.cloudmac.impl.wire.ChannelSwitch.Request;
import io.cloudmac.impl.wire.ChannelSwitch.Stage;
import io.cloudmac.impl.wire.FrameException.FrameError;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The codec of channel switch messages, with the octets of wire/tests/test_switch.c. */
class ChannelSwitchTest {
    private static final Mac BSSID = Mac.parse("02:c1:0d:00:12:34");
    private static final String PADDING = "00".repeat(32);
    private static final String REQUEST = "02c10d001234" + "1238434d4143" + "1338"
        + "81" + "01" + "beef" + "02c10d001234" + "0985" + "05" + "00" + PADDING;
    private static final String ANSWER = "1338434d4143" + "02c10d001234" + "1338"
        + "81" + "02" + "beef" + "02c10d001234" + "0985" + "03" + "04" + PADDING;

    private static byte[] answer() {
        return HexFormat.of().parseHex(ANSWER);
    }

    private static FrameError error(final byte[] data) {
        return assertThrows(FrameException.class, () -> Answer.parse(data)).error();
    }

    private static FrameError errorWith(final int at, final int value) {
        final byte[] data = answer();
        data[14 + at] = (byte) value;
        return error(data);
    }

    @Test
    void aRequestIsEncoded() {
        assertEquals(REQUEST, HexFormat.of().formatHex(new Request(0xbeef, BSSID, 2437, 5).toFrame()));
    }

    @Test
    void anAnswerIsParsed() throws Exception {
        assertEquals(new Answer(0xbeef, BSSID, 2437, Stage.REFUSED, RefusalReason.UNFINISHED), Answer.parse(answer()));
        assertTrue(ChannelSwitch.isChannelSwitch(answer()));
    }

    @Test
    void anAnswerWithAVlanTagIsParsed() throws Exception {
        final byte[] tagged = HexFormat.of().parseHex(ANSWER.substring(0, 24) + "8100000a" + ANSWER.substring(24));
        assertEquals(Answer.parse(answer()), Answer.parse(tagged));
        assertTrue(ChannelSwitch.isChannelSwitch(tagged));
    }

    @Test
    void anUnknownReasonIsOther() throws Exception {
        final byte[] data = answer();
        data[14 + 13] = 77;
        assertEquals(RefusalReason.OTHER, Answer.parse(data).reason());
    }

    @Test
    void malformedAnswersAreRefused() {
        assertEquals(FrameError.VERSION, errorWith(0, 0x82));
        assertEquals(FrameError.KIND, errorWith(1, 1));
        assertEquals(FrameError.KIND, errorWith(1, 3));
        assertEquals(FrameError.ADDRESS, errorWith(4, 1));
        assertEquals(FrameError.TLV, errorWith(12, 0));
        assertEquals(FrameError.TLV, errorWith(12, 4));
    }

    @Test
    void truncatedAnswersAreRefused() {
        for (int length = 0; length < 28; length++) {
            final byte[] data = Arrays.copyOf(answer(), length);
            assertEquals(FrameError.SHORT, error(data));
            ChannelSwitch.isChannelSwitch(data);
        }
    }

    @Test
    void anAnnouncementIsNoChannelSwitch() {
        final byte[] data = answer();
        data[14] = 1;
        assertFalse(ChannelSwitch.isChannelSwitch(data));
    }

    @Test
    void channelsAndFrequenciesAgree() {
        assertEquals(1, Channels.number(2412));
        assertEquals(14, Channels.number(2484));
        assertEquals(36, Channels.number(5180));
        assertEquals(0, Channels.number(2413));
        assertEquals(0, Channels.number(0));
    }
}
