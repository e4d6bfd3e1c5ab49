# SPDX-License-Identifier: Apache-2.0
"""Well-formed downlink frames."""

import struct

import blocks as b
import frames

DOWN_UNICAST = b.TX_NOSEQ | b.TX_NOREORDER
DOWN_GROUP = DOWN_UNICAST | b.TX_NOACK


def down(name, description, frame, header, *, station=b.STATION, radiotap=None, **fields):
    """Returns a downlink frame, by default without a rate."""
    if radiotap is None:
        radiotap = b.radiotap(tx_flags=DOWN_UNICAST)
    return frames.frame_vector(
        f"downlink-{name}", description, "downlink", station, radiotap, frame, header, **fields
    )


def vectors():
    """Returns well-formed downlink frames."""
    to_sta = (b.FROM_DS, b.STATION, b.BSSID, b.PEER)
    group = b.radiotap(rate=2, tx_flags=DOWN_GROUP)
    beacon = b.management("beacon", b.BROADCAST, b.BSSID, b.BSSID, b.BEACON_BODY, seq=7)
    ping = b.data(*to_sta, b.ping(), seq=3)
    qos = b.data(*to_sta, b.ping(), seq=4, tid=5)
    vht = (0x0044, 0x04, 4, bytes([0x92, 0, 0, 0]), 0, 0, 0)  # short GI, 80 MHz, MCS 9, 2 streams
    return [
        down(
            "beacon",
            "Beacon to all stations at 1 Mb/s; the WTP sets the timestamp",
            beacon,
            24,
            station=b.BROADCAST,
            radiotap=group,
            rate=2,
            priority=7,
        ),
        down(
            "beacon-request",
            "Beacon whose tag requests the beacons of neighbours",
            beacon,
            24,
            station=b.BROADCAST,
            radiotap=group,
            rate=2,
            priority=7,
            reserved=1,
        ),
        down(
            "probe-response",
            "Probe response to one station",
            b.management("probe_resp", b.STATION, b.BSSID, b.BSSID, b.BEACON_BODY, seq=8),
            24,
            radiotap=b.radiotap(rate=12, tx_flags=DOWN_UNICAST, data_retries=3),
            rate=12,
            priority=7,
        ),
        down(
            "action-htc",
            "Management frame with HT control: a header of 28 octets",
            b.management(
                "action", b.STATION, b.BSSID, b.BSSID, frames.ACTION_BODY, seq=9, htc=True
            ),
            28,
            priority=7,
        ),
        down("data", "Data without QoS: priority 0", ping, 24),
        down("qos-data", "QoS data of user priority 5", qos, 26, priority=5),
        down(
            "qos-data-htc",
            "QoS data with HT control: a header of 30 octets",
            b.data(b.FROM_DS | b.HTC, b.STATION, b.BSSID, b.PEER, b.ping(), seq=5, tid=1),
            30,
            priority=1,
        ),
        down(
            "order-without-qos",
            "The order bit of data without QoS does not add HT control",
            b.data(b.FROM_DS | b.HTC, b.STATION, b.BSSID, b.PEER, b.ping(), seq=6),
            24,
        ),
        down(
            "qos-null",
            "QoS null: a header without payload",
            b.data(*to_sta, seq=10, tid=7, null=True),
            26,
            priority=7,
        ),
        down(
            "eapol",
            "Unencrypted EAPOL has priority 6, whatever its TID",
            b.data(*to_sta, b.LLC_EAPOL + b.EAPOL_KEY, seq=11, tid=0),
            26,
            priority=6,
        ),
        down(
            "protected",
            "A protected frame: CCMP header, ciphertext and MIC are payload",
            b.data(
                b.FROM_DS | b.PROTECTED,
                b.STATION,
                b.BSSID,
                b.PEER,
                bytes.fromhex("0100002000000000") + bytes(range(40)),
                seq=12,
                tid=6,
            ),
            26,
            priority=6,
        ),
        down(
            "group-data",
            "Multicast data: the group is the outer destination, no ACK is expected",
            b.data(b.FROM_DS, b.MULTICAST, b.BSSID, b.PEER, b.ARP, seq=13),
            24,
            station=b.MULTICAST,
            radiotap=group,
            rate=2,
        ),
        down(
            "four-address",
            "Data with four addresses to a wireless bridge",
            b.data(
                b.TO_DS | b.FROM_DS, b.STATION, b.BSSID, b.PEER, b.ping(), seq=14, addr4=b.BSSID
            ),
            30,
        ),
        down(
            "four-address-qos",
            "QoS data with four addresses: a header of 32 octets",
            b.data(
                b.TO_DS | b.FROM_DS,
                b.STATION,
                b.BSSID,
                b.PEER,
                b.ping(),
                seq=15,
                addr4=b.BSSID,
                tid=3,
            ),
            32,
            priority=3,
        ),
        down(
            "four-address-qos-htc",
            "The longest header that is carried: 36 octets",
            b.data(
                b.TO_DS | b.FROM_DS | b.HTC,
                b.STATION,
                b.BSSID,
                b.PEER,
                b.ping(),
                seq=16,
                addr4=b.BSSID,
                tid=3,
            ),
            36,
            priority=3,
        ),
        down(
            "rts",
            "RTS, a control frame with two addresses",
            b.control(0xB4, b.STATION, b.BSSID),
            16,
            priority=7,
        ),
        down(
            "cts",
            "CTS, a control frame with one address: the shortest frame",
            b.control(0xC4, b.STATION),
            10,
            priority=7,
        ),
        down(
            "ack",
            "ACK, the other control frame with one address",
            b.control(0xD4, b.STATION),
            10,
            priority=7,
        ),
        down(
            "bar",
            "Block ack request: 16 octets of header, the rest is body",
            b.control(0x84, b.STATION, b.BSSID, bytes.fromhex("04000010")),
            16,
            priority=7,
        ),
        down(
            "ht",
            "HT rate: 0 in the tag, MCS 7 with short guard interval in radiotap",
            qos,
            26,
            radiotap=b.radiotap(tx_flags=DOWN_UNICAST, data_retries=7, mcs=(0x07, 0x04, 7)),
            priority=5,
        ),
        down(
            "vht",
            "VHT rate: 0 in the tag, MCS 9 of two streams at 80 MHz in radiotap",
            qos,
            26,
            radiotap=b.radiotap(tx_flags=DOWN_UNICAST, data_retries=7, vht=vht),
            priority=5,
        ),
        down(
            "power",
            "Transmit power of 20 dBm, rate of 54 Mb/s set in the tag",
            ping,
            24,
            level=20,
            rate=108,
        ),
        down("power-negative", "Transmit power of -1 dBm: the octet is signed", ping, 24, level=-1),
        down("vlan", "802.1Q tag with VLAN id 1 of lowest priority", ping, 24, vlan=1),
        down(
            "vlan-pcp",
            "802.1Q priority and drop eligible bits are no part of the VLAN id",
            qos,
            26,
            vlan=4094,
            pcp=7,
            dei=1,
            priority=5,
        ),
        down("vlan-zero", "VLAN id 0, a priority tag", ping, 24, vlan=0, pcp=5),
        down(
            "reserved-bit",
            "The reserved bit of tag octet 3 is ignored",
            qos,
            26,
            priority=5,
            reserved=1,
        ),
        down("vap-any", "Parsers do not check the VAP id, not even 0xffff", ping, 24, vap=0xFFFF),
        down(
            "radiotap-empty",
            "The shortest radiotap header, no field present",
            ping,
            24,
            radiotap=b.radiotap(),
        ),
        down(
            "radiotap-longest",
            "A radiotap header of 256 octets",
            ping,
            24,
            radiotap=b.radiotap_of_length(256),
        ),
        down(
            "radiotap-unparsable",
            "Radiotap whose present words exceed it: content is ignored",
            ping,
            24,
            radiotap=struct.pack("<BBHI", 0, 0, 8, 0x80000000),
        ),
        down(
            "longest",
            "An 802.11 frame of 11454 octets, the longest",
            b.data(*to_sta, bytes(11428), seq=17, tid=0),
            26,
        ),
    ]
