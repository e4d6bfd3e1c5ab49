# SPDX-License-Identifier: Apache-2.0
"""Tests the frames of hostile virtual stations. No lab runs."""
import pytest
from cloudmac_testbed import airtrace
from cloudmac_testbed.guest import vsta_attacks
from cloudmac_testbed.virtual_wifi import w7_hostile
from cloudmac_wire import Direction, Frame, Kind, find_message, vap_id

JOB = {
    "per_s": {},
    "own": "02:43:4d:a1:01:02",
    "other": "02:43:4d:a1:01:01",
    "bssid": "02:00:00:00:03:00",
}
FOREIGN_TAG = ("foreign_tag", "foreign_deauth")
MESSAGES = ("channel", "scan_flood", "scan_again", "foreign_message", "malformed_message")


@pytest.mark.parametrize("name", vsta_attacks.FRAMES)
@pytest.mark.parametrize("number", range(6))
def test_frames_are_well_formed_on_the_wire(name, number):
    """Otherwise a parser drops them before it comes to the rules of virtual stations."""
    frame = Frame.parse(vsta_attacks.FRAMES[name](number, JOB), Direction.DOWNLINK)
    named = JOB["other"] if name in FOREIGN_TAG else JOB["own"]
    assert frame.tag.vap == vap_id(named)
    assert (frame.tag.kind == Kind.VSTA) == (name in MESSAGES)


@pytest.mark.parametrize("number", range(3))
def test_messages_are_what_they_claim(number):
    def message(name):
        octets = vsta_attacks.FRAMES[name](number, JOB)
        return find_message(Frame.parse(octets, Direction.DOWNLINK))

    assert message("malformed_message") is None
    assert message("foreign_message") is None, "the tag names another one"
    assert message("channel").frequency == vsta_attacks.ELSEWHERE_MHZ
    assert message("scan_flood").id == 1 + number


def test_each_attack_has_a_boot_and_a_reason():
    assert w7_hostile.per_s("quiet") == {}
    for name in vsta_attacks.FRAMES:
        assert name in w7_hostile.VARIANTS and list(w7_hostile.per_s(name)) == [name]
    stopped = {*w7_hostile.COUNTED_BY, *w7_hostile.BY_THE_SWITCH}
    allowed = set(vsta_attacks.FRAMES) - stopped
    assert allowed == {"channel", "scan_flood", "scan_again", "action_flood"}


@pytest.mark.parametrize(
    "attack, drops, passed",
    [
        ("other_bss", {"role": 9}, 1),
        ("other_bss", {"channel": 10}, 10),
        ("foreign_tag", {"vap_id": 2}, 3),
        ("action_flood", {}, None),
    ],
)
def test_frames_that_pass_are_counted(attack, drops, passed):
    found = {"sent_by_attacker": 10, "forged": 3, "drops": drops}
    assert w7_hostile.passed(attack, found) == passed


def test_forged_frames_are_seen_on_the_air():
    victim = "02:43:4d:a1:01:01"

    def frame(kind, flags=0, transmitter=victim):
        octets = bytes([kind, flags, 0, 0]) + bytes(6) + bytes.fromhex(transmitter.replace(":", ""))
        return airtrace.TracedFrame(0, "wtp1", True, 2437, 54.0, 20, octets + bytes(24))

    frames = [
        frame(airtrace.QOS_DATA, airtrace.PROTECTED),
        frame(airtrace.QOS_NULL),
        frame(airtrace.QOS_DATA, transmitter="02:43:4d:a1:01:02"),
        frame(airtrace.DATA),
        frame(0xC0),
    ]
    raw = w7_hostile.analyse({"victim": victim}, lambda name: frames)
    assert raw["forged"] == 2
