# SPDX-License-Identifier: Apache-2.0
"""Builds and parses frames of ethertype 0x1337: Ethernet with the radio tag, radiotap, 802.11."""

import dataclasses
import enum

from .chain import find_chain
from .survey import find_survey
from .token import find_token
from .vsta import find_message
from .ethernet import (
    ETHERTYPE,
    NULL_ADDRESS,
    Reason,
    WireError,
    build_ethernet,
    check_address,
    check_vlan,
    is_group,
    pack_address,
    parse_ethernet,
    unpack_address,
)
from .tag import Kind, RadioTag

RADIOTAP_MIN, RADIOTAP_MAX = 8, 256
IEEE80211_MIN, IEEE80211_MAX = 10, 11454
SEGMENT_OCTET0 = 0x53  # a segment header begins with it, radiotap with 0


class Direction(str, enum.Enum):
    """Direction of a frame. The tag is the source address downlink, the destination uplink."""

    DOWNLINK = "downlink"
    UPLINK = "uplink"


def header_length(frame):
    """Returns the octets of an 802.11 header (IEEE Std 802.11-2020, 9.3.1 to 9.3.3).

    None if the frame is shorter, or of a type that the wire format does not carry.
    """
    if len(frame) < IEEE80211_MIN or frame[0] & 0x03:
        return None
    kind, subtype = frame[0] >> 2 & 3, frame[0] >> 4
    order = bool(frame[1] & 0x80)
    if kind == 0:
        need = 28 if order else 24
    elif kind == 1:
        need = 10 if subtype in (12, 13) else 16  # CTS and ACK have one address
    elif kind == 2:
        need = 30 if frame[1] & 0x03 == 0x03 else 24
        if subtype & 8:
            need += 6 if order else 2
    else:
        return None
    return need if len(frame) >= need else None


def _radiotap_length(octets):
    """Returns the length of the radiotap header at the start of 'octets'."""
    if len(octets) < RADIOTAP_MIN:
        raise WireError(Reason.SHORT, f"{len(octets)} octets of radiotap")
    length = int.from_bytes(octets[2:4], "little")
    if octets[0] != 0:
        raise WireError(Reason.RADIOTAP, f"version {octets[0]}")
    if not RADIOTAP_MIN <= length <= min(RADIOTAP_MAX, len(octets)):
        raise WireError(Reason.RADIOTAP, f"length {length}, {len(octets)} octets follow")
    return length


def parse_outer(octets, direction):
    """Returns VLAN id, station, tag, and the offset of what follows: at least 8 octets."""
    vlan, ethertype, start = parse_ethernet(octets)
    if ethertype != ETHERTYPE:
        raise WireError(Reason.ETHERTYPE, f"0x{ethertype:04x}")
    sides = octets[:6], octets[6:12]
    station, tag = sides if direction is Direction.DOWNLINK else sides[::-1]
    tag, station = RadioTag.parse(tag), unpack_address(station)
    if direction is Direction.DOWNLINK and tag.kind not in (Kind.FRAME, Kind.VSTA):
        raise WireError(Reason.KIND, f"kind {tag.kind:d} in a downlink frame")
    if station == NULL_ADDRESS or (direction is Direction.UPLINK and is_group(station)):
        raise WireError(Reason.ADDRESS, f"station {station}")
    if len(octets) < start + RADIOTAP_MIN:
        raise WireError(Reason.SHORT, f"{len(octets) - start} octets of radiotap")
    return vlan, station, tag, start


@dataclasses.dataclass(frozen=True)
class Frame:
    """A frame.

    station: the outer address that is not the tag
    radiotap, frame: octets as on the wire; frame has no FCS
    vlan: VLAN id, None if untagged
    """

    direction: Direction
    station: str
    tag: RadioTag
    radiotap: bytes
    frame: bytes
    vlan: int | None = None

    def __post_init__(self):
        object.__setattr__(self, "direction", Direction(self.direction))
        check_address("station", self.station)
        check_vlan(self.vlan)

    @property
    def radiotap_offset(self):
        """Number of octets before the radiotap header."""
        return 14 if self.vlan is None else 18

    @property
    def header_length(self):
        """Returns the length in octets of the 802.11 header."""
        return header_length(self.frame)

    @property
    def chain(self):
        """Stages of the chain of rates in radiotap, or None."""
        return find_chain(self.radiotap)

    @property
    def token(self):
        """Token of the TX status in radiotap, or None."""
        return find_token(self.radiotap)

    @property
    def survey(self):
        """Values of the survey report that the frame is, or None."""
        return find_survey(self)

    @property
    def message(self):
        """Message of a virtual station or to it that the frame is, or None."""
        return find_message(self)

    def build(self):
        """Returns the octets. Raises WireError if a receiver would drop them."""
        if _radiotap_length(self.radiotap) != len(self.radiotap):
            raise WireError(Reason.RADIOTAP, "its length field differs from its length")
        outer = [pack_address(self.station), self.tag.build()]
        if self.direction is Direction.UPLINK:
            outer.reverse()
        octets = build_ethernet(*outer, self.vlan, ETHERTYPE) + self.radiotap + self.frame
        Frame.parse(octets, self.direction)
        return octets

    @classmethod
    def parse(cls, octets, direction):
        """Parses octets, destination address first. Raises WireError if they are malformed, with
        the reason SEGMENT if Segment.parse() may succeed."""
        direction = Direction(direction)
        octets = bytes(octets)
        vlan, station, tag, start = parse_outer(octets, direction)
        if octets[start] == SEGMENT_OCTET0:
            raise WireError(Reason.SEGMENT, "a segment, not a whole frame")
        length = _radiotap_length(octets[start:])
        radiotap, frame = octets[start : start + length], octets[start + length :]
        if len(frame) > IEEE80211_MAX or header_length(frame) is None:
            raise WireError(Reason.IEEE80211, f"{len(frame)} octets, begins {frame[:2].hex()}")
        return cls(direction, station, tag, radiotap, frame, vlan)
