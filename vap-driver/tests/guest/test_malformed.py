# SPDX-License-Identifier: Apache-2.0
"""Malformed frames are counted by reason. Frames of other protocols pass."""

import json
import os
import random
import struct
from pathlib import Path

import pytest
from lab import DriverRadio, Netns, Veth, hostapd, ping, run, wait_for
from test_association import AC5, G24
from test_wire import DATA, OF_80211N, associated_station, learnt
from wire import DownlinkFrame, PacketSocket, mac, status_of_stages, uplink

BSSID = "02:aa:00:00:12:34"
ERRORS = ("short", "ethertype", "version", "kind", "address", "radiotap", "80211", "segment")


def vectors(name: str) -> list[dict]:
    """Returns the frames of one file of wire/vectors."""
    return json.loads((Path(os.environ["VAP_VECTORS"]) / f"{name}.json").read_text())


def counters(radio: DriverRadio) -> dict[str, int]:
    """Returns the counter of each error."""
    stats = radio.stats()
    return {error: stats[f"rx_drop_{error}"] for error in ERRORS}


@pytest.fixture
def access_point(module):
    """An access point, and a socket at the other end of its wire."""
    with Veth(mtu=12000) as veth, PacketSocket(veth.b) as wire:
        with DriverRadio(veth.a, "--address", BSSID) as radio, hostapd(radio):
            yield radio, wire


def arrives(octets: bytes) -> bool:
    """Checks if the kernel delivers this to the driver as an untagged CloudMAC frame."""
    return len(octets) >= 14 and octets[12:14] == b"\x13\x37"


def test_vectors_are_counted_by_reason(access_point):
    """Each malformed frame of wire/vectors increments the counter of its error."""
    radio, wire = access_point
    tested = 0
    for vector in vectors("malformed"):
        octets = bytes.fromhex(vector["hex"])
        expected = vector["expect"]["error"]
        # The driver derives the direction from the frame.
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
    """Well-formed frames to other VAPs increment no error counter."""
    radio, wire = access_point
    before = counters(radio)
    sent = 0
    for name in ("uplink", "downlink", "vstas"):
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
        "all are counted",
    )
    assert counters(radio) == before


def test_segments_of_vectors_are_reassembled(access_point):
    """The segments of each long frame of wire/vectors make one frame, here to another VAP."""
    radio, wire = access_point
    before = radio.stats()
    wholes, sent = set(), 0
    for vector in vectors("segments"):
        octets = bytes.fromhex(vector["hex"])
        if not arrives(octets):
            continue
        wire.send(octets)
        sent += 1
        wholes |= {vector["expect"]["segment"]["whole"]}
    wait_for(
        lambda: radio.stats()["rx_segments"] == before["rx_segments"] + sent, "all are received"
    )
    after = radio.stats()
    assert after["rx_drop_unknown_vap"] == before["rx_drop_unknown_vap"] + len(wholes - {None}) > 4
    assert counters(radio) == {error: before[f"rx_drop_{error}"] for error in ERRORS}


def test_random_frames(access_point):
    """Random frames, and well-formed frames to the VAP with random changes."""
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
        "rx_drop_overtaken",
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
            octets[at + 4 : at + 10] = mac(BSSID)  # receiver: the VAP
            if len(octets) >= at + 24:
                octets[at + 22 : at + 24] = dice.randbytes(2)  # a new sequence number
            for _ in range(dice.randint(0, 4)):
                octets[dice.randrange(len(octets))] = dice.randrange(256)
            del octets[dice.randint(14, len(octets)) :]
        octets[12:14] = b"\x13\x37"
        wire.send(bytes(octets))
        if number % 100 == 0:  # do not outrun the driver
            wait_for(
                lambda n=number: sum(radio.stats()[c] - before[c] for c in taken) >= n,
                "the frames so far are counted",
            )
    wait_for(
        lambda: sum(radio.stats()[c] - before[c] for c in taken) >= total,
        "every frame is counted",
    )
    assert all(
        radio.stats()[f"rx_drop_{error}"] > before[f"rx_drop_{error}"]
        for error in ("version", "kind", "address", "radiotap", "80211")
    )


def test_other_traffic_passes(module):
    """IP passes over the lower device itself, tagged and untagged, beside the radio."""
    with Veth() as veth, Netns() as netns, DriverRadio(veth.a) as radio, DriverRadio(
        veth.a, "--vlan", "7"
    ):
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


LEGACY, HT, VHT = 1, 2, 3
WIDTH_40, WIDTH_80, SHORT_GI = 1 << 2, 2 << 2, 0x10
# 40 MHz, short guard intervals; then 80 MHz, MCS 0 to 9 of eight streams
OF_80211AC = b"\x2d\x1a\x6e\x00" + OF_80211N[4:]
OF_80211AC += b"\xbf\x0c\x20\x00\x00\x00" + 2 * b"\xaa\xaa\x00\x00"

# Rates that no station has: kind and rate as in a stage of the rate chain. A VHT rate
# is the MCS and the number of streams.
IMPOSSIBLE = [
    (HT, 32),
    (HT, 76),
    (HT | WIDTH_40 | SHORT_GI, 76),
    *((VHT | WIDTH_80 | SHORT_GI, rate) for rate in (0x05, 0x98, 0xA4, 0xB4, 0xA1, 0xB8)),
]
VHT_MCS_0 = (VHT, 0x01)
# For each kind of station: its elements, the access point, rates that neither has, a
# rate that both have, and minstrel's name of that rate.
STATIONS = {
    "ac": (OF_80211AC, AC5, [(LEGACY, 2)], (VHT | WIDTH_80, 0x91), "MCS9/1"),
    "n": (OF_80211N, G24, [VHT_MCS_0], (HT, 7), "MCS7"),
    "g": (b"", G24, [VHT_MCS_0, (HT, 0), (LEGACY, 3)], (LEGACY, 108), "54.0M"),
}


def data_of(wire: PacketSocket) -> DownlinkFrame:
    """Returns the next data frame for the station."""
    return wire.until(lambda f: f.type & 0x0C == DATA and f.receiver[0] == 2, "data")


def status_in_vht_field(frame: DownlinkFrame, rate: int) -> bytes:
    """Returns a TX status without a chain: 80 MHz, short guard interval."""
    present = 1 << 15 | 1 << 17 | 1 << 21 | 1 << 30 | 1 << 31
    length = 28 + len(frame.token)
    radiotap = struct.pack("<BBHIIHBx", 0, 0, length, present, 1, 0, 0)
    radiotap += struct.pack("<HBBB7x", 0x0044, 0x04, 4, rate) + frame.token
    header = frame.frame[: 26 if frame.type == 0x88 else 24]
    return uplink(frame.receiver.hex(":"), frame.vap, header, 1, radiotap, -128, 0)


@pytest.mark.parametrize("station", STATIONS)
def test_status_with_impossible_rates(module, station):
    """Impossible rates do not reach minstrel, which would use them as indices. A possible
    rate reaches it even if it was not requested."""
    elements, channel, not_theirs, theirs, name = STATIONS[station]
    with associated_station(elements, **channel) as (radio, wire):
        sent = [
            lambda frame, stage=bytes([*rate, 1, 0]): status_of_stages(frame, [stage])
            for rate in IMPOSSIBLE + not_theirs
        ]
        # after a possible one
        stages = [bytes([LEGACY, 12, 2, 0]), bytes([VHT | WIDTH_80 | SHORT_GI, 0x08, 1, 0])]
        sent.append(lambda frame: status_of_stages(frame, stages))
        sent.append(lambda frame: status_in_vht_field(frame, 0xB8))
        before = radio.stats()["status_acked"]
        for number, status_of in enumerate(sent, 1):
            wire.send(status_of(data_of(wire)))
            wait_for(lambda n=number: radio.stats()["status_acked"] == before + n, "it is counted")
        run("iw", "dev", radio.ifname, "station", "dump")
        assert radio.stats()["status_bad_rate"] == len(sent)

        def learns() -> bool:
            wire.send(status_of_stages(data_of(wire), [bytes([*theirs, 1, 1])]))
            known = learnt(radio)
            assert set(known) <= {name, "1.0M", "6.0M"}, "minstrel knows no other rate"
            return name in known

        wait_for(learns, f"minstrel knows {name}")
        assert radio.stats()["status_bad_rate"] == len(sent)
