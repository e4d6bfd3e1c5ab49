# SPDX-License-Identifier: Apache-2.0
"""Well-formed uplink frames: of stations, TX statuses, beacons of neighbours."""

import struct

import blocks as b
import frames

AUTH_BODY = struct.pack("<HHH", 0, 1, 0)  # open system, first message, success


def up(name, description, frame, header, *, station=b.STATION, radiotap=None, **fields):
    """Returns an uplink frame, by default received at -47 dBm and 6 Mb/s on channel 6."""
    if radiotap is None:
        radiotap = b.radiotap(
            tsft=1000000, flags=0, rate=12, channel=b.CHANNEL_6, signal=-47, antenna=0
        )
        fields = {"level": -47, "rate": 12} | fields
    return frames.frame_vector(
        f"uplink-{name}", description, "uplink", station, radiotap, frame, header, **fields
    )


def status(name, description, frame, *, flags=0, retries=0, fields=None, **tag):
    """Returns a TX status. 'frame' is the header of the sent frame."""
    radiotap = b.radiotap(tx_flags=flags, data_retries=retries, **(fields or {}))
    return frames.frame_vector(
        f"uplink-status-{name}",
        description,
        "uplink",
        b.STATION,
        radiotap,
        frame,
        tag.pop("header", len(frame)),
        kind=1,
        **tag,
    )


def received():
    """Returns well-formed uplink frames of kind 0."""
    to_ap = (b.TO_DS, b.BSSID, b.STATION, b.PEER)
    probe_any = b.management(
        "probe_req", b.BROADCAST, b.STATION, b.BROADCAST, b.ANY_SSID + b.RATES, seq=1
    )
    qos = b.data(*to_ap, b.ping(), seq=4, tid=5)
    poll = b.ps_poll(b.BSSID, b.STATION)
    vht = (0x0044, 0x04, 4, bytes([0x92, 0, 0, 0]), 0, 0, 0)
    heard = {"flags": 0, "channel": b.CHANNEL_36, "signal": -61, "noise": -95}
    return [
        up(
            "probe-request-wildcard",
            "Probe request to any BSSID names no VAP: 0xffff",
            probe_any,
            24,
            priority=7,
            vap=0xFFFF,
        ),
        up(
            "probe-request-directed",
            "Probe request to one BSSID",
            b.management("probe_req", b.BSSID, b.STATION, b.BSSID, b.SSID + b.RATES, seq=2),
            24,
            priority=7,
        ),
        up(
            "authentication",
            "Authentication, heard at 1 Mb/s",
            b.management("auth", b.BSSID, b.STATION, b.BSSID, AUTH_BODY, seq=3),
            24,
            radiotap=b.radiotap(flags=0, rate=2, channel=b.CHANNEL_1, signal=-90),
            level=-90,
            rate=2,
            priority=7,
        ),
        up(
            "action-htc",
            "Management frame with HT control: a header of 28 octets",
            b.management(
                "action", b.BSSID, b.STATION, b.BSSID, frames.ACTION_BODY, seq=9, htc=True
            ),
            28,
            priority=7,
        ),
        up("data", "Data without QoS: priority 0", b.data(*to_ap, b.ping(), seq=3), 24),
        up("qos-data", "QoS data of user priority 5", qos, 26, priority=5),
        up(
            "qos-data-htc",
            "QoS data with HT control: a header of 30 octets",
            b.data(b.TO_DS | b.HTC, b.BSSID, b.STATION, b.PEER, b.ping(), seq=5, tid=2),
            30,
            priority=2,
        ),
        up(
            "null-power-save",
            "Null data with the power management bit",
            b.data(b.TO_DS | b.PM, b.BSSID, b.STATION, b.BSSID, seq=6, null=True),
            24,
        ),
        up(
            "eapol",
            "Unencrypted EAPOL has priority 6",
            b.data(*to_ap, b.LLC_EAPOL + b.EAPOL_KEY, seq=7),
            24,
            priority=6,
        ),
        up("ps-poll", "PS-Poll: 16 octets, address 1 is the BSSID", poll, 16, priority=7),
        up(
            "four-address",
            "Data with four addresses from a wireless bridge",
            b.data(b.TO_DS | b.FROM_DS, b.BSSID, b.STATION, b.PEER, b.ping(), seq=8, addr4=b.PEER),
            30,
        ),
        up(
            "four-address-qos-htc",
            "The longest header that is carried: 36 octets",
            b.data(
                b.TO_DS | b.FROM_DS | b.HTC,
                b.BSSID,
                b.STATION,
                b.PEER,
                b.ping(),
                seq=9,
                addr4=b.PEER,
                tid=4,
            ),
            36,
            priority=4,
        ),
        up(
            "ht",
            "HT rate: 0 in the tag, MCS 15 in radiotap, part of an A-MPDU",
            qos,
            26,
            radiotap=b.radiotap(mcs=(0x07, 0x01, 15), ampdu=(42, 0x0004, 0, 0), **heard),
            level=-61,
            priority=5,
        ),
        up(
            "vht",
            "VHT rate: 0 in the tag, MCS 9 of two streams at 80 MHz in radiotap",
            qos,
            26,
            radiotap=b.radiotap(vht=vht, **heard),
            level=-61,
            priority=5,
        ),
        up(
            "signal-unknown",
            "A radio that reports no signal",
            qos,
            26,
            radiotap=b.radiotap(rate=108),
            rate=108,
            priority=5,
        ),
        up(
            "signal-positive",
            "Signal of +5 dBm: the octet is signed",
            qos,
            26,
            radiotap=b.radiotap(rate=108, signal=5),
            level=5,
            rate=108,
            priority=5,
        ),
        up("vlan", "802.1Q tag with VLAN id 100", qos, 26, vlan=100, priority=5),
        up(
            "vlan-pcp",
            "802.1Q priority is no part of the VLAN id",
            qos,
            26,
            vlan=4095,
            pcp=6,
            priority=5,
        ),
        up(
            "vlan-probe-request-wildcard",
            "Wildcard probe request under a VLAN tag",
            probe_any,
            24,
            vlan=100,
            priority=7,
            vap=0xFFFF,
        ),
        up(
            "reserved-bit",
            "The reserved bit of tag octet 3 is ignored",
            qos,
            26,
            priority=5,
            reserved=1,
        ),
        up(
            "padded",
            "Ethernet padding counts as part of the 802.11 frame",
            poll + bytes(20),
            16,
            radiotap=b.radiotap(flags=0, signal=-70),
            level=-70,
            priority=7,
        ),
        up(
            "station-like-tag",
            "A station whose address begins like a tag: the direction decides",
            b.data(b.TO_DS, b.BSSID, "12:00:5e:10:00:07", b.PEER, b.ping(), seq=10),
            24,
            station="12:00:5e:10:00:07",
        ),
    ]


def statuses():
    """Returns well-formed uplink frames of kind 1."""
    to_sta = (b.FROM_DS, b.STATION, b.BSSID, b.PEER)
    qos = b.data(*to_sta, seq=100, tid=5)
    return [
        status(
            "ok",
            "QoS data acknowledged at the first try, 54 Mb/s",
            qos,
            fields={"rate": 108},
            rate=108,
            priority=5,
        ),
        status(
            "retried",
            "Acknowledged after two retries at an HT rate",
            qos,
            retries=2,
            fields={"mcs": (0x07, 0x00, 3)},
            priority=5,
        ),
        status(
            "failed",
            "No ACK arrived after seven retries",
            qos,
            flags=b.TX_FAIL,
            retries=7,
            fields={"rate": 2},
            rate=2,
            priority=5,
        ),
        status(
            "management",
            "A probe response acknowledged",
            b.management("probe_resp", b.STATION, b.BSSID, b.BSSID, seq=101),
            fields={"rate": 2},
            rate=2,
            priority=7,
        ),
        status(
            "four-address",
            "A frame with four addresses failed",
            b.data(b.TO_DS | b.FROM_DS, b.STATION, b.BSSID, b.PEER, seq=102, addr4=b.BSSID),
            flags=b.TX_FAIL,
            retries=3,
            fields={"rate": 12},
            rate=12,
        ),
        status(
            "padded",
            "Padded to 60 octets by Ethernet",
            qos + bytes(8),
            fields={"rate": 108},
            rate=108,
            priority=5,
            header=26,
        ),
        status("vlan", "A TX status under a VLAN tag", qos, vlan=100, priority=5),
    ]


def neighbours():
    """Returns well-formed uplink frames of kind 2."""
    beacon = b.management("beacon", b.BROADCAST, b.PEER, b.PEER, b.BEACON_BODY, seq=11)
    return [
        up(
            "neighbour",
            "A neighbour's beacon: the source is the WTP's radio, the priority background",
            beacon,
            24,
            station=b.RADIO,
            priority=1,
            kind=2,
        ),
        up(
            "neighbour-vlan",
            "A neighbour's beacon under a VLAN tag",
            beacon,
            24,
            station=b.RADIO,
            priority=1,
            kind=2,
            vlan=100,
        ),
    ]
