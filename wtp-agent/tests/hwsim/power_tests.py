# SPDX-License-Identifier: Apache-2.0
"""Tests of rate and power of single frames: what the tag of a frame says is what is on the air, from
that frame on, and only for that frame."""

import struct

from aggregation_tests import await_entry, begin_session, described_data
from connection import ControllerConnection
from equipment import (
    GuestAgent,
    BSSID,
    STATION,
    downlink_chain,
    drain,
    frame_of,
    receive,
    receive_status,
)
from medium import Medium
from pki import Pki

OWN_POWER = 0x80
"""The tag's power if the WTP decides."""
RADIO_DBM = 15
"""Of the configuration."""
OTHER = bytes.fromhex("020000000777")
KBPS_500 = {11: 108, 4: 12, 6: 24}
"""hwsim's rates at 2.4 GHz in units of 500 kb/s, by their numbers."""
CHAIN = (108, 3), (12, 4)


def with_rule(frame, level=OWN_POWER, rate=0):
    """Returns the frame as a switch forwards it that writes power and rate into the tag."""
    return frame[:7] + bytes([level, rate]) + frame[9:]


def signal_of(data):
    """Returns the signal in dBm of a received frame: radiotap's bit 5."""
    present = struct.unpack_from("<I", data, 4)[0]
    offset, more = 8, present
    while more & 1 << 31:
        more = struct.unpack_from("<I", data, offset)[0]
        offset += 4
    for bit, align, size in ((0, 8, 8), (1, 1, 1), (2, 1, 1), (3, 2, 4), (4, 2, 2)):
        if present & 1 << bit:
            offset += -offset % align + size
    assert present & 1 << 5, "no signal"
    return struct.unpack_from("b", data, offset)[0]


def data_to(receiver, number):
    def matches(data):
        frame = frame_of(data)
        return (
            frame[0] & 0x0C == 8
            and frame[4:10] == receiver
            and struct.unpack_from("<H", frame, 22)[0] >> 4 == number
        )

    return matches


def test_announced_abilities(vap, station, pki):
    """hwsim applies both, in a kernel with the lab's patch."""
    with GuestAgent(pki), ControllerConnection(Pki.of(pki)) as controller:
        radio = controller.call("agent.info")["radios"][0]
        assert radio["rate_per_frame"] and radio["power_per_frame"], radio
        announcement = receive(vap, "an announcement", lambda data: data[12:14] == b"\x13\x38")
        # Type, length, index, address, MHz, maximum power; then power, flags, leases.
        place = announcement.index(b"\4\x0e\0") + 2 + 1 + 6 + 2 + 1
        power, flags, leases = struct.unpack_from("bBB", announcement, place)
        assert (power, flags, leases) == (RADIO_DBM, 0x27, 8), announcement.hex()


def test_power_of_a_frame(vap, station, pki):
    """The station receives each frame with the power in its tag: at most the radio's. Frames without
    one have the radio's power, also those between and after."""
    numbers = iter(range(1, 100))

    def heard(receiver, level):
        number = next(numbers)
        vap.send(with_rule(downlink_chain(receiver, number, *CHAIN), level))
        return signal_of(receive(station, f"frame {number}", data_to(receiver, number)))

    with GuestAgent(pki, leases=[BSSID]):
        drain(station)
        ordinary = heard(STATION, OWN_POWER)
        assert heard(STATION, RADIO_DBM - 10) == ordinary - 10
        assert heard(OTHER, OWN_POWER) == ordinary, "a frame of another station"
        assert heard(STATION, OWN_POWER) == ordinary, "after the rule"
        assert heard(STATION, 0) == ordinary - RADIO_DBM
        assert heard(STATION, -5 & 0xFF) == ordinary - RADIO_DBM - 5
        assert heard(STATION, RADIO_DBM + 5) == ordinary, "more than the radio's"


def test_rate_and_power_at_the_medium(vap, station, pki):
    """All tries of a frame have the rate and the power in its tag; the frames before and behind it
    in the same burst have their own."""
    sent = []

    def never(frame):
        sent.append((frame.number, KBPS_500[frame.index], frame.tries, frame.power_dbm))
        return frame.tries, False

    with GuestAgent(pki, leases=[BSSID]), Medium(never):
        drain(vap)
        rules = {1: {}, 2: {"level": 5}, 3: {"rate": 24, "level": 7}, 4: {}}
        for number, rule in rules.items():
            vap.send(with_rule(downlink_chain(STATION, number, *CHAIN), **rule))
        for _ in rules:
            receive_status(vap)
    assert sent == [
        (1, 108, 3, None),
        (1, 12, 4, None),
        (2, 108, 3, 5),
        (2, 12, 4, 5),
        (3, 24, 7, 7),
        (4, 108, 3, None),
        (4, 12, 4, None),
    ], sent


def test_power_of_an_aggregated_frame(vap, station, pki):
    """mac80211 numbers and aggregates frames of a station with an entry. Their power is the tag's
    too."""
    with GuestAgent(pki, leases=[BSSID]):
        drain(vap)
        drain(station)
        number = await_entry(vap, 0)
        begin_session(station)
        drain(station)
        powers = {b"before": OWN_POWER, b"lower!": 5, b"behind": OWN_POWER}
        for payload, level in powers.items():
            number += 1
            vap.send(with_rule(described_data(number, payload), level))
        signals = {}
        for payload in powers:
            heard = receive(
                station, f"the frame '{payload}'", lambda data, end=payload: data.endswith(end)
            )
            signals[payload] = signal_of(heard)
        assert signals[b"lower!"] == signals[b"before"] - (RADIO_DBM - 5), signals
        assert signals[b"behind"] == signals[b"before"], signals
