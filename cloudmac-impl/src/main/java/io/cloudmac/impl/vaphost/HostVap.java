// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.vaphost;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudmac.impl.session.Json;
import io.cloudmac.impl.wire.Mac;
import io.cloudmac.impl.wire.RadioTag;
import io.cloudmac.impl.wire.RawSsid;
import java.net.ProtocolException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A VAP as its host describes it.
 *
 * @param bssid the BSSID
 * @param ssid the SSID; empty if there is none
 * @param frequency centre frequency of its channel, MHz; 0 if it has none
 * @param lower the wired interface of its radio; empty with a radio of another driver
 * @param vlan VLAN id on the wired interface; 0 without a tag
 * @param radio the name of its radio; may be empty
 * @param stations number of associated stations
 */
public record HostVap(Mac bssid, RawSsid ssid, int frequency, String lower, int vlan, String radio, long stations) {
    private static final String SSID_HEX = "ssid_hex";
    private static final Pattern HEX = Pattern.compile("([0-9a-f]{2})*");

    static HostVap read(final ObjectNode object) throws ProtocolException {
        return new HostVap(bssid(object), ssid(object), (int) Json.integer(object, "frequency", 0, 0xffff),
            Json.shortText(object, "lower"), (int) Json.integer(object, "vlan", 0, 4095),
            Json.shortText(object, "radio"), Json.integer(object, "stations", 0, Integer.MAX_VALUE));
    }

    /** Reads an SSID: its octets, or its text if the daemon gives only that, as earlier versions do. */
    private static RawSsid ssid(final ObjectNode object) throws ProtocolException {
        final String text = Json.string(object, "ssid");
        if (!object.has(SSID_HEX)) {
            return RawSsid.parse(text).orElse(RawSsid.NONE);
        }
        final String hex = Json.string(object, SSID_HEX);
        if (hex.length() > 2 * RawSsid.MAXIMUM || !HEX.matcher(hex).matches()) {
            throw new ProtocolException("the peer sent member 'ssid_hex', which is no hexadecimal text of at most "
                + RawSsid.MAXIMUM + " octets");
        }
        return RawSsid.of(HexFormat.of().parseHex(hex));
    }

    /** Reads the BSSID of a VAP; {@link #hasVapId} may be false. */
    static Mac bssid(final ObjectNode object) throws ProtocolException {
        final Mac bssid = Mac.parse(Json.mac(object, "bssid"));
        if (bssid.isNull() || bssid.isGroup()) {
            throw new ProtocolException(bssid + " is not the BSSID of a VAP");
        }
        return bssid;
    }

    /** Returns false if the last two octets of a BSSID name no VAP: it is of an access point without CloudMAC. */
    static boolean hasVapId(final Mac bssid) {
        return bssid.lastTwoOctets() != RadioTag.VAP_ANY;
    }

    HostVap withFrequency(final int now) {
        return new HostVap(bssid, ssid, now, lower, vlan, radio, stations);
    }

    HostVap withStations(final long now) {
        return new HostVap(bssid, ssid, frequency, lower, vlan, radio, Math.max(0, now));
    }
}
