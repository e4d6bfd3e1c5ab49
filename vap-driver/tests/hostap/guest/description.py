# SPDX-License-Identifier: Apache-2.0
"""Downlink frames with the description of a station (wire/SPECIFICATION.md, 1.1.2)."""

import struct

from traffic import octets

HT_CAPABILITIES = struct.pack("<HB", 0x000C, 0x17) + b"\xff" + bytes(22)
OUI = b"\x12\x13\x37"
PROTECTED_QOS_DATA = 0x4288
"""From an access point."""


def described_data(bssid: str, station: str, number: int) -> bytes:
    """Returns an Ethernet frame with QoS data of TID 0 for an 802.11n station, with two HT rates
    and the station's description. Nobody can decrypt the data."""
    rates = OUI + b"\1" + struct.pack("<HB", 9, 2) + bytes([2, 7, 2, 0, 2, 4, 2, 0])
    content = struct.pack("<HB", 1, 0x12) + b"\x0c\x18" + HT_CAPABILITIES
    description = OUI + b"\2" + struct.pack("<H", len(content)) + content
    # Two vendor namespaces, at even offsets. Each has a present word of its own.
    start = 4 + 4 * 3
    vendor = rates.ljust(len(rates) + len(rates) % 2, b"\0") + description
    present = struct.pack("<3I", 0xC0000000, 0xC0000001, 1)
    radiotap = struct.pack("<BBH", 0, 0, start + len(vendor)) + present + vendor
    addresses = octets(station) + octets(bssid) * 2
    header = struct.pack("<HH18sH", PROTECTED_QOS_DATA, 0, addresses, number << 4) + b"\0\0"
    tag = bytes([0x12, 0x80, 0, 0]) + octets(bssid)[4:]
    return octets(station) + tag + b"\x13\x37" + radiotap + header + bytes(200)
