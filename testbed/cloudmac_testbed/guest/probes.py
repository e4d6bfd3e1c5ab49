# SPDX-License-Identifier: Apache-2.0
"""Made-up probe requests as a WTP forwards them, and what of probes passes ports of switches. In this
process, which enters the hosts' networks only to open sockets."""
import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Sequence

from cloudmac_wire import VAP_ANY, Direction, Frame, RadioTag

from .. import calls
from . import attack_frames, raw_frames
from .captures import opened as captured

RAW = b"\x13\x37"
REQUEST, RESPONSE = 0x40, 0x50
OTHER = "elsewhere"
"""SSID of a network that nobody has."""
AT_ONCE = 50
"""Frames that are sent without a look at the clock."""
ANSWER_S = 1
_floods, _counters = [], []


def request(number, group, ssid):
    """Returns the octets of a probe request of a made-up station, with Ethernet header."""
    address = attack_frames.random_address(number, group, 1)
    head = attack_frames.header(
        REQUEST, 0, attack_frames.BROADCAST, address, attack_frames.BROADCAST, number
    )
    name = ssid.encode()
    body = bytes([0, len(name)]) + name + attack_frames.RATES
    tag = RadioTag(level=-50, rate=2 * attack_frames.MANAGEMENT_MBPS, vap=VAP_ANY)
    radiotap = attack_frames.PLAIN_RADIOTAP
    return Frame(Direction.UPLINK, address.hex(":"), tag, radiotap, head + body).build()


def subtype_of(octets):
    """Returns the first octet of the 802.11 header in a frame; None if it has none."""
    at = 14 + int.from_bytes(octets[16:18], "little")
    return octets[at] if octets[12:14] == RAW and len(octets) > at else None


class _Flood(threading.Thread):
    """Sends frames in turns at a rate until it is stopped. sent: how many."""

    def __init__(self, sock, frames, per_s):
        super().__init__(daemon=True)
        self.socket, self.frames, self.per_s = sock, frames, per_s
        self.sent, self.seconds, self.error = 0, 0.0, None
        self.stopping = threading.Event()
        self.start()

    def run(self):
        began = time.monotonic()
        try:
            while not self.stopping.is_set():
                for _ in range(AT_ONCE):
                    self.socket.send(self.frames[self.sent % len(self.frames)])
                    self.sent += 1
                self.stopping.wait(began + self.sent / self.per_s - time.monotonic())
        except OSError as error:
            self.error = error
        self.seconds = time.monotonic() - began
        self.socket.close()


class _Counter(threading.Thread):
    """Counts probe requests and responses that pass interfaces of switches."""

    def __init__(self, points):
        super().__init__(daemon=True)
        self.count = 0
        self.stopping = threading.Event()
        self.selector = selectors.DefaultSelector()
        for host, interface in points:
            self.selector.register(captured(host, interface), selectors.EVENT_READ)
        self.start()

    def run(self):
        while True:
            ready = self.selector.select(0.1)
            # What has come before the end is read first.
            if not ready and self.stopping.is_set():
                break
            for key, _ in ready:
                octets = key.fileobj.recv(4096)
                self.count += subtype_of(octets) in (REQUEST, RESPONSE)
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.selector.close()


@calls.declare
def start_flood(wtp: str, ssids: Sequence[str], per_s: float):
    """Has a WTP forward probe requests of made-up stations, for these networks in turns. "": for
    any."""
    frames = [
        request(number, 1, ssids[number % len(ssids)]) for number in range(attack_frames.POOL)
    ]
    _floods.append(_Flood(raw_frames.opened(wtp), frames, per_s))


@calls.declare
def stop_flood():
    """Ends a flood. Returns [frames, seconds]."""
    flood = _floods.pop()
    flood.stopping.set()
    flood.join()
    if flood.error:
        raise flood.error
    return [flood.sent, flood.seconds]


@calls.declare
def start_count(points: Sequence[tuple[str, str]]):
    """Counts what passes these interfaces from now on. points: (host, interface)."""
    _counters.append(_Counter(points))


@calls.declare
def stop_count():
    """Ends a count. Returns the number of probe requests and responses, in both directions."""
    counter = _counters.pop()
    counter.stopping.set()
    counter.join()
    return counter.count


@calls.declare
def ask(wtp: str, ssid: str, count: int, gap_s: float, first: int = 0):
    """Has a WTP forward one probe request after the other, each of a station of its own. first: number
    of the first one. Returns the ms until the response comes to the WTP, None without one."""
    found = []
    with raw_frames.opened(wtp) as sock:
        for number in range(first, first + count):
            octets = request(number, 2, ssid)
            began = time.monotonic()
            sock.send(octets)
            found.append(_answered(sock, octets[6:12], began))
            time.sleep(gap_s)
    return found


def _answered(sock, station, began):
    while (left := began + ANSWER_S - time.monotonic()) > 0:
        sock.settimeout(left)
        with contextlib.suppress(TimeoutError):
            octets, address = sock.recvfrom(4096)
            is_out = address[2] == socket.PACKET_OUTGOING
            if not is_out and octets[:6] == station and subtype_of(octets) == RESPONSE:
                return (time.monotonic() - began) * 1000
    return None
