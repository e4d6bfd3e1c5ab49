# SPDX-License-Identifier: Apache-2.0
"""Frames of kind 3 that are no messages of virtual stations."""

import blocks as b
import malformed
import segments
from vstas import HELLO, ID, LAB, OTHER, VSTA, done, down, frame, head, hello, scan, up


def headers():
    """Returns frames of kind 3 whose header or addresses are no message's."""
    good, ending = hello(), "02:56:53:00:ff:ff"
    return [
        down("action", "An Action frame", good, subtype="action"),
        down("retry", "Frame control has a flag", good, flags=b.RETRY),
        down("category", "A protected vendor-specific frame", hello(category=126)),
        down("oui", "Another OUI", hello(oui=b.OTHER_OUI)),
        down("oui-last", "The last octet of the OUI is another", hello(oui=b.OUI[:4] + "38")),
        down("type-1", "The type of a survey report", head(1) + good[5:]),
        down("type-5", "An unknown type", head(5) + good[5:]),
        down("empty", "Only the 802.11 header", b""),
        down("head", "Only the first five octets of the body", head(HELLO)),
        down("done", "A scan done downlink", done()),
        up("hello", "A hello uplink", good),
        up("scan", "A scan uplink", scan()),
        down("vap", "The id is not that of the sender", good, vap=ID + 1),
        down("destination", "The outer destination is not address 1", good, station=b.PEER),
        down(
            "unicast",
            "To one receiver",
            good,
            station=b.PEER,
            addresses=(b.PEER, VSTA, b.PEER),
        ),
        down("addr3", "Address 3 is not address 1", good, addresses=(b.BROADCAST, VSTA, VSTA)),
        down(
            "group",
            "The sender is a group",
            good,
            addresses=(b.BROADCAST, "03" + VSTA[2:], b.BROADCAST),
        ),
        down(
            "null", "The sender is null", good, addresses=(b.BROADCAST, b.NULL, b.BROADCAST), vap=0
        ),
        down(
            "ffff",
            "No address of a virtual station ends in ff:ff",
            good,
            addresses=(b.BROADCAST, ending, b.BROADCAST),
            vap=0xFFFF,
        ),
        up("vap", "The id is not that of the receiver", done(), vap=ID + 1),
        up("source", "The source is not address 2", done(), station=b.PEER),
        up("addr3", "Address 3 is not address 1", done(), addresses=(VSTA, b.RADIO, OTHER)),
        up(
            "group",
            "To all stations",
            done(),
            addresses=(b.BROADCAST, b.RADIO, b.BROADCAST),
            vap=0xFFFF,
        ),
        up(
            "multicast",
            "To a group",
            done(),
            addresses=("03" + VSTA[2:], b.RADIO, "03" + VSTA[2:]),
        ),
        up("null", "To a null address", done(), addresses=(b.NULL, b.RADIO, b.NULL), vap=0),
        up(
            "ffff",
            "To an address in ff:ff",
            done(),
            addresses=(ending, b.RADIO, ending),
            vap=0xFFFF,
        ),
        down("frame", "A frame of kind 0 with the content of a hello", good, kind=0),
    ]


def bodies():
    """Returns frames of kind 3 whose body is malformed."""
    return [
        down("hello-cut", "A hello without the length of the SSID", hello(name="")[:-1]),
        down("hello-bssid-cut", "A hello that ends in the BSSID", hello(name="")[:-3]),
        down("hello-ssid-past-end", "An SSID one octet short", hello()[:-1]),
        down("hello-ssid-33", "An SSID of 33 octets", hello(name="61" * 33)),
        down("hello-bssid-group", "The BSSID is a group", hello(bssid=b.BROADCAST)),
        down("scan-id-0", "Scan id 0", scan(number=0)),
        down("scan-none", "A scan of no frequency", scan(frequencies=(), ssids=(LAB,))),
        down("scan-61", "61 frequencies", scan(frequencies=range(5000, 5061))),
        down("scan-255", "255 frequencies", scan(frequencies=range(5000, 5060), f=255)),
        down("scan-frequency-0", "Frequency 0", scan(frequencies=(2412, 0))),
        down("scan-twice", "One frequency twice", scan(frequencies=(2412, 2437, 2412))),
        down(
            "scan-cut", "One octet of the frequencies missing", scan(frequencies=(2412, 2437))[:-1]
        ),
        down("scan-past-end", "One frequency missing", scan(frequencies=(2412, 2437), f=3)),
        down("scan-ssids-5", "Five SSIDs", scan(ssids=("",) * 5)),
        down("scan-ssids-past-end", "One SSID missing", scan(ssids=("", LAB), s=3)),
        down("scan-ssid-33", "An SSID of 33 octets", scan(ssids=("61" * 33,))),
        down("scan-ssid-past-end", "The last SSID one octet short", scan(ssids=(LAB, LAB))[:-1]),
        up("done-cut", "A scan done one octet short", done()[:-1]),
        up("done-status-3", "An unknown status", done(status=3)),
        up("done-id-0", "Scan id 0", done(number=0)),
    ]


def malformed_frames():
    """Yields frames of kind 3 that each parser of frames refuses."""
    tag = b.tag(priority=7, kind=3, vap=ID)
    for direction, side, body in (("downlink", b.BROADCAST, hello()), ("uplink", b.RADIO, done())):
        good = frame(direction, body, "action_no_ack", 0, None)
        part = segments.segment_header(0, 1200, 600, 1) + bytes(600)
        cases = [
            ("null", "address", {"station": b.NULL, "frame": good}),
            ("radiotap-version", "radiotap", {"radiotap": malformed.radiotap_head(1, 8)}),
            ("80211-cut", "80211", {"frame": good[:23]}),
            ("segment", "segment", {"radiotap": b"", "frame": part}),
        ]
        if direction == "uplink":
            cases.append(("broadcast", "address", {"station": b.BROADCAST, "frame": good}))
        for name, error, changes in cases:
            octets = malformed.build(direction, **{"station": side, "tag": tag} | changes)
            yield malformed.bad(
                direction,
                f"vsta-malformed-{name}",
                f"A message of a virtual station, malformed: {name}",
                error,
                octets,
            )


def vectors():
    """Returns frames that each parser of frames accepts, and that are no messages."""
    return headers() + bodies()
