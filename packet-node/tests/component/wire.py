# SPDX-License-Identifier: Apache-2.0
"""Frames at the ports of an LVNF, where a switch would be."""

import contextlib
import socket
import struct
import time

ETHERTYPE = 0x88B5  # for local experiments (IEEE 802)
MARKER_TYPE = 0x88B6
FULL = 1514
# Of Linux; the module socket has no names for them.
SO_SNDBUFFORCE, SO_RCVBUFFORCE = 32, 33
ETH_P_ALL = 3
SOL_PACKET, PACKET_AUXDATA, TP_STATUS_VLAN_VALID = 263, 8, 0x10


def frame(number, source=1, length=60):
    """Returns an Ethernet frame with a number, from the address 02:00:00:00:00:<source>."""
    head = bytes([2, 0, 0, 0, 1, 0]) + bytes([2, 0, 0, 0, 0, source]) + ETHERTYPE.to_bytes(2, "big")
    return (head + number.to_bytes(4, "big")).ljust(length, b"\0")


def tagged(data, vlan):
    """Returns the frame with an 802.1Q tag."""
    return data[:12] + b"\x81\x00" + vlan.to_bytes(2, "big") + data[12:]


def marker(migration, source):
    """Returns a marker of a migration, as a controller would send it to a switch."""
    head = bytes([2, 0, 0, 0, 1, 0]) + bytes([2, 0, 0, 0, 0, 0]) + MARKER_TYPE.to_bytes(2, "big")
    body = b"CMmk" + source.to_bytes(4, "big") + migration.to_bytes(8, "big")
    return (head + body).ljust(60, b"\0")


def number_of(data):
    return int.from_bytes(data[14:18], "big")


def vlan_of(control):
    """Returns the VLAN id in the metadata of a received frame (struct tpacket_auxdata), or None."""
    ((_, _, data),) = control
    (status,) = struct.unpack_from("I", data)
    return struct.unpack_from("H", data, 16)[0] & 0xFFF if status & TP_STATUS_VLAN_VALID else None


class Wire:
    """Sends frames into a port and receives what leaves there.

    vlan: the VLAN id of the latest received frame, or None. The kernel removes its tag."""

    def __init__(self, ifname):
        self.vlan = None
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
        self.socket.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 1 << 25)
        self.socket.setsockopt(socket.SOL_SOCKET, SO_SNDBUFFORCE, 1 << 25)
        self.socket.setsockopt(SOL_PACKET, PACKET_AUXDATA, 1)
        # A socket of one protocol receives frames after the kernel has forgotten their tags.
        self.socket.bind((ifname, ETH_P_ALL))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.send(data)

    def receive(self, n, seconds=5, silence=0.2, ethertype=ETHERTYPE):
        """Returns the frames of this type that leave here: n of them, and any that come within the
        silence after these."""
        found, deadline = [], time.monotonic() + seconds
        self.socket.settimeout(silence)
        while time.monotonic() < deadline:
            with contextlib.suppress(TimeoutError):
                data, control, _, address = self.socket.recvmsg(16384, socket.CMSG_SPACE(20))
                is_own = data[12:14] == ethertype.to_bytes(2, "big")
                if is_own and address[2] != socket.PACKET_OUTGOING:
                    found.append(data)
                    self.vlan = vlan_of(control)
                continue
            if len(found) >= n:
                break
        return found
