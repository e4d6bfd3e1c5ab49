// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SSIDs as octets and as text. */
class RawSsidTest {
    private static RawSsid octets(final String hex) {
        return RawSsid.of(HexFormat.of().parseHex(hex));
    }

    /** The left text is what {@code iw} prints, except for characters beyond ASCII. */
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', value = {
        "cmac, 636d6163", // plain
        "\\xce\\xf7\\xb0\\xb2, cef7b0b2", // GBK
        "\\xb1\\xb1\\xbe\\xa9, b1b1bea9",
        "a\\xff\\xc3\\xa9, 61ffc3a9", // UTF-8 in part only
        "café, 636166c3a9",
        "西安, e8a5bfe5ae89",
        "a\\x5cxff, 615c786666", // four characters, not one octet
        "\\x5c\\x5c, 5c5c",
        "\\x20a b\\x20, 2061206220",
        "\\x20, 20",
        "\\x20\\x20, 2020",
        "a\\x00, 6100",
        "\\x1b[0m, 1b5b306d",
        "a\\x7f, 617f",
        "a\\xc2\\x85, 61c285", // a control character beyond ASCII
        "a\\xe2\\x80\\xae, 61e280ae", // writes the rest from right to left
        "a\\xc2\\xa0, 61c2a0", // a space that looks like another one
        "\\xed\\xa0\\x80, eda080", // a surrogate is no UTF-8
        "\"\"\"q\"\"'\", 22712227" })
    void textIsPrintableAndHasOneMeaning(final String text, final String hex) {
        assertEquals(text, octets(hex).toString());
        assertEquals(octets(hex), RawSsid.of(text));
    }

    @Test
    void differentOctetsThatAreNoTextAreDifferent() {
        assertNotEquals(octets("cef7b0b2"), octets("b1b1bea9"));
        assertNotEquals(octets("cef7b0b2").toString(), octets("b1b1bea9").toString());
        assertEquals(octets("cef7b0b2").hashCode(), octets("cef7b0b2").hashCode());
    }

    @Test
    void anyOctetsSurviveAsText() {
        final Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            final byte[] octets = new byte[random.nextInt(RawSsid.MAXIMUM + 1)];
            random.nextBytes(octets);
            final RawSsid ssid = RawSsid.of(octets);
            assertEquals(ssid, RawSsid.of(ssid.toString()));
            assertTrue(ssid.toString().length() <= 4 * RawSsid.MAXIMUM);
        }
    }

    @ParameterizedTest
    @CsvSource({ "\\xCE\\xf7, cef7", "a\\b, 615c62", "a\\x4, 615c7834", "\\xgg, 5c786767", "\\, 5c", "\\\\x41, 5c41" })
    void textOfAClientNeedNotBeEscapedAsOurs(final String text, final String hex) {
        assertEquals(octets(hex), RawSsid.of(text));
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "00", "000000" })
    void aHiddenSsidIsNone(final String hex) {
        assertEquals(RawSsid.NONE, octets(hex));
        assertTrue(octets(hex).isEmpty());
        assertEquals("", octets(hex).toString());
    }

    @Test
    void moreThan32OctetsAreNoSsid() {
        assertEquals(32, RawSsid.parse("\\xff".repeat(32)).orElseThrow().octets().length);
        assertEquals(Optional.empty(), RawSsid.parse("\\xff".repeat(33)));
        assertEquals(Optional.empty(), RawSsid.parse("ä".repeat(17)));
        assertThrows(IllegalArgumentException.class, () -> RawSsid.of(new byte[33]));
    }

    @Test
    void anSsidDoesNotChange() {
        final byte[] octets = { 'l', 'a', 'b' };
        final RawSsid ssid = RawSsid.of(octets);
        octets[0] = 0;
        ssid.octets()[1] = 0;
        assertArrayEquals(new byte[] { 'l', 'a', 'b' }, ssid.octets());
    }
}
