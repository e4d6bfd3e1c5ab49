# SPDX-License-Identifier: Apache-2.0
"""Tests the codec with the vectors that all codecs pass."""

import pytest

from cloudmac_wire import (
    Announcement,
    Control,
    Frame,
    Hello,
    Radio,
    RadioTag,
    Reason,
    Reassembler,
    Scan,
    ScanDone,
    Segment,
    Stage,
    Survey,
    WireError,
    build_chain,
)

from .vectors import parameters

FRAMES = ("downlink", "uplink")
MESSAGES = {"hello": Hello, "scan": Scan, "done": ScanDone}
TAG_FIELDS = ("level", "rate", "priority", "kind", "vap")


def control(expected):
    """Returns the Control of a vector, or None."""
    return expected and Control(**expected)


def announcement(expected):
    """Returns the Announcement of a vector."""
    fields = {key: value for key, value in expected.items() if key != "error"}
    fields["radios"] = [Radio(**radio) for radio in fields["radios"]]
    return Announcement(**fields | {key: control(fields[key]) for key in ("ipv4", "ipv6")})


def message(expected):
    """Returns the message of a vector, or None."""
    if expected is None:
        return None
    fields = {key: value for key, value in expected.items() if key != "type"}
    if "ssid" in fields:
        fields["ssid"] = bytes.fromhex(fields["ssid"])
    if "ssids" in fields:
        fields["ssids"] = [bytes.fromhex(ssid) for ssid in fields["ssids"]]
    return MESSAGES[expected["type"]](**fields)


def parse(vector):
    """Parses a vector's octets."""
    octets = bytes.fromhex(vector["hex"])
    if vector["direction"] == "announcement":
        return Announcement.parse(octets)
    try:
        return Frame.parse(octets, vector["direction"])
    except WireError as error:
        if error.reason is not Reason.SEGMENT:
            raise
    return Segment.parse(octets, vector["direction"])


def frames(segments):
    """Returns the valid frames of the vectors, those that are segments or the others."""
    every = parameters(*FRAMES, error="ok")
    return [each for each in every if ("segment" in each.values[0]["expect"]) == segments]


@pytest.mark.parametrize("vector", frames(segments=True))
def test_segment(vector):
    """Each field of a valid segment has the vector's value."""
    expected = vector["expect"]
    segment = parse(vector)
    assert (segment.direction, segment.station) == (vector["direction"], expected["station"])
    assert segment.vlan == expected["vlan"]
    assert segment.tag == RadioTag(**{name: expected[name] for name in TAG_FIELDS})
    for name in ("index", "count", "total", "size", "frame_id", "content_offset"):
        assert getattr(segment, name) == expected["segment"][name]
    assert len(segment.content) == expected["segment"]["content_length"]


def test_reassembly():
    """The segments of each frame, in any order, give its vector."""
    found = {each.id: each.values[0] for each in parameters(*FRAMES, error="ok")}
    for order in (1, -1):
        reassembler, wholes = Reassembler(), set()
        for vector in list(found.values())[::order]:
            if "segment" not in vector["expect"]:
                continue
            octets = reassembler.add(parse(vector))
            if octets:
                name = vector["expect"]["segment"]["whole"]
                assert octets.hex() == found[name]["hex"], name
                wholes.add(name)
        assert len(wholes) == 5


@pytest.mark.parametrize("vector", frames(segments=False))
def test_frame(vector):
    """Each field of a valid frame has the vector's value."""
    expected = vector["expect"]
    octets = bytes.fromhex(vector["hex"])
    frame = parse(vector)
    assert (frame.direction, frame.station) == (vector["direction"], expected["station"])
    assert frame.vlan == expected["vlan"]
    assert frame.tag == RadioTag(**{name: expected[name] for name in TAG_FIELDS})
    assert frame.radiotap_offset == expected["radiotap_offset"]
    assert len(frame.radiotap) == expected["radiotap_length"]
    assert len(frame.frame) == expected["frame_length"]
    assert frame.header_length == expected["header_length"]
    assert octets.endswith(frame.radiotap + frame.frame)
    stages = expected["chain"]
    assert frame.chain == (stages and tuple(Stage(**stage) for stage in stages))
    if stages and vector["canonical"]:
        assert frame.radiotap.endswith(build_chain(frame.chain))
    values = expected.get("survey")
    assert frame.survey == (values and Survey(**values))
    if values and vector["canonical"]:
        assert frame.survey.build("02:c1:0d:00:a0:01", frame.station) == frame.frame
    found = message(expected.get("message"))
    assert frame.message == found
    if found and vector["canonical"]:
        radio = (frame.station,) if vector["direction"] == "uplink" else ()
        assert found.build("02:56:53:00:b0:02", *radio) == frame.frame


@pytest.mark.parametrize("vector", parameters("announcement", error="ok"))
def test_announcement(vector):
    """Each field of a valid announcement has the vector's value."""
    assert parse(vector) == announcement(vector["expect"])


@pytest.mark.parametrize("vector", parameters(*FRAMES, "announcement", canonical=True))
def test_build(vector):
    """A canonical vector is rebuilt octet by octet."""
    assert parse(vector).build().hex() == vector["hex"]


@pytest.mark.parametrize(
    "vector",
    [v for v in parameters(*FRAMES, "announcement") if v.values[0]["expect"]["error"] != "ok"],
)
def test_refused(vector):
    """A malformed vector raises WireError with the vector's reason."""
    with pytest.raises(WireError) as caught:
        parse(vector)
    assert caught.value.reason == vector["expect"]["error"]
