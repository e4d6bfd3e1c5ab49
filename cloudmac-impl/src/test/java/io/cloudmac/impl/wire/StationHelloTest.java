// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cloudmac.impl.wire.CloudmacFrame.Direction;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Hellos of virtual stations. {@link VectorsTest} has malformed ones. */
class StationHelloTest {
    private static final Mac STATION = Mac.parse("02:56:53:00:b0:02");
    private static final Mac BSSID = Mac.parse("02:c1:0d:00:a0:01");
    private static final String OUTER = "ffffffffffff 128000e3b002 1337";
    private static final String RADIOTAP = "00000800 00000000";
    private static final String HEADER = "e0000000 ffffffffffff 02565300b002 ffffffffffff 0000";
    private static final String HELLO = OUTER + RADIOTAP + HEADER + "7f12133702 03 8509 02c10d00a001";

    private static Optional<StationHello> parse(final String hex) throws FrameException {
        final byte[] data = HexFormat.of().parseHex(hex.replace(" ", ""));
        return StationHello.of(data, CloudmacFrame.parse(data, Direction.DOWNLINK));
    }

    @Test
    void allFieldsAreRead() throws FrameException {
        final StationHello hello = parse(HELLO + "03" + "6c6162").orElseThrow();
        assertEquals(new StationHello(STATION, 3, 2437, BSSID, RawSsid.of("lab")), hello);
        assertTrue(hello.isAwake());
        assertTrue(hello.isAssociated());
    }

    @Test
    void octetsAfterTheSsidAreSkipped() throws FrameException {
        assertEquals(parse(HELLO + "03" + "6c6162"), parse(HELLO + "03" + "6c6162" + "00ff"));
    }

    @Test
    void aLengthThatExceedsTheFrameIsMalformed() throws FrameException {
        assertTrue(parse(HELLO + "04" + "6c6162").isEmpty());
        assertTrue(parse(HELLO).isEmpty());
    }

    @Test
    void anIdleVirtualStationHasNoBss() throws FrameException {
        final StationHello hello =
            parse(OUTER + RADIOTAP + HEADER + "7f12133702 fc 0000 000000000000 00").orElseThrow();
        assertEquals(new StationHello(STATION, 0, 0, Mac.NULL, RawSsid.NONE), hello);
        assertFalse(hello.isAwake());
        assertFalse(hello.isAssociated());
    }
}
