# SPDX-License-Identifier: Apache-2.0
"""Truncated and malformed frames of ethertype 0x1337.

Vectors with 'order-' in their names have two faults. The expected error is the one that
section 3 of SPECIFICATION.md lists first.
"""

import struct

import blocks as b

DATA = {
    "downlink": b.data(b.FROM_DS, b.STATION, b.BSSID, b.PEER, b.LLC_IPV4, seq=1, tid=0),
    "uplink": b.data(b.TO_DS, b.BSSID, b.STATION, b.PEER, b.LLC_IPV4, seq=1, tid=0),
}
HEADER = 26  # of both


def build(
    direction,
    *,
    station=b.STATION,
    tag=None,
    ethertype=b.FRAME_TYPE,
    vlan=b"",
    radiotap=None,
    frame=None,
):
    """Returns a frame whose parts are valid by default."""
    tag = b.tag() if tag is None else tag
    outer = b.mac(station) + tag if direction == "downlink" else tag + b.mac(station)
    radiotap = b.radiotap(rate=12) if radiotap is None else radiotap
    frame = DATA[direction] if frame is None else frame
    return outer + vlan + struct.pack(">H", ethertype) + radiotap + frame


def bad(direction, name, description, error, octets):
    """Returns a vector that every parser refuses with 'error'."""
    return {
        "name": f"{direction}-{name}",
        "description": description,
        "direction": direction,
        "canonical": False,
        "hex": octets.hex(),
        "expect": {"error": error},
    }


def radiotap_head(version, length, present=0):
    """Returns the first eight octets of a radiotap header."""
    return struct.pack("<BBHI", version, 0, length, present)


def truncated(direction, vlan):
    """Yields frames cut at each boundary of their parts, and one octet before and after."""
    octets = build(direction, vlan=vlan)
    ethernet = 14 + len(vlan)
    radiotap = len(b.radiotap(rate=12))
    parts = [
        ("first", 0),
        ("second", 6),
        ("type", 12),
        ("inner-type", ethernet - 2),
        ("radiotap", ethernet),
        ("radiotap-fields", ethernet + 8),
        ("80211", ethernet + radiotap),
        ("80211-address2", ethernet + radiotap + 10),
        ("80211-qos", ethernet + radiotap + 24),
        ("80211-body", ethernet + radiotap + HEADER),
    ]
    ends = sorted({end + d for _, end in parts for d in (-1, 0, 1) if end + d >= 0})
    for end in ends:
        if end >= ethernet + radiotap + HEADER:
            continue  # the header is whole: a well-formed frame
        if end < ethernet + 8:
            error = "short"
        elif end < ethernet + radiotap:
            error = "radiotap"
        else:
            error = "80211"
        yield bad(
            direction,
            f"{'vlan-' if vlan else ''}cut-{end}",
            f"Only the first {end} of {len(octets)} octets",
            error,
            octets[:end],
        )


def malformed(direction):
    """Yields frames with one fault."""
    yield bad(
        direction,
        "ethertype-ipv4",
        "Another protocol",
        "ethertype",
        build(direction, ethertype=0x0800),
    )
    yield bad(
        direction,
        "ethertype-swapped",
        "The ethertype in the wrong octet order",
        "ethertype",
        build(direction, ethertype=0x3713),
    )
    yield bad(
        direction,
        "ethertype-announce",
        "An announcement's ethertype",
        "ethertype",
        build(direction, ethertype=b.ANNOUNCE_TYPE),
    )
    yield bad(
        direction,
        "ethertype-vlan-ipv4",
        "Another protocol under a VLAN tag",
        "ethertype",
        build(direction, ethertype=0x0800, vlan=b.vlan_tag(1)),
    )
    yield bad(
        direction,
        "ethertype-two-vlans",
        "Two VLAN tags: only one is allowed",
        "ethertype",
        build(direction, vlan=b.vlan_tag(1) * 2),
    )
    yield bad(
        direction,
        "ethertype-provider",
        "A provider's VLAN tag, 0x88a8",
        "ethertype",
        build(direction, vlan=struct.pack(">HH", 0x88A8, 1)),
    )
    for octet0, what in (
        (0x22, "version 2"),
        (0x13, "a group address"),
        (0x10, "not local"),
        (0x02, "version 0"),
        (0x00, "null"),
    ):
        yield bad(
            direction,
            f"version-{octet0:02x}",
            f"Tag octet 0 is 0x{octet0:02x}: {what}",
            "version",
            build(direction, tag=b.tag(octet0=octet0)),
        )
    for kind in (4, 15):
        yield bad(
            direction,
            f"kind-{kind}",
            f"Reserved kind {kind}",
            "kind",
            build(direction, tag=b.tag(kind=kind)),
        )
    yield bad(
        direction,
        "address-null",
        "The station's address is all zero",
        "address",
        build(direction, station=b.NULL),
    )
    yield from malformed_radiotap(direction)
    yield from malformed_80211(direction)


def malformed_radiotap(direction):
    """Yields radiotap headers with a wrong version or length."""
    for name, what, head in (
        ("version", "version 1", radiotap_head(1, 8)),
        ("length-0", "length 0", radiotap_head(0, 0)),
        ("length-7", "length 7, less than itself", radiotap_head(0, 7)),
        ("length-257", "length 257, the shortest too long", b.radiotap_of_length(257)),
        ("length-max", "length 65535", radiotap_head(0, 65535)),
        ("big-endian", "length 8 in the wrong octet order", struct.pack(">BBHI", 0, 0, 8, 0)),
    ):
        yield bad(
            direction,
            f"radiotap-{name}",
            f"Radiotap header of {what}",
            "radiotap",
            build(direction, radiotap=head),
        )
    frame = DATA[direction]
    yield bad(
        direction,
        "radiotap-past-end",
        "Radiotap header one octet longer than the frame",
        "radiotap",
        build(direction, radiotap=radiotap_head(0, 8 + len(frame) + 1)),
    )


def malformed_80211(direction):
    """Yields 802.11 frames that are too short, too long, or of a kind that is not carried."""
    ends = (b.STATION, b.BSSID) if direction == "downlink" else (b.BSSID, b.STATION)
    both = b.TO_DS | b.FROM_DS
    cases = [
        ("none", "No 802.11 frame at all", b""),
        ("cts-9", "CTS one octet short", b.control(0xC4, ends[0])[:9]),
        ("ack-9", "ACK one octet short", b.control(0xD4, ends[0])[:9]),
        ("rts-15", "RTS one octet short", b.control(0xB4, *ends)[:15]),
        ("ps-poll-15", "PS-Poll one octet short", b.ps_poll(*ends)[:15]),
        ("cf-end-15", "CF-End one octet short", b.control(0xE4, *ends)[:15]),
        (
            "management-23",
            "Management frame one octet short",
            b.management("action", *ends, b.BSSID)[:23],
        ),
        (
            "management-htc-27",
            "Management frame with HT control one octet short",
            b.management("action", *ends, b.BSSID, htc=True)[:27],
        ),
        ("data-23", "Data one octet short", b.data(b.TO_DS, *ends, b.PEER)[:23]),
        ("qos-25", "QoS data one octet short", b.data(b.TO_DS, *ends, b.PEER, tid=0)[:25]),
        (
            "qos-htc-29",
            "QoS data with HT control one octet short",
            b.data(b.TO_DS | b.HTC, *ends, b.PEER, tid=0)[:29],
        ),
        (
            "four-address-29",
            "Data with four addresses one octet short",
            b.data(both, *ends, b.PEER, addr4=b.PEER)[:29],
        ),
        (
            "four-address-qos-31",
            "QoS data with four addresses one octet short",
            b.data(both, *ends, b.PEER, addr4=b.PEER, tid=0)[:31],
        ),
        (
            "four-address-qos-htc-35",
            "QoS data with four addresses and HT control, one short",
            b.data(both | b.HTC, *ends, b.PEER, addr4=b.PEER, tid=0)[:35],
        ),
        (
            "extension",
            "An extension frame (type 3): dropped, however long",
            b"\x0c" + DATA[direction][1:],
        ),
        (
            "protocol-version",
            "Protocol version 1 has another header: dropped",
            b"\x89" + DATA[direction][1:],
        ),
        ("too-long", "An 802.11 frame of 11455 octets", DATA[direction].ljust(11455, b"\0")),
    ]
    for name, description, frame in cases:
        yield bad(direction, f"80211-{name}", description, "80211", build(direction, frame=frame))


def order(direction):
    """Yields frames with two faults. The one that is checked first decides."""
    version, kind = b.tag(octet0=0x22, kind=9), b.tag(kind=9)
    cases = [
        (
            "short-ethertype",
            "short",
            "Another protocol, cut inside the Ethernet header",
            build(direction, ethertype=0x0800)[:13],
        ),
        (
            "short-vlan",
            "short",
            "Cut inside the VLAN tag of another protocol",
            build(direction, ethertype=0x0800, vlan=b.vlan_tag(1))[:17],
        ),
        (
            "ethertype-version",
            "ethertype",
            "Another protocol, no radio tag",
            build(direction, ethertype=0x0800, tag=version),
        ),
        (
            "ethertype-short",
            "ethertype",
            "Another protocol, nothing after the Ethernet header",
            build(direction, ethertype=0x0800)[:14],
        ),
        (
            "version-kind",
            "version",
            "Wrong version and reserved kind",
            build(direction, tag=version),
        ),
        (
            "version-address",
            "version",
            "Wrong version and null station",
            build(direction, tag=b.tag(octet0=0x22), station=b.NULL),
        ),
        (
            "version-short",
            "version",
            "Wrong version and no radiotap header",
            build(direction, tag=version)[:14],
        ),
        (
            "kind-address",
            "kind",
            "Reserved kind and null station",
            build(direction, tag=kind, station=b.NULL),
        ),
        (
            "kind-short",
            "kind",
            "Reserved kind and no radiotap header",
            build(direction, tag=kind)[:14],
        ),
        (
            "address-short",
            "address",
            "Null station and no radiotap header",
            build(direction, station=b.NULL)[:14],
        ),
        (
            "address-radiotap",
            "address",
            "Null station and wrong radiotap version",
            build(direction, station=b.NULL, radiotap=radiotap_head(1, 8)),
        ),
        (
            "short-radiotap",
            "short",
            "Radiotap of wrong version cut after seven octets",
            build(direction, radiotap=radiotap_head(1, 8))[:21],
        ),
        (
            "radiotap-80211",
            "radiotap",
            "Wrong radiotap version and an extension frame",
            build(direction, radiotap=radiotap_head(1, 8), frame=b"\x0c" * 30),
        ),
    ]
    for name, error, description, octets in cases:
        yield bad(direction, f"order-{name}", description, error, octets)


def one_sided():
    """Yields frames whose fault exists in one direction only."""
    for name, station in (("broadcast", b.BROADCAST), ("multicast", b.MULTICAST)):
        yield bad(
            "uplink",
            f"address-{name}",
            "A group address as the transmitter",
            "address",
            build("uplink", station=station),
        )
    yield bad(
        "uplink",
        "status-address-group",
        "A TX status of a frame to a group",
        "address",
        build("uplink", station=b.BROADCAST, tag=b.tag(kind=1)),
    )
    yield bad(
        "uplink",
        "status-cut",
        "A TX status whose header is cut",
        "80211",
        build("uplink", tag=b.tag(kind=1), frame=DATA["downlink"][:25]),
    )
    yield bad(
        "downlink",
        "status",
        "A TX status is only sent uplink",
        "kind",
        build("downlink", tag=b.tag(kind=1)),
    )
    yield bad(
        "downlink",
        "neighbour",
        "A neighbour's beacon is only sent uplink",
        "kind",
        build("downlink", tag=b.tag(kind=2)),
    )
    yield bad(
        "downlink",
        "wrong-way",
        "An uplink frame read as a downlink one",
        "version",
        build("uplink"),
    )
    yield bad(
        "uplink",
        "wrong-way",
        "A downlink frame read as an uplink one",
        "version",
        build("downlink"),
    )


def vectors():
    """Yields all vectors of this file."""
    for direction in ("downlink", "uplink"):
        yield from truncated(direction, b"")
        yield from truncated(direction, b.vlan_tag(100))
        yield from malformed(direction)
        yield from order(direction)
    yield from one_sided()
