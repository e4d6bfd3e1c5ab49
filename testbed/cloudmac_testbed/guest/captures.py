# SPDX-License-Identifier: Apache-2.0
"""Notes at which ports of switches numbered UDP packets pass, in their order. In this process, which
enters the hosts' networks only to open sockets."""
import contextlib
import dataclasses
import ipaddress
import selectors
import socket
import struct
import threading
from collections.abc import Sequence

from .. import calls
from . import network, raw_frames, shell

MARK = b"way of a packet:"
"""What the payload of a numbered packet begins with."""
IPV4, UDP = 0x0800, 17
TAGGED = b"\x81\x00"
SOL_PACKET, PACKET_AUXDATA, SO_TIMESTAMPNS = 263, 8, 35
"""Of Linux; the module socket has no names for them."""
VLAN_IS_VALID = 1 << 4
_running = []
_streams = []


@dataclasses.dataclass(frozen=True)
class Packet:
    """A numbered UDP packet in an Ethernet frame. note: text behind the number, at most eight
    octets."""

    number: int
    macs: tuple
    addresses: tuple
    ports: tuple
    note: str = ""

    def octets(self):
        """Returns the frame, with right checksums."""
        payload = MARK + self.number.to_bytes(4, "big") + self.note.encode().ljust(8, b"\0")
        pair = b"".join(ipaddress.IPv4Address(one).packed for one in self.addresses)
        length = 8 + len(payload)
        header = struct.pack(">HHHH", *self.ports, length, 0) + payload
        check = _sum(pair + struct.pack(">HH", UDP, length) + header)
        header = header[:6] + struct.pack(">H", check or 0xFFFF) + header[8:]
        ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + length, 0, 0, 64, UDP, 0)
        ip = ip[:10] + struct.pack(">H", _sum(ip + pair)) + pair
        receiver, sender = map(raw_frames.mac, self.macs)
        return receiver + sender + IPV4.to_bytes(2, "big") + ip + header


def _sum(octets):
    """Returns the Internet checksum (RFC 1071)."""
    octets += bytes(len(octets) % 2)
    total = sum(struct.unpack(f">{len(octets) // 2}H", octets))
    while total > 0xFFFF:
        total = (total >> 16) + (total & 0xFFFF)
    return 0xFFFF - total


def read(frame):
    """Returns the Packet in an untagged frame, or None. Raises ValueError if a checksum is wrong."""
    if frame[12:14] != IPV4.to_bytes(2, "big") or frame[42 : 42 + len(MARK)] != MARK:
        return None
    length = int.from_bytes(frame[16:18], "big")
    ip, rest = frame[14:34], frame[34 : 14 + length]
    pseudo = ip[12:20] + struct.pack(">HH", UDP, len(rest))
    if _sum(ip) or _sum(pseudo + rest):
        raise ValueError(f"a checksum is wrong: {frame.hex()}")
    payload = rest[8 + len(MARK) :]
    return Packet(
        number=int.from_bytes(payload[:4], "big"),
        macs=(frame[:6].hex(":"), frame[6:12].hex(":")),
        addresses=tuple(str(ipaddress.IPv4Address(ip[at : at + 4])) for at in (12, 16)),
        ports=struct.unpack(">HH", rest[:4]),
        note=payload[4:12].rstrip(b"\0").decode(),
    )


def number_in(frame):
    """Returns the number of a packet, which may be inside a frame of any kind."""
    at = frame.index(MARK) + len(MARK)
    return int.from_bytes(frame[at : at + 4], "big")


class _Stream(threading.Thread):
    """Sends packets with the numbers 0, 1, ... until it is stopped. sent: how many.

    packet: the first one."""

    def __init__(self, sock, packet, gap_s):
        super().__init__(daemon=True)
        self.socket, self.packet, self.gap_s = sock, packet, gap_s
        self.sent = 0
        self.stopping = threading.Event()
        self.start()

    def run(self):
        with self.socket:
            while not self.stopping.wait(self.gap_s):
                self.socket.send(dataclasses.replace(self.packet, number=self.sent).octets())
                self.sent += 1


class _Capture(threading.Thread):
    """Reads the sockets of all ports. seen: (time in ns, point, direction, VLAN id or 0, frame)."""

    def __init__(self, points):
        super().__init__(daemon=True)
        self.seen = []
        self.stopping = threading.Event()
        self.selector = selectors.DefaultSelector()
        self.sockets = {point: opened(*point) for point in points}
        for point, sock in self.sockets.items():
            self.selector.register(sock, selectors.EVENT_READ, point)
        self.start()

    def run(self):
        while True:
            ready = self.selector.select(0.1)
            # What has come before the end is read first.
            if not ready and self.stopping.is_set():
                return
            for key, _ in ready:
                self._read(key.fileobj, key.data)

    def _read(self, sock, point):
        try:
            frame, extra, _, address = sock.recvmsg(2048, 256)
        except OSError:  # the interface has gone, with its LVNF
            self.selector.unregister(sock)
            return
        vlan, when = 0, 0
        for _, kind, data in extra:
            if kind == SO_TIMESTAMPNS:
                seconds, nanoseconds = struct.unpack("qq", data)
                when = seconds * 1_000_000_000 + nanoseconds
            elif kind == PACKET_AUXDATA:
                status, *_, tag, _ = struct.unpack("IIIHHHH", data)
                vlan = tag & 0xFFF if status & VLAN_IS_VALID else 0
        if frame[12:14] == TAGGED:
            vlan = int.from_bytes(frame[14:16], "big") & 0xFFF
            frame = frame[:12] + frame[16:]
        if MARK in frame:
            direction = "out" if address[2] == socket.PACKET_OUTGOING else "in"
            self.seen.append((when, point, direction, vlan, frame))

    def close(self):
        """Ends the capture when nothing has come for a while."""
        self.stopping.set()
        self.join()
        self.selector.close()
        for sock in self.sockets.values():
            sock.close()


def opened(host, interface):
    """Returns a packet socket that hears one interface, with times and VLAN tags."""
    with network.inside(host):
        sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
    sock.setsockopt(socket.SOL_SOCKET, raw_frames.SO_RCVBUFFORCE, raw_frames.BUFFER)
    sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    sock.setsockopt(SOL_PACKET, PACKET_AUXDATA, 1)
    sock.bind((interface, raw_frames.ETH_P_ALL))
    return sock


@calls.declare
def start(points: Sequence[tuple[str, str]]):
    """Notes numbered packets at these interfaces from now on. points: (host, interface)."""
    _running.append(_Capture([tuple(point) for point in points]))


@calls.declare
def stop():
    """Ends what start() began. Returns [host, interface, "in" or "out", VLAN id or 0, frame in
    hexadecimal] of each packet at each interface, in the order of time."""
    capture = _running.pop()
    capture.close()
    seen = sorted(capture.seen, key=lambda one: one[0])
    return [[*point, direction, vlan, frame.hex()] for _, point, direction, vlan, frame in seen]


@calls.declare
def count_left(to: tuple[str, str]):
    """Returns how many numbers have left the interface ``to`` since start()."""
    (capture,) = _running
    seen = list(capture.seen)
    return len(
        {
            number_in(frame)
            for _, point, direction, _, frame in seen
            if point == tuple(to) and direction == "out"
        }
    )


@calls.declare
def send(host: str, frames: Sequence[str], to: tuple[str, str], count: int, seconds: float = 20):
    """Sends frames in hexadecimal from a host, while start() has begun. Returns the frames that leave
    the interface ``to``, when there are ``count``; fewer after ``seconds``."""
    (capture,) = _running
    before = len(capture.seen)

    def left():
        return [
            frame.hex()
            for _, point, direction, _, frame in capture.seen[before:]
            if point == tuple(to) and direction == "out"
        ]

    raw_frames.send_these(host, frames)
    with contextlib.suppress(shell.Awaited):
        shell.wait_for("packets", lambda: len(left()) >= count, seconds, interval=0.02)
    return left()


@calls.declare
def start_stream(host: str, interface: str, frame: str, gap_s: float):
    """Has an interface of a host send packets like this one, in hexadecimal, one each ``gap_s``,
    until stop_stream(). Their numbers begin with 0."""
    packet = read(bytes.fromhex(frame))
    _streams.append(_Stream(raw_frames.opened(host, interface), packet, gap_s))


@calls.declare
def stop_stream():
    """Ends what start_stream() began. Returns the number of frames that were sent."""
    stream = _streams.pop()
    stream.stopping.set()
    stream.join()
    return stream.sent
