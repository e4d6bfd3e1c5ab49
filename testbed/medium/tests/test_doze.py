# SPDX-License-Identifier: Apache-2.0
"""Frames that a station in power save receives (doze.c), frame by frame."""
import ctypes

import pytest

from conftest import BUILD

AP, OTHER, STATION = (bytes([2, 0, 0, 0, 0, n]) for n in (1, 2, 3))
ALL = bytes([255] * 6)
BEACON, ACTION, PROBE_RESPONSE, PS_POLL, DATA, NULL = 0x80, 0xD0, 0x50, 0xA4, 0x88, 0xC8
TO_AP, FROM_AP, PM, MORE = 1, 2, 0x10, 0x20


class Doze(ctypes.Structure):
    _fields_ = [
        ("asleep", ctypes.c_bool),
        ("polled", ctypes.c_bool),
        ("group", ctypes.c_bool),
        ("bssid", ctypes.c_uint8 * 6),
    ]


@pytest.fixture(scope="module")
def library():
    library = ctypes.CDLL(BUILD / "libdoze.so")
    library.doze_misses.restype = ctypes.c_bool
    return library


class DozingStation:
    def __init__(self, library):
        self.library, self.doze = library, Doze()

    def call(self, name, frame):
        frame = bytes(frame)
        return getattr(self.library, name)(
            ctypes.byref(self.doze), frame, ctypes.c_size_t(len(frame))
        )

    def sends(self, frame, acked=True):
        self.call("doze_sends", frame)
        if acked:
            self.call("doze_acked", frame)

    def hears(self, frame):
        if self.call("doze_misses", frame):
            return False
        self.call("doze_heard", frame)
        return True


def up(kind, flags=0):
    return bytes([kind, TO_AP | flags, 0, 0]) + AP + STATION + AP + bytes(4)


def down(kind=DATA, flags=0, to=STATION, sender=AP):
    return bytes([kind, FROM_AP | flags, 0, 0]) + to + sender + sender + bytes(4)


def beacon(count, group):
    fixed = bytes(12) + b"\0\4name" + bytes([5, 4, count, 3, group, 0])
    return bytes([BEACON, 0, 0, 0]) + ALL + AP + AP + bytes(2) + fixed


POLL = bytes([PS_POLL, PM, 1, 0xC0]) + AP + STATION


@pytest.fixture
def station(library):
    return DozingStation(library)


@pytest.fixture
def sleeper(station):
    station.sends(up(NULL, PM))
    return station


def test_awake(station):
    station.sends(up(NULL, PM), acked=False)
    assert station.hears(down())
    assert station.hears(down(to=ALL))


def test_asleep_until_the_pm_bit_is_cleared(sleeper):
    assert not sleeper.hears(down())
    assert not sleeper.hears(down(ACTION))
    assert sleeper.hears(down(PROBE_RESPONSE))
    assert sleeper.hears(down(sender=OTHER)), "only frames of its own access point are missed"
    sleeper.sends(up(DATA, PM))
    assert not sleeper.hears(down())
    sleeper.sends(up(DATA), acked=False)
    assert sleeper.hears(down())


def test_one_frame_a_poll(sleeper):
    sleeper.sends(POLL)
    assert sleeper.hears(down(flags=MORE))
    assert not sleeper.hears(down())


def test_a_poll_while_awake_has_no_effect(station):
    station.sends(POLL)
    station.sends(up(NULL, PM))
    assert not station.hears(down())


def test_group_frames_after_their_beacon(sleeper):
    group = down(to=ALL)
    assert not sleeper.hears(group)
    assert sleeper.hears(beacon(1, 1))
    assert not sleeper.hears(group), "the beacon was no DTIM"
    assert sleeper.hears(beacon(0, 0))
    assert not sleeper.hears(group)
    assert sleeper.hears(beacon(0, 1))
    assert sleeper.hears(down(to=ALL, flags=MORE))
    assert sleeper.hears(group)
    assert not sleeper.hears(group), "the previous frame was the last"
    assert not sleeper.hears(down())


@pytest.mark.parametrize("length", range(36, len(beacon(0, 1))))
def test_a_truncated_beacon_announces_nothing(sleeper, length):
    assert sleeper.hears(beacon(0, 1)[:length])
    assert not sleeper.hears(down(to=ALL))
