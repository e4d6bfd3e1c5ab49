# SPDX-License-Identifier: Apache-2.0
"""Builds and parses messages of virtual stations, kind 3: hello, scan and scan done."""

import dataclasses
import enum
import struct

from .ethernet import (
    NULL_ADDRESS,
    check_address,
    check_range,
    is_group,
    pack_address,
    unpack_address,
)
from .tag import VAP_ANY, Kind

FREQUENCIES_MAX, SSIDS_MAX, SSID_MAX = 60, 4, 32

_HEADER = struct.Struct("<BBH6s6s6sH")  # 802.11: control, flags, duration, addresses, sequence
_START = bytes.fromhex("7f121337")  # category and OUI
_ACTION_NO_ACK = 0xE0
_BROADCAST = b"\xff" * 6
_HELLO = struct.Struct("<BH6s")
_SCAN = struct.Struct("<BHBB")
_DONE = struct.Struct("<BHBB4x")


class Status(str, enum.Enum):
    """Result of a scan."""

    DONE = "done"
    ABORTED = "aborted"
    REFUSED = "refused"


_STATUS = tuple(Status)


def _check_ssid(ssid):
    check_range("length of the SSID", len(ssid), 0, SSID_MAX)


def _build_ssid(ssid):
    return bytes([len(ssid)]) + ssid


def _parse_ssids(octets, number):
    """Returns the SSIDs at the start of the octets. Raises ValueError if one exceeds them."""
    ssids = []
    for _ in range(number):
        if not octets or len(octets) < 1 + octets[0]:
            raise ValueError("an SSID exceeds the message")
        ssids.append(octets[1 : 1 + octets[0]])
        octets = octets[1 + octets[0] :]
    return tuple(ssids)


def _build(kind, receiver, sender, body):
    """Returns the 802.11 frame of a message. receiver: six octets."""
    head = _HEADER.pack(_ACTION_NO_ACK, 0, 0, receiver, pack_address(sender), receiver, 0)
    return head + _START + bytes([kind]) + body


@dataclasses.dataclass(frozen=True)
class Hello:
    """What a virtual station does.

    frequency: centre of the channel that it uses, MHz; 0: none
    bssid: BSS that it joined or authenticates with; 00:00:00:00:00:00: none
    ssid: octets, of this BSS
    """

    awake: bool = True
    associated: bool = False
    frequency: int = 0
    bssid: str = NULL_ADDRESS
    ssid: bytes = b""

    def __post_init__(self):
        check_range("frequency", self.frequency, 0, 0xFFFF)
        check_address("bssid", self.bssid)
        if is_group(self.bssid):
            raise ValueError(f"bssid: {self.bssid} is a group")
        _check_ssid(self.ssid)

    def build(self, station):
        """Returns the 802.11 frame of a virtual station."""
        flags = self.awake | self.associated << 1
        body = _HELLO.pack(flags, self.frequency, pack_address(self.bssid))
        return _build(2, _BROADCAST, station, body + _build_ssid(self.ssid))

    @classmethod
    def parse(cls, octets):
        """Parses the body after its type. Raises ValueError or struct.error if it is malformed."""
        flags, frequency, bssid = _HELLO.unpack_from(octets)
        (ssid,) = _parse_ssids(octets[_HELLO.size :], 1)
        return cls(bool(flags & 1), bool(flags & 2), frequency, unpack_address(bssid), ssid)


@dataclasses.dataclass(frozen=True)
class Scan:
    """A request to scan.

    id: number of the scan
    frequencies: distinct, MHz
    ssids: octets; empty octets: the wildcard
    active: it asks for probe requests
    fresh: no answers from memory
    """

    id: int
    frequencies: tuple[int, ...]
    ssids: tuple[bytes, ...] = ()
    active: bool = False
    fresh: bool = False

    def __post_init__(self):
        object.__setattr__(self, "frequencies", tuple(self.frequencies))
        object.__setattr__(self, "ssids", tuple(self.ssids))
        check_range("id", self.id, 1, 0xFFFF)
        check_range("number of frequencies", len(self.frequencies), 1, FREQUENCIES_MAX)
        for frequency in self.frequencies:
            check_range("frequency", frequency, 1, 0xFFFF)
        if len(set(self.frequencies)) < len(self.frequencies):
            raise ValueError("frequencies: one occurs twice")
        check_range("number of SSIDs", len(self.ssids), 0, SSIDS_MAX)
        for ssid in self.ssids:
            _check_ssid(ssid)

    def build(self, station):
        """Returns the 802.11 frame of a virtual station."""
        numbers = len(self.frequencies), len(self.ssids)
        body = _SCAN.pack(self.active | self.fresh << 1, self.id, *numbers)
        body += struct.pack(f"<{len(self.frequencies)}H", *self.frequencies)
        return _build(3, _BROADCAST, station, body + b"".join(map(_build_ssid, self.ssids)))

    @classmethod
    def parse(cls, octets):
        """Parses the body after its type. Raises ValueError or struct.error if it is malformed."""
        flags, number, f, s = _SCAN.unpack_from(octets)
        frequencies = struct.unpack_from(f"<{f}H", octets, _SCAN.size)
        ssids = _parse_ssids(octets[_SCAN.size + 2 * f :], s)
        return cls(number, frequencies, ssids, bool(flags & 1), bool(flags & 2))


@dataclasses.dataclass(frozen=True)
class ScanDone:
    """The end of a scan.

    id: number of the scan
    visited, remembered: numbers of frequencies; remembered: those answered from memory
    """

    id: int
    status: Status = Status.DONE
    visited: int = 0
    remembered: int = 0

    def __post_init__(self):
        object.__setattr__(self, "status", Status(self.status))
        check_range("id", self.id, 1, 0xFFFF)
        check_range("visited", self.visited, 0, 255)
        check_range("remembered", self.remembered, 0, 255)

    def build(self, station, radio):
        """Returns the 802.11 frame of a WTP's radio to a virtual station."""
        values = _STATUS.index(self.status), self.id, self.visited, self.remembered
        return _build(4, pack_address(station), radio, _DONE.pack(*values))

    @classmethod
    def parse(cls, octets):
        """Parses the body after its type. Raises ValueError or struct.error if it is malformed."""
        status, number, visited, remembered = _DONE.unpack_from(octets)
        check_range("status", status, 0, len(_STATUS) - 1)
        return cls(number, _STATUS[status], visited, remembered)


_TYPES = {("downlink", 2): Hello, ("downlink", 3): Scan, ("uplink", 4): ScanDone}


def _is_message(frame):
    """Checks kind, headers and addresses of a frame."""
    octets, up = frame.frame, frame.direction.value == "uplink"
    if frame.tag.kind is not Kind.VSTA or len(octets) < _HEADER.size + len(_START) + 1:
        return False
    control, flags, _, receiver, sender, third, _ = _HEADER.unpack_from(octets)
    station, outer = (receiver, sender) if up else (sender, receiver)
    return (
        (control, flags) == (_ACTION_NO_ACK, 0)
        and octets.startswith(_START, _HEADER.size)
        and not station[0] & 1
        and any(station)
        and frame.tag.vap != VAP_ANY
        and int.from_bytes(station[4:], "big") == frame.tag.vap
        and receiver == third
        and pack_address(frame.station) == outer
        and (up or receiver == _BROADCAST)
    )


def find_message(frame):
    """Returns the Hello, Scan or ScanDone in a frame, or None if it has none."""
    if not _is_message(frame):
        return None
    body = frame.frame[_HEADER.size + len(_START) :]
    kind = _TYPES.get((frame.direction.value, body[0]))
    try:
        return kind and kind.parse(body[1:])
    except (ValueError, struct.error):
        return None
