// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RawSsid;
import java.net.ProtocolException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The VAPs of a host after notifications, and the notifications that it refuses. */
class VapListTest {
    private static final String VAP = "{'bssid':'02:00:00:00:aa:01','ssid':'net','frequency':2412,'lower':'eth0',"
        + "'vlan':0,'radio':'vap0','stations':1}";
    private static final Mac BSSID = Mac.parse("02:00:00:00:aa:01");
    private static final String STATION = "{'bssid':'02:00:00:00:aa:01','station':'02:00:00:00:00:99'}";

    private final VapList list = new VapList();

    private static ObjectNode json(final String text) throws ProtocolException {
        return Json.parse(text.replace('\'', '"'));
    }

    private void apply(final String method, final String params) throws ProtocolException {
        assertTrue(list.apply(method, json(params)));
    }

    @Test
    void vapsComeChangeAndGo() throws ProtocolException {
        apply("vap.up", VAP);
        assertEquals(Map.of(BSSID, new HostVap(BSSID, RawSsid.of("net"), 2412, "eth0", 0, "vap0", 1)), list.vaps());
        apply("vap.channel", "{'bssid':'02:00:00:00:aa:01','frequency':2437}");
        assertEquals(2437, list.vaps().get(BSSID).frequency());
        apply("vap.down", "{'bssid':'02:00:00:00:aa:01'}");
        assertEquals(Map.of(), list.vaps());
        apply("vap.channel", "{'bssid':'02:00:00:00:aa:01','frequency':2437}");
        assertEquals(Map.of(), list.vaps());
    }

    @Test
    void stationsAreCounted() throws ProtocolException {
        apply("vap.up", VAP);
        apply("station.associated", STATION);
        apply("station.authorized", STATION);
        assertEquals(2, list.vaps().get(BSSID).stations());
        for (int i = 0; i < 3; i++) {
            apply("station.disassociated", STATION);
        }
        assertEquals(0, list.vaps().get(BSSID).stations());
    }

    @Test
    void unknownNotificationsChangeNothing() throws ProtocolException {
        assertFalse(list.apply("vap.painted", json("{}")));
    }

    @Test
    void anAccessPointWithoutVapIdIsIgnored() throws ProtocolException {
        apply("vap.up", VAP.replace("aa:01", "ff:ff"));
        assertEquals(Map.of(), list.vaps());
    }

    @Test
    void anSsidIsItsOctets() throws ProtocolException {
        // The text alone cannot tell the octet ff from the four characters.
        apply("vap.up", VAP.replace("'net'", "'\\\\xff','ssid_hex':'cef7b0b2'"));
        assertEquals(RawSsid.of("\\xce\\xf7\\xb0\\xb2"), list.vaps().get(BSSID).ssid());
    }

    @Test
    void theTextOfAnEarlierDaemonIsRead() throws ProtocolException {
        apply("vap.up", VAP.replace("'net'", "'\\\\xce\\\\xf7'"));
        assertArrayEquals(new byte[] { (byte) 0xce, (byte) 0xf7 }, list.vaps().get(BSSID).ssid().octets());
        apply("vap.up", VAP.replace("'net'", "'n\\u0007t'"));
        assertEquals("n\\x07t", list.vaps().get(BSSID).ssid().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = { "'02:00:00:00:aa:01'>'03:00:00:00:aa:01'", "'02:00:00:00:aa:01'>'00:00:00:00:00:00'",
        "'02:00:00:00:aa:01'>7", "2412>65536", "'vlan':0>'vlan':4096", "'stations':1>'stations':-1", "'net'>null",
        "'net'>'net','ssid_hex':7", "'net'>'net','ssid_hex':'6'", "'net'>'net','ssid_hex':'6x'",
        "'net'>'net','ssid_hex':'000000000000000000000000000000000000000000000000000000000000000000'" })
    void malformedVapsAreRefused(final String change) {
        final String[] parts = change.split(">");
        assertThrows(ProtocolException.class, () -> list.apply("vap.up", json(VAP.replace(parts[0], parts[1]))));
    }

    @Test
    void aHostHasABoundedNumberOfVaps() throws ProtocolException {
        for (int i = 0; i < VapList.MAX_VAPS; i++) {
            list.add(new HostVap(new Mac(0x0200_0000_0000L + i), RawSsid.NONE, 0, "", 0, "", 0));
        }
        assertThrows(ProtocolException.class, () -> apply("vap.up", VAP));
    }
}
