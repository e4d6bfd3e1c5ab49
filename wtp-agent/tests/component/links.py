# SPDX-License-Identifier: Apache-2.0
"""Veth pairs, and packet sockets on them."""

import contextlib
import pathlib
import socket
import struct
import time

from programs import run

# Of Linux; the module socket has no names for them.
SOL_PACKET, PACKET_AUXDATA, TP_STATUS_VLAN_VALID = 263, 8, 0x10


def make_link(one, other):
    run(
        "ip",
        "link",
        "add",
        one,
        "mtu",
        "16000",
        "type",
        "veth",
        "peer",
        "name",
        other,
        "mtu",
        "16000",
    )
    for name in (one, other):
        pathlib.Path(f"/proc/sys/net/ipv6/conf/{name}/disable_ipv6").write_text("1")
        run("ip", "link", "set", name, "up")


def make_links():
    """Creates the interfaces of the picture in agent.py. Call it once, in a new namespace."""
    run("ip", "link", "set", "lo", "up")
    for one, other in (("vap0", "wired0"), ("air0", "radio0"), ("air1", "radio1")):
        make_link(one, other)
    run("ip", "link", "set", "wired0", "mtu", "1700")


def vlan_of(control):
    """Returns the VLAN id in the metadata of a received frame (struct tpacket_auxdata), or None."""
    ((_, _, data),) = control
    (status,) = struct.unpack_from("I", data)
    return struct.unpack_from("H", data, 16)[0] & 0xFFF if status & TP_STATUS_VLAN_VALID else None


class Wire:
    """Sends and receives raw frames at one interface.

    vlan: the VLAN id of the latest received frame, or None. The kernel removes its tag."""

    def __init__(self, ifname):
        self.vlan = None
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
        self.socket.setsockopt(SOL_PACKET, PACKET_AUXDATA, 1)
        self.socket.bind((ifname, 3))
        self.socket.settimeout(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, frame):
        self.socket.send(frame)

    def receive(self, what, match=lambda frame: True, seconds=5):
        """Returns the first received frame that matches."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            with contextlib.suppress(TimeoutError):
                frame, control, _, address = self.socket.recvmsg(16384, socket.CMSG_SPACE(20))
                if address[2] != socket.PACKET_OUTGOING and match(frame):
                    self.vlan = vlan_of(control)
                    return frame
        raise AssertionError(f"timeout: {what}, not within {seconds} s")
