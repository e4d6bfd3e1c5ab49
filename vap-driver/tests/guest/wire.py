# SPDX-License-Identifier: Apache-2.0
"""The other end of the wire: builds and parses frames in place of a WTP."""

import select
import socket
import struct
from dataclasses import dataclass

ETHERTYPE = 0x1337
SEGMENT = 0x53  # first octet of a segment header
DOWNLINK, UPLINK = "downlink", "uplink"


def mac(text: str) -> bytes:
    """Returns the octets of a MAC address."""
    return bytes.fromhex(text.replace(":", ""))


@dataclass
class DownlinkFrame:
    """A received CloudMAC frame of the downlink."""

    receiver: bytes
    power: int
    rate: int
    priority: int
    kind: int
    vap: int
    present: int
    radiotap: bytes
    frame: bytes
    request: bool
    """A beacon requests those of neighbours."""

    @property
    def type(self) -> int:
        """Type and subtype, at their bits of the first octet."""
        return self.frame[0] & 0xFC

    def element(self, number: int) -> bytes | None:
        """Returns the content of a beacon's first element with this number, None without it."""
        at = 24 + 12
        while at + 2 <= len(self.frame):
            length = self.frame[at + 1]
            if self.frame[at] == number:
                return self.frame[at + 2 : at + 2 + length]
            at += 2 + length
        return None

    @property
    def chain(self) -> list[bytes]:
        """The stages of the rate chain, four octets each."""
        start = self.radiotap.find(b"\x12\x13\x37\x01")
        if start < 0:
            return []
        count = self.radiotap[start + 6]
        return [self.radiotap[at : at + 4] for at in range(start + 7, start + 7 + 4 * count, 4)]

    @property
    def station(self) -> bytes:
        """The description of the receiving station, empty if absent."""
        start = self.radiotap.find(b"\x12\x13\x37\x02")
        if start < 0:
            return b""
        length = struct.unpack_from("<H", self.radiotap, start + 4)[0]
        return self.radiotap[start + 6 : start + 6 + length]

    @property
    def token(self) -> bytes:
        """The vendor namespace with the token, empty if absent."""
        start = self.radiotap.find(b"\x12\x13\x37\x03")
        return b"" if start < 0 else self.radiotap[start : start + 10]

    @property
    def sequence(self) -> int:
        """Sequence number."""
        return struct.unpack_from("<H", self.frame, 22)[0] >> 4


class ReceivedSegments:
    """Received segments of incomplete frames."""

    def __init__(self):
        self.parts = {}
        self.count = 0

    def add(self, octets: bytes) -> bytes:
        """Returns the whole frame if the segment completes it."""
        index, total, size, _, number = struct.unpack_from(">BHHHI", octets, 15)
        length = min(size, total - index * size)
        parts = self.parts.setdefault((octets[:12], number, total, size), {})
        parts[index] = octets[26 : 26 + length]
        assert len(parts[index]) == length
        self.count += 1
        if sum(map(len, parts.values())) < total:
            return b""
        return octets[:14] + b"".join(parts[index] for index in sorted(parts))


class PacketSocket:
    """A packet socket on one end of a veth pair."""

    def __init__(self, ifname: str):
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETHERTYPE))
        self.socket.bind((ifname, ETHERTYPE))
        self.socket.settimeout(20)
        self.segments = ReceivedSegments()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.socket.close()

    def send(self, octets: bytes):
        """Sends an Ethernet frame."""
        self.socket.send(octets)

    def receive(self) -> DownlinkFrame:
        """Returns the next frame from the other end, if it has segments after the last one."""
        while True:
            octets, info = self.socket.recvfrom(16384)
            if info[2] == socket.PACKET_OUTGOING:
                continue
            if octets[14] == SEGMENT:
                octets = self.segments.add(octets)
            if octets:
                return parse(octets)

    def drain(self):
        """Discards the frames that have arrived."""
        while select.select([self.socket], [], [], 0)[0]:
            self.socket.recv(16384)

    def until(self, wanted, what: str) -> DownlinkFrame:
        """Returns the next frame for which 'wanted' is true."""
        for _ in range(2000):
            frame = self.receive()
            if wanted(frame):
                return frame
        raise AssertionError(f"2000 frames, none was {what}")


def parse(octets: bytes) -> DownlinkFrame:
    """Parses an Ethernet frame of the downlink."""
    tag = octets[6:12]
    assert tag[0] == 0x12, octets.hex()
    assert octets[12:14] == b"\x13\x37"
    version, _, length, present = struct.unpack_from("<BBHI", octets, 14)
    assert version == 0
    level = struct.unpack_from("b", tag, 1)[0]
    return DownlinkFrame(
        octets[:6],
        level,
        tag[2],
        tag[3] >> 5,
        tag[3] & 15,
        int.from_bytes(tag[4:6], "big"),
        present,
        octets[14 : 14 + length],
        octets[14 + length :],
        bool(tag[3] & 0x10),
    )


def uplink(
    station: str,
    vap: int,
    frame: bytes,
    kind: int = 0,
    radiotap: bytes = b"",
    signal: int = -55,
    rate: int = 12,
) -> bytes:
    """Returns an Ethernet frame of the uplink."""
    tag = struct.pack(">BbBBH", 0x12, signal, rate, kind, vap)
    header = radiotap or struct.pack("<BBHI", 0, 0, 8, 0)
    return tag + mac(station) + struct.pack(">H", ETHERTYPE) + header + frame


def segments(whole: bytes, size: int, number: int) -> list[bytes]:
    """Returns the segments of an Ethernet frame, with 'size' octets of its content each and the
    frame id 'number'."""
    content = whole[14:]
    return [
        whole[:14]
        + struct.pack(">BBHHHI", SEGMENT, at // size, len(content), size, 0, number)
        + content[at : at + size]
        for at in range(0, len(content), size)
    ]


def status_radiotap(failed: bool, retries: int, namespaces: list[bytes]) -> bytes:
    """Returns the radiotap header of a TX status."""
    words = [1 << 15 | 1 << 17] + [1] * len(namespaces)
    for at in range(len(namespaces)):
        words[at] |= 1 << 30 | 1 << 31
    octets = struct.pack(f"<{len(words)}IHB", *words, 1 if failed else 0, retries)
    for namespace in namespaces:
        octets += bytes(len(octets) % 2) + namespace
    return struct.pack("<BBH", 0, 0, 4 + len(octets)) + octets


def status(frame: DownlinkFrame, failed: bool = False, retries: int = 0) -> bytes:
    """Returns the TX status that a WTP sends for a frame."""
    radiotap = status_radiotap(failed, retries, [frame.token] if frame.token else [])
    length = 26 if frame.frame[0] & 0x8C == 0x88 else 24
    station = ":".join(f"{octet:02x}" for octet in frame.receiver)
    return uplink(station, frame.vap, frame.frame[:length], 1, radiotap, -128, 0)


def status_of_chain(frame: DownlinkFrame, tries: list[int], failed: bool = False) -> bytes:
    """Returns the TX status of a frame, with the number of tries of each stage."""
    stages = [stage[:2] + bytes([n, 0]) for stage, n in zip(frame.chain, tries, strict=True)]
    return status_of_stages(frame, stages, failed)


def status_of_stages(frame: DownlinkFrame, stages: list[bytes], failed: bool = False) -> bytes:
    """Returns the TX status of a frame with the given stages."""
    tries = [stage[2] for stage in stages]
    namespace = b"\x12\x13\x37\x01" + struct.pack("<HB", 1 + 4 * len(stages), len(stages))
    namespace += b"".join(stages)
    namespaces = [namespace, frame.token] if frame.token else [namespace]
    radiotap = status_radiotap(failed, sum(tries) - 1, namespaces)
    header = frame.frame[: 26 if frame.frame[0] & 0x8C == 0x88 else 24]
    return uplink(frame.receiver.hex(":"), frame.vap, header, 1, radiotap, -128, 0)


def association(station: str, bssid: str, elements: bytes = b"", sequence: int = 2) -> bytes:
    """Returns an association request with the rates of 802.11g and 'elements'."""
    body = struct.pack("<HH", 0x0421, 10) + b"\x00\x05cloud"
    body += b"\x01\x08\x82\x84\x8b\x96\x0c\x12\x18\x24" + b"\x32\x04\x30\x48\x60\x6c"
    body += elements
    vap = int(bssid.replace(":", "")[-4:], 16)
    return uplink(station, vap, management(0, bssid, station, bssid, body, sequence))


def management(
    subtype: int, receiver: str, sender: str, bssid: str, body: bytes, sequence: int = 1
) -> bytes:
    """Returns a management frame."""
    return (
        struct.pack("<BBH", subtype << 4, 0, 0)
        + mac(receiver)
        + mac(sender)
        + mac(bssid)
        + struct.pack("<H", sequence << 4)
        + body
    )


def probe_request(station: str) -> bytes:
    """Returns a wildcard probe request."""
    everybody = "ff:ff:ff:ff:ff:ff"
    body = b"\x00\x00" + b"\x01\x04\x02\x04\x0b\x16"
    return uplink(station, 0xFFFF, management(4, everybody, station, everybody, body))


def authentication(station: str, bssid: str, sequence: int = 1) -> bytes:
    """Returns an open-system authentication request."""
    return uplink(
        station,
        int(bssid.replace(":", "")[-4:], 16),
        management(11, bssid, station, bssid, struct.pack("<HHH", 0, 1, 0), sequence),
    )
