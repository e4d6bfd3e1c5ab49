# SPDX-License-Identifier: Apache-2.0
"""Ethernet frames between access points and stations."""

import itertools
import socket
import struct
import time

from air import address_of

ETHERTYPE = 0x88B5  # IEEE 802: for local experiments
GROUP = "ff:ff:ff:ff:ff:ff"
ARRIVAL_S = 2.0

_numbers = itertools.count(1)


def octets(address: str) -> bytes:
    """Returns a MAC address as octets."""
    return bytes.fromhex(address.replace(":", ""))


class Port:
    """Sends and receives frames at one interface."""

    def __init__(self, ifname: str):
        self.ifname = ifname
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
        self.socket.bind((ifname, ETHERTYPE))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, receiver: str, size: int = 100, source: str | None = None) -> bytes:
        """Sends a frame with a new content of ``size`` octets. Returns the content."""
        content = struct.pack(">I", next(_numbers)) + bytes(i & 0xFF for i in range(size - 4))
        source = source or address_of(self.ifname)
        header = octets(receiver) + octets(source) + struct.pack(">H", ETHERTYPE)
        self.socket.send(header + content)
        return content

    def receives(self, content: bytes, seconds: float = ARRIVAL_S) -> bool:
        """Returns true if a frame with this content arrives within ``seconds``."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                frame, address = self.socket.recvfrom(4096)
            except TimeoutError:
                return False
            if address[2] != socket.PACKET_OUTGOING and frame[14:] == content:
                return True
        return False


def passes(
    sender: str, receiver: str, to: str, size: int = 100, seconds: float = ARRIVAL_S
) -> bool:
    """Returns true if a frame passes between two interfaces. to: its receiver's address."""
    with Port(sender) as out, Port(receiver) as there:
        return there.receives(out.send(to, size), seconds)


def exchange(bss, station, sizes=(60, 1400), ifname: str | None = None):
    """Passes frames between a BSS and a station: individual ones both ways, group ones downlink.

    ifname: where the station's frames are in the host of the access point, if that differs from
    the interface of the BSS. Raises AssertionError if one is lost."""
    host = ifname or bss.ifname
    for size in sizes:
        assert passes(host, station.ifname, station.address, size), f"downlink of {size} octets"
        uplink = passes(station.ifname, host, address_of(host), size)
        assert uplink, f"uplink of {size} octets"
    assert passes(host, station.ifname, GROUP), "downlink to the group"
    assert passes(station.ifname, host, GROUP), "uplink to the group"
