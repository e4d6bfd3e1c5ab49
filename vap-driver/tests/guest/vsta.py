# SPDX-License-Identifier: Apache-2.0
"""Messages of virtual stations, and beacons of the access points that they look for."""

import struct
import time
from dataclasses import dataclass

from lab import DEADLINE
from wire import DownlinkFrame, PacketSocket, mac, management, uplink

KIND = 3
HELLO, SCAN, DONE = 2, 3, 4
AWAKE, ASSOCIATED = 1, 2
ACTIVE, FRESH = 1, 2
EVERYBODY = "ff:ff:ff:ff:ff:ff"
VENDOR = b"\x7f\x12\x13\x37"
PRIORITY = 7 << 5
"""In octet 3 of the tag."""


@dataclass(frozen=True)
class Hello:
    """What a virtual station tells of itself."""

    flags: int
    frequency: int
    bssid: str
    ssid: bytes

    @property
    def associated(self) -> bool:
        """The station has joined the BSS."""
        return bool(self.flags & ASSOCIATED)


@dataclass(frozen=True)
class Scan:
    """What a virtual station asks of a WTP."""

    flags: int
    id: int
    frequencies: tuple[int, ...]
    ssids: tuple[bytes, ...]


def message(frame: DownlinkFrame) -> Hello | Scan | None:
    """Returns the message in a frame, None if it is another frame."""
    if frame.kind != KIND:
        return None
    body = frame.frame[24:]
    assert body[:4] == VENDOR, body.hex()
    if body[4] == HELLO:
        frequency = struct.unpack_from("<H", body, 6)[0]
        return Hello(body[5], frequency, body[8:14].hex(":"), body[15 : 15 + body[14]])
    assert body[4] == SCAN, body.hex()
    number, frequencies, ssids = struct.unpack_from("<HBB", body, 6)
    at, names = 10 + 2 * frequencies, []
    for _ in range(ssids):
        names.append(body[at + 1 : at + 1 + body[at]])
        at += 1 + body[at]
    assert at == len(body)
    return Scan(body[5], number, struct.unpack_from(f"<{frequencies}H", body, 10), tuple(names))


def await_frame(wire: PacketSocket, wanted, what: str) -> DownlinkFrame:
    """Returns the next frame for which 'wanted' is true. Hellos arrive all the time, so the limit
    is one of time."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        frame = wire.receive()
        if wanted(frame):
            return frame
    raise AssertionError(f"not within {DEADLINE} s: {what}")


def vap_id(address: str) -> int:
    """Returns the id of a station or BSSID."""
    return int(address.replace(":", "")[-4:], 16)


def done(station: str, radio: str, number: int, status: int = 0, kind: int = DONE) -> bytes:
    """Returns a scan done, or another message to a virtual station."""
    body = VENDOR + struct.pack("<BBHBB4x", kind, status, number, 1, 0)
    frame = bytearray(management(14, station, radio, station, body))
    frame[22:24] = bytes(2)
    return uplink(radio, vap_id(station), bytes(frame), PRIORITY | KIND, signal=-128, rate=0)


def radiotap(frequency: int) -> bytes:
    """Returns a radiotap header with the field Channel."""
    return struct.pack("<BBHIHH", 0, 0, 12, 1 << 3, frequency, 0x0480)


def announcement(
    subtype: int, receiver: str, bssid: str, ssid: bytes, channel: int, more: bytes = b""
) -> bytes:
    """Returns a beacon (8) or probe response (5) of an open network. Its beacon interval is so long
    that a station does not miss beacons."""
    body = struct.pack("<QHH", 0, 10000, 0x0421) + bytes([0, len(ssid)]) + ssid
    body += b"\x01\x08\x82\x84\x8b\x96\x0c\x12\x18\x24" + bytes([3, 1, channel]) + more
    return management(subtype, receiver, bssid, bssid, body)


def to_station(station: str, frame: bytes, frequency: int, **tag) -> bytes:
    """Returns a received 802.11 frame as a WTP sends it to a virtual station."""
    transmitter = frame[10:16].hex(":")
    return uplink(transmitter, vap_id(station), frame, radiotap=radiotap(frequency), **tag)


def headers(frame: DownlinkFrame) -> tuple:
    """Returns what is the same in all messages of a virtual station."""
    return (
        frame.receiver,
        frame.power,
        frame.rate,
        frame.priority,
        frame.radiotap,
        frame.frame[:10],
        frame.frame[16:24],
    )


MESSAGE_HEADERS = (
    mac(EVERYBODY),
    -128,
    0,
    7,
    bytes([0, 0, 8, 0, 0, 0, 0, 0]),
    b"\xe0\x00\x00\x00" + mac(EVERYBODY),
    mac(EVERYBODY) + bytes(2),
)
