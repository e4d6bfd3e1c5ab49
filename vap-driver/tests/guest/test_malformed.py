# SPDX-License-Identifier: Apache-2.0
"""Malformed frames are counted by reason and harm nothing; frames that are not
CloudMAC's pass."""

import json
import os
import random
from pathlib import Path

import pytest
from lab import Netns, Radio, Veth, hostapd, ping, run, wait_for
from wire import Wire, mac

BSSID = "02:aa:00:00:12:34"
ERRORS = ("short", "ethertype", "version", "kind", "address", "radiotap", "80211")


def vectors(name: str) -> list[dict]:
    """The frames of one file of wire/vectors."""
    return json.loads((Path(os.environ["VAP_VECTORS"]) / f"{name}.json").read_text())


def counters(radio: Radio) -> dict[str, int]:
    """How often each error was counted."""
    stats = radio.stats()
    return {error: stats[f"rx_drop_{error}"] for error in ERRORS}


@pytest.fixture
def access_point(module):
    """An access point and a socket at the other end of its wire."""
    with Veth(mtu=4000) as veth, Wire(veth.b) as wire:
        with Radio(veth.a, "--address", BSSID) as radio, hostapd(radio):
            yield radio, wire


def arrives(octets: bytes) -> bool:
    """Would a network card deliver this to the driver, untagged?"""
    return len(octets) >= 14 and octets[12:14] == b"\x13\x37"


def test_vectors_are_counted_by_reason(access_point):
    """Each malformed frame of the wire format's vectors, under its reason."""
    radio, wire = access_point
    tested = 0
    for vector in vectors("malformed"):
        octets = bytes.fromhex(vector["hex"])
        expected = vector["expect"]["error"]
        # the driver learns the direction from the frame itself
        if (
            not arrives(octets)
            or vector["direction"] not in ("uplink", "downlink")
            or vector["name"].endswith("wrong-way")
        ):
            continue
        before = counters(radio)
        wire.send(octets)
        want = dict(before)
        want[expected] += 1
        wait_for(lambda b=before: counters(radio) != b, f"{vector['name']} is counted")
        assert counters(radio) == want, vector["name"]
        tested += 1
    assert tested > 60


def test_good_vectors_are_no_errors(access_point):
    """Good frames, to other VAPs, are no errors."""
    radio, wire = access_point
    before = counters(radio)
    sent = 0
    for name in ("uplink", "downlink"):
        for vector in vectors(name):
            octets = bytes.fromhex(vector["hex"])
            if arrives(octets):
                wire.send(octets)
                sent += 1
    wait_for(
        lambda: sum(
            radio.stats()[name]
            for name in ("rx_drop_unknown_vap", "rx_frames", "rx_drop_channel", "status_unmatched")
        )
        >= sent,
        "all are taken",
    )
    assert counters(radio) == before


def test_random_frames(access_point):
    """Random frames, and random changes to good ones addressed to the VAP."""
    radio, wire = access_point
    dice = random.Random(4919)
    good = [
        bytearray.fromhex(v["hex"])
        for name in ("uplink", "downlink")
        for v in vectors(name)
        if arrives(bytes.fromhex(v["hex"]))
    ]
    before = radio.stats()
    taken = (
        "rx_frames",
        "rx_drop_unknown_vap",
        "rx_drop_channel",
        "rx_drop_bad_fcs",
        "rx_drop_backlog",
        "rx_drop_duplicate",
        "status_unmatched",
        *(f"rx_drop_{error}" for error in ERRORS),
    )
    total = 4000
    for number in range(total):
        if number % 4 == 0:
            octets = bytearray(dice.randbytes(dice.randint(14, 400)))
        else:
            octets = bytearray(dice.choice(good))
            at = 14 + int.from_bytes(octets[16:18], "little")
            octets[4:6] = mac(BSSID)[4:]
            octets[at + 4 : at + 10] = mac(BSSID)  # addressed to us
            if len(octets) >= at + 24:
                octets[at + 22 : at + 24] = dice.randbytes(2)  # and new
            for _ in range(dice.randint(0, 4)):
                octets[dice.randrange(len(octets))] = dice.randrange(256)
            del octets[dice.randint(14, len(octets)) :]
        octets[12:14] = b"\x13\x37"
        wire.send(bytes(octets))
        if number % 100 == 0:  # not faster than it is taken
            wait_for(
                lambda n=number: sum(radio.stats()[c] - before[c] for c in taken) >= n,
                "the frames so far are taken",
            )
    wait_for(
        lambda: sum(radio.stats()[c] - before[c] for c in taken) >= total,
        "every frame is counted under some name",
    )
    assert all(
        radio.stats()[f"rx_drop_{error}"] > before[f"rx_drop_{error}"]
        for error in ("version", "kind", "address", "radiotap", "80211")
    )


def test_other_traffic_passes(module):
    """IP over the lower device itself, tagged and not, beside the radio."""
    with Veth() as veth, Netns() as netns, Radio(veth.a) as radio, Radio(veth.a, "--vlan", "7"):
        run("ip", "link", "set", veth.b, "netns", netns)
        run("ip", "link", "set", veth.b, "up", netns=netns)
        run("ip", "link", "set", radio.ifname, "up")
        run("ip", "addr", "add", "10.1.0.1/24", "dev", veth.a)
        run("ip", "addr", "add", "10.1.0.2/24", "dev", veth.b, netns=netns)
        ping("10.1.0.2")
        for ifname, where, address in (
            (veth.a, None, "10.2.0.1/24"),
            (veth.b, netns, "10.2.0.2/24"),
        ):
            tagged = f"{ifname}.7"
            run(
                "ip",
                "link",
                "add",
                "link",
                ifname,
                "name",
                tagged,
                "type",
                "vlan",
                "id",
                "9",
                netns=where,
            )
            run("ip", "addr", "add", address, "dev", tagged, netns=where)
            run("ip", "link", "set", tagged, "up", netns=where)
        ping("10.2.0.2")
        assert all(value == 0 for name, value in radio.stats().items() if name.startswith("rx_"))
