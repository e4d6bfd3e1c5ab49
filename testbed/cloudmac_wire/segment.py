# SPDX-License-Identifier: Apache-2.0
"""Builds, parses and reassembles segments: frames that exceed the MTU (specification, 1.3)."""

import dataclasses
import struct

from .ethernet import (
    ETHERTYPE,
    Reason,
    WireError,
    build_ethernet,
    check_address,
    check_range,
    check_vlan,
    is_group,
    pack_address,
)
from .frame import RADIOTAP_MAX, Direction, IEEE80211_MAX, SEGMENT_OCTET0, parse_outer
from .tag import Kind, RadioTag

CONTENT_MAX = RADIOTAP_MAX + IEEE80211_MAX
SIZE_MIN, SEGMENTS_MAX = 512, 16
_HEADER = struct.Struct(">BBHHHI")


def _count(total, size):
    """Returns the number of segments, or 0 if the format forbids it."""
    if total > CONTENT_MAX or size < SIZE_MIN:
        return 0
    count = -(-total // size)
    return count if 2 <= count <= SEGMENTS_MAX else 0


@dataclasses.dataclass(frozen=True)
class Segment:
    """A segment of a frame.

    station: the outer address that is not the tag
    frame_id: the same in all segments of a frame
    index: from 0
    total: octets of the whole content, radiotap and 802.11
    size: octets of the content in each segment but the last
    content: this segment's part of it
    vlan: VLAN id, None if untagged
    """

    direction: Direction
    station: str
    tag: RadioTag
    frame_id: int
    index: int
    total: int
    size: int
    content: bytes
    vlan: int | None = None

    def __post_init__(self):
        object.__setattr__(self, "direction", Direction(self.direction))
        check_address("station", self.station)
        check_vlan(self.vlan)
        check_range("frame_id", self.frame_id, 0, 0xFFFFFFFF)

    @property
    def count(self):
        """Number of segments of the frame."""
        return _count(self.total, self.size)

    @property
    def content_offset(self):
        """Number of octets before the content."""
        return (14 if self.vlan is None else 18) + _HEADER.size

    def _ethernet(self):
        outer = [pack_address(self.station), self.tag.build()]
        if self.direction is Direction.UPLINK:
            outer.reverse()
        return build_ethernet(*outer, self.vlan, ETHERTYPE)

    def build(self):
        """Returns the octets. Raises WireError if a receiver would drop them."""
        header = SEGMENT_OCTET0, self.index, self.total, self.size, 0, self.frame_id
        octets = self._ethernet() + _HEADER.pack(*header) + self.content
        Segment.parse(octets, self.direction)
        return octets

    @classmethod
    def parse(cls, octets, direction):
        """Parses octets, destination address first. Raises WireError if they are no segment."""
        direction, octets = Direction(direction), bytes(octets)
        vlan, station, tag, start = parse_outer(octets, direction)
        if octets[start] != SEGMENT_OCTET0 or len(octets) < start + _HEADER.size:
            raise WireError(Reason.SEGMENT, f"{len(octets) - start} octets of header")
        if tag.kind is not Kind.FRAME or is_group(station):
            raise WireError(Reason.SEGMENT, f"of kind {tag.kind} for {station}")
        _, index, total, size, _, frame_id = _HEADER.unpack_from(octets, start)
        if index >= _count(total, size):
            raise WireError(Reason.SEGMENT, f"segment {index}, {size} of {total} octets")
        length = min(size, total - index * size)
        content = octets[start + _HEADER.size :][:length]
        if len(content) < length:
            raise WireError(Reason.SEGMENT, f"{len(content)} octets, not {length}")
        return cls(direction, station, tag, frame_id, index, total, size, content, vlan)


def split(frame, mtu, frame_id):
    """Returns the octets of a frame for a link with an MTU: one whole frame, or its segments.

    Raises ValueError if no segments can carry it.
    """
    whole = frame.build()
    content = whole[frame.radiotap_offset :]
    if len(content) <= mtu:
        return [whole]
    count = -(-len(content) // max(mtu - _HEADER.size, 1))
    size = -(-len(content) // count)
    if not _count(len(content), size) or is_group(frame.station):
        raise ValueError(f"{len(content)} octets for {frame.station} at an MTU of {mtu}")
    return [
        Segment(
            *(frame.direction, frame.station, frame.tag, frame_id, index, len(content), size),
            content[index * size :][:size],
            frame.vlan,
        ).build()
        for index in range(count)
    ]


class Reassembler:
    """Collects segments. Has no limits of time and memory: for tests and captures."""

    def __init__(self):
        self._parts = {}

    def add(self, segment):
        """Returns the octets of the whole frame if the segment completes it, or None."""
        division = segment.total, segment.size
        key = segment.station, segment.tag.vap, segment.vlan, segment.frame_id, division
        parts = self._parts.setdefault(key, {})
        parts.setdefault(segment.index, segment)
        if len(parts) < segment.count:
            return None
        del self._parts[key]
        first = parts[0]._ethernet()
        return first + b"".join(parts[index].content for index in sorted(parts))
