# SPDX-License-Identifier: Apache-2.0
"""Builds the frames of the benchmarks: on the wire, and on the air of the test radio."""

import struct

STATION, BSSID = bytes.fromhex("020000000100"), bytes.fromhex("02aabbcc0001")
AIR = b"\xff" * 6 + b"\2" + bytes(5) + b"\x88\xb5"
NO_RATE = struct.pack("<BBHIH", 0, 0, 10, 1 << 15, 0x10)  # radiotap: TX flags only
DATA, QOS_DATA = 0x08, 0x88
FROM_VAP, TO_VAP = 0x0200, 0x0100


def data(control, addr1, addr2, length):
    """Returns an 802.11 data frame of so many octets."""
    header = struct.pack("<HH6s6s6sH", control, 0, addr1, addr2, BSSID, 0x10)
    return header + bytes(length - len(header))


def downlink(size, radiotap=NO_RATE, kind=DATA):
    """Returns a wrapped frame of so many octets."""
    head = STATION + b"\x12\x80\0\0" + BSSID[4:] + b"\x13\x37" + radiotap
    return head + data(FROM_VAP | kind, STATION, BSSID, size - len(head))


def uplink(size):
    """Returns a frame on the air that the agent wraps in so many octets."""
    radiotap = struct.pack("<BBHIBb", 0, 0, 10, 1 << 1 | 1 << 5, 0, -42)
    return AIR + radiotap + data(TO_VAP | DATA, BSSID, STATION, size - 14 - len(radiotap))


def rates(chain):
    """Returns radiotap with TX flags, retries and HT rates in 20 MHz with the short guard
    interval. chain: (MCS, tries) of each stage; a single one needs no chain on the wire."""
    (mcs, tries), more = chain[0], len(chain) > 1
    words = [1 << 15 | 1 << 17 | 1 << 19 | (0xC0000000 if more else 0), *([1] if more else [])]
    octets = struct.pack(f"<{len(words)}IHB3B", *words, 0x10, tries - 1, 7, 4, mcs)
    if more:
        stages = b"".join(bytes([0x12, mcs, tries, 0]) for mcs, tries in chain)
        octets += b"\x12\x13\x37\1" + struct.pack("<HB", len(stages) + 1, len(chain)) + stages
    return struct.pack("<BBH", 0, 0, 4 + len(octets)) + octets
