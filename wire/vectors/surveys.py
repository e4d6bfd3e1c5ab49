# SPDX-License-Identifier: Apache-2.0
"""Survey reports, and uplink frames of kind 2 that are none."""

import struct

import blocks as b
import frames

NOISE, TIME, BUSY, TX, RX = 0x01, 0x02, 0x04, 0x08, 0x10
ALL = NOISE | TIME | BUSY | TX | RX
VALUES = {"noise_dbm": -95, "time_ms": 60000, "busy_ms": 7500, "tx_ms": 1200, "rx_ms": 5800}


def body(flags=ALL, mhz=2437, noise=-95, times=(60000, 7500, 1200, 5800), **changes):
    """Returns the body of a report: 44 octets."""
    category, oui = changes.pop("category", 127), changes.pop("oui", b.OUI)
    kind, reserved = changes.pop("type", 1), changes.pop("reserved", bytes(3))
    assert not changes
    head = bytes([category]) + bytes.fromhex(oui) + struct.pack("<BBHb", kind, flags, mhz, noise)
    return head + reserved + struct.pack("<4Q", *times)


def report(
    name,
    description,
    content,
    survey=None,
    *,
    subtype="action_no_ack",
    addr1=b.BSSID,
    addr2=b.RADIO,
    bssid=b.BSSID,
    flags=0,
    **fields,
):
    """Returns a frame of kind 2. With 'survey' it is a report with these values."""
    frame = b.management(subtype, addr1, addr2, bssid, content)
    return frames.frame_vector(
        f"uplink-survey-{name}",
        description,
        "uplink",
        b.RADIO,
        b.radiotap(),
        # The radio does not receive it: duration and number are 0.
        frame[:1] + bytes([flags, 0, 0]) + frame[4:],
        24,
        priority=1,
        kind=2,
        survey=survey and {"frequency": 2437} | dict.fromkeys(VALUES) | survey,
        **fields,
    )


def reports():
    """Returns survey reports."""
    most = 2**64 - 1
    return [
        report("all", "A survey report with all values, from the WTP's radio", body(), VALUES),
        report("vlan", "A survey report under a VLAN tag", body(), VALUES, vlan=100),
        report(
            "noise",
            "A radio that knows only the noise",
            body(NOISE, times=(0, 0, 0, 0)),
            {"noise_dbm": -95},
        ),
        report(
            "busy",
            "A radio that knows the busy time only; 5 GHz",
            body(TIME | BUSY, 5180, 0, (2**32, 2**31 + 5, 0, 0)),
            {"frequency": 5180, "time_ms": 2**32, "busy_ms": 2**31 + 5},
        ),
        report(
            "zero",
            "Values of 0 are values",
            body(ALL, noise=0, times=(0, 0, 0, 0)),
            dict.fromkeys(VALUES, 0),
        ),
        report(
            "most",
            "The largest times",
            body(times=(most, most, most, most)),
            VALUES | dict.fromkeys(("time_ms", "busy_ms", "tx_ms", "rx_ms"), most),
        ),
        report(
            "reserved",
            "Reserved bits and octets, and values without their flag, are ignored",
            body(0xE0 | TIME, reserved=b"\xff" * 3),
            {"time_ms": 60000},
            canonical=False,
        ),
    ]


def others():
    """Returns frames of kind 2 that are no reports."""
    return [
        report("cut", "One octet less than a report", body()[:-1]),
        report("longer", "One octet more than a report", body() + b"\0"),
        report("action", "An Action frame", body(), subtype="action"),
        report("retry", "Frame control has a flag", body(), flags=b.RETRY),
        report("category", "A protected vendor-specific frame", body(category=126)),
        report("oui", "Another OUI", body(oui=b.OTHER_OUI)),
        report("type", "Another type of the same OUI", body(type=2)),
        report("empty", "A report without a value", body(0)),
        report("reserved-flags", "A report with reserved flags only", body(0xE0)),
        report("frequency-0", "No frequency", body(mhz=0)),
        report("vap", "The VAP id is not that of the receiver", body(), vap=0xA002),
        report("bssid", "Address 3 is not the receiver", body(), bssid=b.PEER),
        report("radio", "Address 2 is not the source", body(), addr2=b.PEER),
        report(
            "group", "To all stations", body(), addr1=b.BROADCAST, bssid=b.BROADCAST, vap=0xFFFF
        ),
    ]


def vectors():
    """Returns all vectors of this file."""
    return reports() + others()
