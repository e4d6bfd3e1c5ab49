// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cloudmac.impl.wire.CloudmacFrame.Direction;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The elements of beacons and probe requests, also malformed ones. */
class BeaconTest {
    private static final String ZEROES_20 = "0000000000000000000000000000000000000000";
    private static final String ZEROES_21 = ZEROES_20 + "00";
    private static final String TO_ALL = "ffffffffffff";
    private static final String BEACON = TO_ALL + "128000e3a001 1337" + "00000800 00000000"
        + "80000000" + TO_ALL + "02c10d00a001 02c10d00a001 0000" + "0000000000000000 6400 1104";
    private static final String PROBE_REQUEST = "12800003ffff 025653001234 1337" + "00000800 00000000"
        + "40000000" + TO_ALL + "025653001234" + TO_ALL + "0000";

    private static Beacon beacon(final String elements) throws FrameException {
        final byte[] data = HexFormat.of().parseHex((BEACON + elements).replace(" ", ""));
        return Beacon.of(data, CloudmacFrame.parse(data, Direction.DOWNLINK)).orElseThrow();
    }

    private static RawSsid probed(final String elements) throws FrameException {
        final byte[] data = HexFormat.of().parseHex((PROBE_REQUEST + elements).replace(" ", ""));
        return ProbeRequest.of(data, CloudmacFrame.parse(data, Direction.UPLINK)).orElseThrow().ssid();
    }

    @Test
    void anSsidIsReadAsOctets() throws FrameException {
        assertEquals(RawSsid.of("\\xce\\xf7\\xb0\\xb2"), beacon("0004cef7b0b2").ssid());
        assertEquals(RawSsid.of("\\xce\\xf7\\xb0\\xb2"), probed("0004cef7b0b2"));
        assertEquals(RawSsid.NONE, beacon("0004 00000000").ssid());
        assertEquals(RawSsid.NONE, beacon("").ssid());
    }

    /** The order is HE Operation with 6 GHz information, HT Operation, DS Parameter Set. */
    @ParameterizedTest
    @CsvSource({ "0, ''", "2412, 030101", "2484, 03010e", "5180, 030124", // DS alone
        "5180, 3d1624" + ZEROES_21, "5200, 030124 3d1628" + ZEROES_21, "5200, 3d1628" + ZEROES_21 + "030124",
        "5975, ff0c 24 000002 00 0000" + "0500000000", "5935, ff0c 24 000002 00 0000" + "0200000000",
        "5975, ff0f 24 004002 00 0000 aaaaaa" + "0500000000", // with VHT information
        "5975, ff10 24 00c002 00 0000 aaaaaa bb" + "0500000000", // and the co-hosted BSSID indicator
        "5975, 3d1628" + ZEROES_21 + "030101 ff0c 24 000002 00 0000" + "0500000000",
        "0, 0300", "0, 3d15" + "24" + ZEROES_20, "2437, 030106 3d0124", // too short
        "0, ff00", "0, ff0124", "0, ff06 24 000002 00 00", "0, ff07 24 000002 00 0000", "0, ff07 24 00c002 00 0000",
        "0, ff0a 24 00c002 00 0000 aaaaaa", "0, ff0c 23 000002 00 0000" + "0500000000",
        "0, ff0c 24 000000 00 0000" + "0500000000", // no 6 GHz information
        "0, 030100", "0, 03010f", "0, 0301ff", "2412, 030101 3d16ff" + ZEROES_21, // no such channel
        "2412, 030101 ff0c 24 000002 00 0000" + "ff00000000" })
    void theFrequencyIsThatOfTheBestElement(final int frequency, final String elements) throws FrameException {
        assertEquals(frequency, beacon(elements).frequency());
    }

    @ParameterizedTest
    @CsvSource({ "20, ''", "20, 3d1606 00" + ZEROES_20, "40, 3d1606 05" + ZEROES_20, "40, 3d1606 07" + ZEROES_20,
        "20, 3d1606 04" + ZEROES_20, "20, 3d1606 01" + ZEROES_20,
        "20, 3d0206 05", // too short
        "80, 3d1624 05" + ZEROES_20 + "c005 01 2a00 0000", "160, 3d1624 05" + ZEROES_20 + "c005 02 3200 0000",
        "40, 3d1624 05" + ZEROES_20 + "c005 00 0000 0000", "40, 3d1624 05" + ZEROES_20 + "c004 01 2a0000" })
    void theWidthIsThatOfTheOperationElements(final int width, final String elements) throws FrameException {
        assertEquals(width, beacon(elements).width());
    }

    @Test
    void aProbeRequestIsForTheVapWithTheSameOctets() throws FrameException {
        final ProbeRequest probe = new ProbeRequest(probed("0004cef7b0b2"));
        assertEquals(true, probe.isFor(RawSsid.of("\\xce\\xf7\\xb0\\xb2")));
        assertEquals(false, probe.isFor(RawSsid.of("\\xb1\\xb1\\xbe\\xa9")));
        assertEquals(true, probe.isFor(RawSsid.NONE));
    }

    @ParameterizedTest
    @ValueSource(strings = { "00", "0005 61626364", "0001 61 03", "0001 61 0301", "3dff",
        "0021 616161616161616161616161616161616161616161616161616161616161616161" })
    void aLengthPastTheEndIsMalformed(final String elements) {
        assertThrows(FrameException.class, () -> beacon(elements));
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "00", "0005 61626364", "0104 82848b96",
        "0021 616161616161616161616161616161616161616161616161616161616161616161" })
    void aMalformedSsidOfAProbeRequestNamesNone(final String elements) throws FrameException {
        assertEquals(RawSsid.NONE, probed(elements));
    }

    @Test
    void anotherFrameIsNoBeacon() throws FrameException {
        final byte[] data = HexFormat.of().parseHex(PROBE_REQUEST.replace(" ", ""));
        assertEquals(Optional.empty(), Beacon.of(data, CloudmacFrame.parse(data, Direction.UPLINK)));
    }
}
