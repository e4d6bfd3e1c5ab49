# SPDX-License-Identifier: Apache-2.0
"""Frames in segments: well-formed ones with the whole frame, and malformed ones.

The segments of one frame name its vector as 'whole'. A receiver that reassembles them gets the
octets of that vector.
"""

import struct

import blocks as b
import downlink
import malformed
import uplink

HEADER = 12  # octets of the segment header
PEER_OF_SUBFRAME = b.mac(b.PEER)


def amsdu(length, size=1500):
    """Returns an A-MSDU of 'length' octets: subframes with payloads of up to 'size' octets."""
    octets = b""
    while len(octets) < length:
        octets += bytes(-len(octets) % 4)
        payload = min(size, length - len(octets) - 14)
        octets += PEER_OF_SUBFRAME + b.mac(b.STATION) + struct.pack(">H", payload)
        octets += bytes((at + length) % 251 for at in range(payload))
    return octets


def long_frame(length, seq):
    """Returns QoS data of a station with an A-MSDU of 'length' octets."""
    return b.data(b.TO_DS, b.BSSID, b.STATION, b.PEER, amsdu(length), seq=seq, tid=0x80 | 5)


def wholes():
    """Returns the vectors of whole frames, by file."""
    ups = [
        uplink.up(
            f"amsdu-{length}",
            f"QoS data with an A-MSDU of {length} octets",
            long_frame(length, seq),
            26,
            priority=5,
        )
        for length, seq in ((3839, 20), (7935, 21), (11000, 22))
    ]
    ups.append(
        uplink.up(
            "longest",
            "The longest content: radiotap of 256 octets, 802.11 frame of 11454",
            b.data(b.TO_DS, b.BSSID, b.STATION, b.PEER, amsdu(11428), seq=23, tid=0x80),
            26,
            radiotap=b.radiotap_of_length(256),
        )
    )
    downs = [
        downlink.down(
            "amsdu-3839",
            "QoS data with an A-MSDU of 3839 octets",
            b.data(b.FROM_DS, b.STATION, b.BSSID, b.PEER, amsdu(3839), seq=24, tid=0x80 | 5),
            26,
            priority=5,
        )
    ]
    return {"uplink.json": ups, "downlink.json": downs}


def segment_header(index, total, size, frame_id, first=0x53, reserved=0):
    """Returns the segment header."""
    return struct.pack(">BBHHHI", first, index, total, size, reserved, frame_id)


def segment(whole, name, index, size, frame_id, *, vlan=None, pcp=0, padding=0, level=None):
    """Returns the vector of one segment of the frame in the vector 'whole'. It names 'whole' if
    its own name does so."""
    octets, expect = bytes.fromhex(whole["hex"]), whole["expect"]
    content = octets[expect["radiotap_offset"] :]
    part = content[index * size : (index + 1) * size]
    level = expect["level"] if level is None else level
    tag = b.tag(level, expect["rate"], expect["priority"])
    station = b.mac(expect["station"])
    outer = station + tag if whole["direction"] == "downlink" else tag + station
    outer += b.vlan_tag(vlan, pcp) + struct.pack(">H", b.FRAME_TYPE)
    count = -(-len(content) // size)
    return {
        "name": f"{name}-segment-{index}",
        "description": f"Segment {index} of {count} of {whole['name']}, {len(part)} octets",
        "direction": whole["direction"],
        "canonical": not (pcp or padding),
        "hex": (
            outer + segment_header(index, len(content), size, frame_id) + part + bytes(padding)
        ).hex(),
        "expect": {
            "error": "ok",
            "vlan": vlan,
            "station": expect["station"],
            "level": level,
            "rate": expect["rate"],
            "priority": expect["priority"],
            "kind": 0,
            "vap": expect["vap"],
            "segment": {
                "whole": name if name == whole["name"] else None,
                "index": index,
                "count": count,
                "total": len(content),
                "size": size,
                "frame_id": frame_id,
                "content_offset": len(outer) + HEADER,
                "content_length": len(part),
            },
        },
    }


def well_formed():
    """Returns well-formed segments."""
    found = {vector["name"]: vector for vectors in wholes().values() for vector in vectors}
    sizes = {  # equal parts for an MTU of 1700, but for the last two
        "uplink-amsdu-3839": 1300,
        "uplink-amsdu-7935": 1600,
        "uplink-amsdu-11000": 1580,
        "uplink-longest": 732,
        "downlink-amsdu-3839": 512,
    }
    vectors = []
    for number, (name, size) in enumerate(sizes.items()):
        whole = found[name]
        total = len(bytes.fromhex(whole["hex"])) - 14
        for index in range(-(-total // size)):
            vectors.append(segment(whole, name, index, size, 0xDEADBEE0 + number))
    short = found["uplink-amsdu-3839"]
    vectors.append(segment(short, "uplink-vlan", 1, 1300, 0, vlan=100))
    vectors.append(segment(short, "uplink-vlan-pcp", 2, 1300, 1, vlan=100, pcp=5))
    vectors.append(segment(short, "uplink-rewritten", 1, 1300, 0xFFFFFFFF, level=-1))
    total = len(bytes.fromhex(short["hex"])) - 14
    vectors.append(segment(short, "uplink-one-octet", 1, total - 1, 2, padding=45))
    return vectors


def bad(direction):
    """Yields malformed segments. A reader without segments refuses them too, as radiotap."""
    part = bytes(600)
    cases = [
        ("header", "Eight octets of the segment header", segment_header(0, 1200, 600, 1)[:8]),
        ("header-11", "One octet short of the header", segment_header(0, 1200, 600, 1)[:11]),
        ("cut", "One octet of the content missing", segment_header(0, 1200, 600, 1) + part[1:]),
        ("index", "Index 2 of two segments", segment_header(2, 1200, 600, 1) + part),
        ("index-max", "Index 255", segment_header(255, 1200, 600, 1) + part),
        ("one", "A whole frame in one segment", segment_header(0, 600, 600, 1) + part),
        ("empty", "A content of no octets", segment_header(0, 0, 600, 1) + part),
        ("size-0", "Size 0", segment_header(0, 1200, 0, 1) + part),
        ("size-511", "Size 511, the longest too small", segment_header(0, 1200, 511, 1) + part),
        ("total-11711", "Length 11711", segment_header(0, 11711, 800, 1) + bytes(800)),
        ("total-max", "Length 65535", segment_header(0, 65535, 65534, 1) + bytes(1000)),
        ("count-17", "17 segments", segment_header(0, 16 * 512 + 1, 512, 1) + part),
    ]
    for name, description, octets in cases:
        yield malformed.bad(
            direction,
            f"segment-{name}",
            description,
            "segment",
            malformed.build(direction, radiotap=b"", frame=octets),
        )
    good = segment_header(0, 1200, 600, 1) + part
    yield malformed.bad(
        direction,
        "order-short-segment",
        "A segment header cut after seven octets",
        "short",
        malformed.build(direction, radiotap=b"", frame=good[:7]),
    )
    yield malformed.bad(
        direction,
        "order-address-segment",
        "Null station and a segment",
        "address",
        malformed.build(direction, station=b.NULL, radiotap=b"", frame=good),
    )


def bad_one_sided():
    """Yields malformed segments that exist in one direction only."""
    good = segment_header(0, 1200, 600, 1) + bytes(600)
    yield malformed.bad(
        "uplink",
        "segment-status",
        "A segment of a TX status",
        "segment",
        malformed.build("uplink", tag=b.tag(kind=1), radiotap=b"", frame=good),
    )
    yield malformed.bad(
        "downlink",
        "segment-group",
        "A segment to a group",
        "segment",
        malformed.build("downlink", station=b.BROADCAST, radiotap=b"", frame=good),
    )


def malformed_ones():
    """Yields all malformed segments."""
    for direction in ("downlink", "uplink"):
        yield from bad(direction)
    yield from bad_one_sided()
