// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The frame that WTPs probe each other with. */
class NeighbourProbeTest {
    @Test
    void theFrameIsAPublicActionFrameToAllNetworks() throws FrameException {
        final Mac sender = NeighbourProbe.address(0x1234);
        final byte[] data = NeighbourProbe.frame(sender, 2437);
        final CloudmacFrame frame = CloudmacFrame.parse(data, CloudmacFrame.Direction.DOWNLINK);
        assertEquals(new RadioTag(RadioTag.LEVEL_UNKNOWN, 2, 7, RadioTag.KIND_FRAME, 0x1234), frame.tag());
        assertEquals("ffffffffffff" + "128002e01234" + "1337" + "00000c000480000002000800"
            + "d0000000" + "ffffffffffff" + "06434d4e1234" + "ffffffffffff" + "0000" + "040912133705",
            HexFormat.of().formatHex(data));
        assertEquals(12, CloudmacFrame.parse(NeighbourProbe.frame(sender, 5180),
            CloudmacFrame.Direction.DOWNLINK).tag().rate());
    }

    @Test
    void addressesAreKnownAndHaveAnId() {
        assertTrue(NeighbourProbe.isProbe(NeighbourProbe.address(0)));
        assertTrue(NeighbourProbe.isProbe(NeighbourProbe.address(NeighbourProbe.ADDRESSES - 1)));
        assertFalse(NeighbourProbe.isProbe(Mac.parse("02:43:4d:4e:00:00")));
        assertThrows(IllegalArgumentException.class, () -> NeighbourProbe.address(NeighbourProbe.ADDRESSES));
    }
}
