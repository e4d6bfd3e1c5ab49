# SPDX-License-Identifier: Apache-2.0
"""Tests that a built frame parses to the same values, and that parsers raise WireError only."""

import dataclasses
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cloudmac_wire import (
    Announcement,
    Control,
    Direction,
    Frame,
    Hello,
    Kind,
    Radio,
    RadioTag,
    Reason,
    Reassembler,
    Scan,
    ScanDone,
    Segment,
    Stage,
    Status,
    Survey,
    WireError,
    build_chain,
    find_chain,
    split,
    vap_id,
)

octet = st.integers(0, 255)
dbm = st.integers(-128, 127)
vlans = st.none() | st.integers(0, 4095)
unicast = (
    st.binary(min_size=6, max_size=6)
    .map(lambda octets: bytes([octets[0] & 0xFE]) + octets[1:])
    .filter(any)
    .map(lambda octets: octets.hex(":"))
)


@st.composite
def frames(draw):
    """Draws any valid frame."""
    direction = draw(st.sampled_from(Direction))
    down = (Kind.FRAME, Kind.VSTA)
    kind = draw(st.sampled_from(Kind if direction is Direction.UPLINK else down))
    tag = RadioTag(
        draw(dbm), draw(octet), draw(st.integers(0, 7)), kind, draw(st.integers(0, 0xFFFF))
    )
    fields = draw(st.binary(max_size=248))
    radiotap = (
        struct.pack("<BBHI", 0, 0, 8 + len(fields), draw(st.integers(0, 2**32 - 1))) + fields
    )
    first = draw(octet.filter(lambda value: value & 3 == 0 and value & 12 != 12))
    frame = bytes([first]) + draw(st.binary(min_size=35, max_size=2345))
    return Frame(direction, draw(unicast), tag, radiotap, frame, draw(vlans))


names = st.text(st.characters(blacklist_categories=("Cc", "Cs")), min_size=1, max_size=63).filter(
    lambda name: len(name.encode()) <= 63
)
ports = st.integers(1, 65535)
ipv4 = st.builds(Control, st.ip_addresses(v=4).filter(lambda a: 0 < int(a) < 0xE0000000), ports)
ipv6 = st.builds(Control, st.ip_addresses(v=6).filter(lambda a: 0 < int(a) < 0xFF << 120), ports)
radios = st.lists(
    st.builds(Radio, octet, unicast, st.integers(0, 65535), dbm, dbm, octet, octet, octet),
    min_size=1,
    max_size=16,
    unique_by=lambda radio: radio.index,
)


@st.composite
def announcements(draw):
    """Draws any valid announcement."""
    control = draw(st.tuples(st.none() | ipv4, st.none() | ipv6).filter(any))
    return Announcement(
        draw(unicast),
        draw(unicast),
        draw(st.integers(100, 60000)),
        draw(names),
        draw(radios),
        *control,
        draw(vlans)
    )


@given(frames())
def test_frame(frame):
    """A frame parses to the values that it was built from."""
    assert Frame.parse(frame.build(), frame.direction) == frame


@given(frames(), st.integers(0, 9000), st.sampled_from((1500, 1700, 9000)), st.randoms())
def test_split(frame, more, mtu, dice):
    """The segments of a frame fit into the MTU, and give the frame in any order. Each is smaller
    than the MTU, and a frame that fits is not split."""
    frame = dataclasses.replace(frame, frame=frame.frame + bytes(more))
    length = len(frame.radiotap + frame.frame)
    if frame.tag.kind is not Kind.FRAME:
        frame = dataclasses.replace(frame, tag=RadioTag())
    parts = split(frame, mtu, 7)
    assert (len(parts) > 1) == (length > mtu)
    assert all(len(part) - frame.radiotap_offset <= mtu for part in parts)
    if len(parts) == 1:
        assert Frame.parse(parts[0], frame.direction) == frame
        return
    dice.shuffle(parts)
    reassembler = Reassembler()
    *early, whole = [reassembler.add(Segment.parse(part, frame.direction)) for part in parts]
    assert not any(early)
    assert Frame.parse(whole, frame.direction) == frame


flags = {name: st.booleans() for name in ("short_gi", "rts", "cts", "short_preamble", "changed")}
flags["tries"] = octet
stages = st.one_of(
    st.builds(Stage, st.just("none"), **flags),
    st.builds(Stage, st.just("legacy"), rate=st.integers(1, 255), **flags),
    st.builds(
        Stage, st.just("ht"), mcs=st.integers(0, 76), width=st.sampled_from((20, 40)), **flags
    ),
    st.builds(
        Stage,
        st.just("vht"),
        mcs=st.integers(0, 11),
        nss=st.integers(1, 8),
        width=st.sampled_from((20, 40, 80, 160)),
        **flags
    ),
)


@given(st.lists(stages, min_size=1, max_size=4), st.booleans())
def test_chain(chain, with_rate):
    """A chain parses to its stages, also after a field of the standard. A truncated one is none."""
    fields = b"\x0c\0" if with_rate else b""
    present = struct.pack("<II", 1 << 30 | 1 << 31 | (1 << 2 if with_rate else 0), 1)
    octets = build_chain(chain)
    length = 4 + len(present) + len(fields) + len(octets)
    radiotap = struct.pack("<BBH", 0, 0, length) + present + fields + octets
    assert find_chain(radiotap) == tuple(chain)
    assert all(find_chain(radiotap[:end]) is None for end in range(length))


times = st.none() | st.integers(0, 2**64 - 1)


@given(
    st.builds(Survey, st.integers(1, 65535), dbm, times, times, times, times),
    unicast,
    unicast,
    st.integers(0, 67),
)
def test_survey(survey, bssid, radio, cut):
    """A report parses to its values, a truncated one is none."""
    octets = survey.build(bssid, radio)
    tag = RadioTag(priority=1, kind=Kind.NEIGHBOUR, vap=vap_id(bssid))
    frame = Frame("uplink", radio, tag, bytes.fromhex("0000080000000000"), octets)
    assert Frame.parse(frame.build(), "uplink").survey == survey
    assert dataclasses.replace(frame, frame=octets[:cut]).survey is None
    assert dataclasses.replace(frame, tag=RadioTag(vap=tag.vap)).survey is None


ssids = st.binary(max_size=32)
hellos = st.builds(
    Hello,
    st.booleans(),
    st.booleans(),
    st.integers(0, 65535),
    st.just("00:00:00:00:00:00") | unicast,
    ssids,
)
scans = st.builds(
    Scan,
    st.integers(1, 65535),
    st.lists(st.integers(1, 65535), min_size=1, max_size=60, unique=True),
    st.lists(ssids, max_size=4),
    st.booleans(),
    st.booleans(),
)
dones = st.builds(ScanDone, st.integers(1, 65535), st.sampled_from(Status), octet, octet)


@given(
    hellos | scans | dones,
    unicast.filter(lambda address: not address.endswith("ff:ff")),
    unicast,
    st.data(),
)
def test_message(message, station, radio, data):
    """A message parses to its values, a truncated one is none, nor is one of another kind."""
    if isinstance(message, ScanDone):
        direction, outer, octets = "uplink", radio, message.build(station, radio)
    else:
        direction, outer, octets = "downlink", "ff:ff:ff:ff:ff:ff", message.build(station)
    tag = RadioTag(priority=7, kind=Kind.VSTA, vap=vap_id(station))
    frame = Frame(direction, outer, tag, bytes.fromhex("0000080000000000"), octets)
    assert Frame.parse(frame.build(), direction).message == message
    assert dataclasses.replace(frame, frame=octets + b"\xff").message == message
    cut = data.draw(st.integers(0, len(octets) - 1))
    assert dataclasses.replace(frame, frame=octets[:cut]).message is None
    assert dataclasses.replace(frame, tag=RadioTag(vap=tag.vap)).message is None


@given(announcements(), st.integers(0, 64))
def test_announcement(announcement, padding):
    """An announcement parses to its values, with and without Ethernet padding."""
    assert Announcement.parse(announcement.build() + bytes(padding)) == announcement


@given(announcements(), st.data())
def test_announcement_cut(announcement, data):
    """Each truncated announcement is short."""
    octets = announcement.build()
    with pytest.raises(WireError) as caught:
        Announcement.parse(octets[: data.draw(st.integers(0, len(octets) - 1))])
    assert caught.value.reason is Reason.SHORT


@given(frames() | announcements(), st.data())
def test_anything(valid, data):
    """Valid octets with a few changes or a cut parse, or raise WireError."""
    octets = bytearray(valid.build())
    for at in data.draw(st.lists(st.integers(0, len(octets) - 1), max_size=4)):
        octets[at] = data.draw(octet)
    for parse in (
        Announcement.parse,
        lambda o: Frame.parse(o, "uplink"),
        lambda o: Frame.parse(o, "downlink"),
    ):
        try:
            parsed = parse(octets[: data.draw(st.integers(0, len(octets)))])
            assert getattr(parsed, "chain", None) != ()
        except WireError:
            pass
