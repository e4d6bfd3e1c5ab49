# SPDX-License-Identifier: Apache-2.0
"""Sends numbered frames from one wired host to another, and notes what arrives. In this process,
which enters the host's network only to open a socket."""
import contextlib
import socket
import threading
import time
from collections.abc import Sequence

from .. import calls
from . import network, shell

INTERFACE = "eth0"
ETHERTYPE = 0x88B5
"""For local experiments (IEEE 802)."""
WRAPPED = 0xBBBB
"""The ethertype of the paper's frames that hold an 802.11 frame."""
RECEIVER, SENDER = "02:00:00:00:01:00", "02:00:00:00:00:01"
BSSID = "02:00:00:00:0b:55"
HEAD = 128
"""Octets of a frame that are kept."""
ETH_P_ALL, SO_SNDBUFFORCE, SO_RCVBUFFORCE = 3, 32, 33
"""Of Linux; the module socket has no names for them."""
BUFFER = 1 << 25
QOS_DATA, TO_DS, RETRY = 0x88, 0x01, 0x08
SNAP = bytes.fromhex("aaaa03000000")
_watches, _streams = {}, {}


def mac(text):
    """Returns the octets of a MAC address."""
    return bytes.fromhex(text.replace(":", ""))


def ethernet(number, octets=60, receiver=RECEIVER, sender=SENDER):
    """Returns an Ethernet frame with a number."""
    head = mac(receiver) + mac(sender) + ETHERTYPE.to_bytes(2, "big")
    return (head + number.to_bytes(4, "big")).ljust(octets, b"\0")


def wrapped(number, transmitter, sequence, is_retry=False):
    """Returns a station's 802.11 frame in an Ethernet frame of the paper. WifiDecap makes
    ethernet(number, sender=transmitter) of it."""
    control = bytes([QOS_DATA, TO_DS | (RETRY if is_retry else 0), 0, 0])
    addresses = mac(BSSID) + mac(transmitter) + mac(RECEIVER)
    header = control + addresses + ((sequence & 0xFFF) << 4).to_bytes(2, "little") + bytes(2)
    plain = ethernet(number, sender=transmitter)
    outer = mac(RECEIVER) + mac(SENDER) + WRAPPED.to_bytes(2, "big")
    return outer + header + SNAP + plain[12:]


def number_of(frame):
    """Returns the number of a frame of ethernet()."""
    return int.from_bytes(frame[14:18], "big")


def opened(host, interface=INTERFACE):
    """Returns a packet socket of an interface of a host."""
    with network.inside(host):
        sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
    sock.setsockopt(socket.SOL_SOCKET, SO_SNDBUFFORCE, BUFFER)
    sock.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
    sock.bind((interface, ETH_P_ALL))
    return sock


class _Watch(threading.Thread):
    """Keeps the length and the first octets of each frame of ETHERTYPE that a host receives."""

    def __init__(self, host):
        super().__init__(daemon=True)
        self.socket = opened(host)
        self.frames = []
        self.start()

    def run(self):
        wanted = ETHERTYPE.to_bytes(2, "big")
        while True:
            octets, address = self.socket.recvfrom(2048)
            if address[2] != socket.PACKET_OUTGOING and octets[12:14] == wanted:
                self.frames.append((len(octets), octets[:HEAD].hex()))


class _Stream(threading.Thread):
    """Sends frames until it is stopped. frame: number from 0 -> octets."""

    def __init__(self, host, frame, gap_s):
        super().__init__(daemon=True)
        self.socket = opened(host)
        self.frame, self.gap_s = frame, gap_s
        self.sent = 0
        self.stopping = threading.Event()
        self.start()

    def run(self):
        while not self.stopping.wait(self.gap_s):
            self.socket.send(self.frame(self.sent))
            self.sent += 1


@calls.declare
def watch(host: str):
    """Notes what a host receives from now on."""
    if host not in _watches:
        _watches[host] = _Watch(host)
    _watches[host].frames = []


@calls.declare
def seen(host: str, count: int, seconds: float = 30, silence: float = 0.5):
    """Returns [length, first octets in hexadecimal] of the frames since watch(): of ``count``, and
    of those that follow within ``silence`` seconds. Returns fewer after ``seconds``."""
    kept = _watches[host]
    with contextlib.suppress(shell.Awaited):
        shell.wait_for("frames", lambda: len(kept.frames) >= count, seconds, interval=0.02)
    while True:
        before = len(kept.frames)
        time.sleep(silence)
        if len(kept.frames) == before:
            return kept.frames[:before]


@calls.declare
def send(host: str, count: int, octets: int = 60):
    """Sends frames with the numbers 0 to count - 1."""
    with opened(host) as sock:
        for number in range(count):
            sock.send(ethernet(number, octets))


@calls.declare
def send_these(host: str, frames: Sequence[str]):
    """Sends frames in hexadecimal."""
    with opened(host) as sock:
        for frame in frames:
            sock.send(bytes.fromhex(frame))


@calls.declare
def start_stream(host: str, transmitter: str, gap_s: float):
    """Has a station's wrapped frames come from a host until stop_stream(), one each ``gap_s``."""
    _streams[host] = _Stream(host, lambda sent: wrapped(sent, transmitter, sent), gap_s)


@calls.declare
def start_numbered(host: str, gap_s: float):
    """Has frames of ethernet() come from a host until stop_stream(), one each ``gap_s``."""
    _streams[host] = _Stream(host, ethernet, gap_s)


@calls.declare
def start_frames(host: str, frames: Sequence[str], gap_s: float):
    """Has frames in hexadecimal come from a host in turns until stop_stream(), one each
    ``gap_s``."""
    octets = [bytes.fromhex(frame) for frame in frames]
    _streams[host] = _Stream(host, lambda sent: octets[sent % len(octets)], gap_s)


@calls.declare
def stop_stream(host: str):
    """Ends a stream. Returns how many frames it has sent."""
    stream = _streams.pop(host)
    stream.stopping.set()
    stream.join()
    stream.socket.close()
    return stream.sent
