# SPDX-License-Identifier: Apache-2.0
"""Frames of the tests, written octet by octet."""

import ipaddress
import struct

A, B, C, D = (bytes([2, 0, 0, 0, 0, number]) for number in (0xA, 0xB, 0xC, 0xD))
GROUP = bytes.fromhex("ffffffffffff")
LLC = bytes.fromhex("aaaa03000000")
BRIDGE_TUNNEL = bytes.fromhex("aaaa030000f8")
IP, ARP = b"\x08\x00", b"\x08\x06"
OUTER = C + D + b"\xbb\xbb"  # of the paper's script

DATA, QOS_DATA, NULL_DATA, QOS_NULL = 0x08, 0x88, 0x48, 0xC8
TO_DS, FROM_DS, MORE_FRAGMENTS, RETRY, PROTECTED, ORDER = 0x01, 0x02, 0x04, 0x08, 0x40, 0x80


def wifi(kind=DATA, flags=TO_DS, sequence=1, fragment=0, addresses=(A, B, C), tid=None, rest=b""):
    """Returns an 802.11 frame. rest: what follows its header."""
    frame = bytes([kind, flags, 0, 0]) + b"".join(addresses[:3])
    frame += struct.pack("<H", sequence << 4 | fragment) + b"".join(addresses[3:])
    if tid is not None:
        frame += struct.pack("<H", tid)
    return frame + rest


def payload(n=50):
    return bytes(i * 7 & 0xFF for i in range(n))


def ipv4(protocol=17, source="10.0.0.1", target="10.0.0.2", ports=(1000, 53), **header):
    """Returns an Ethernet frame with IPv4. header: options (octets), fragment (its field)."""
    options = header.get("options", b"")
    frame = A + B + IP + bytes([0x45 + len(options) // 4, 0]) + bytes(4)
    frame += struct.pack(">HBBH", header.get("fragment", 0), 64, protocol, 0)
    frame += ipaddress.IPv4Address(source).packed + ipaddress.IPv4Address(target).packed + options
    return frame + struct.pack(">HH", *ports) + bytes(20)
