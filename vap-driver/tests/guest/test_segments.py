# SPDX-License-Identifier: Apache-2.0
"""Frames that exceed the MTU: A-MSDUs of stations, and long frames of the access point. The tests
are the other end of the veth pair. No station in the kernel builds A-MSDUs of these lengths with
the simulated radios, so the tests build them."""

import contextlib
import itertools
import random
import socket
import struct

import pytest
from lab import DriverRadio, Veth, hostapd, run, wait_for
from test_association import AC5
from test_wire import ASSOCIATION, AUTHENTICATION, BSSID, DATA, OF_80211N, PATIENT, STATION
from wire import PacketSocket, association, authentication, mac, segments, status, uplink

PAYLOAD = 0x88B5  # ethertype of the subframes' content
SUBFRAME_MAX = 1400
SO_RCVBUFFORCE = 33  # of Linux; the module socket has no name for it
VAP = 0x1234
HT_LONG = {"ht_capab": "[MAX-AMSDU-7935]"}
VHT_LONG = AC5 | {
    "ht_capab": "[HT40+][MAX-AMSDU-7935]",
    "vht_capab": "[MAX-MPDU-11454]",
}
LENGTHS = [(3839, HT_LONG), (7935, HT_LONG), (11000, VHT_LONG)]


@contextlib.contextmanager
def station(mtu=1700, **settings):
    """Runs an access point with an associated station. Yields its radio and its wire."""
    with Veth(mtu=mtu) as veth, PacketSocket(veth.b) as wire:
        with DriverRadio(veth.a, "--address", BSSID, *PATIENT) as radio, hostapd(radio, **settings):
            for request, answer in (
                (authentication(STATION, BSSID), AUTHENTICATION),
                (association(STATION, BSSID, OF_80211N), ASSOCIATION),
            ):
                wire.send(request)
                frame = wire.until(lambda f, answer=answer: f.type == answer, "the answer")
                wire.send(status(frame))
            wait_for(lambda: is_authorized(radio), "the station is authorized")
            yield radio, wire


def is_authorized(radio):
    """Checks if data of the station passes."""
    text = run("iw", "dev", radio.ifname, "station", "get", STATION, check=False).stdout
    return ["authorized:", "yes"] in [line.split() for line in text.splitlines()]


class Payloads:
    """The content of subframes that reaches the access point's interface."""

    def __init__(self, radio):
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(PAYLOAD))
        self.socket.bind((radio.ifname, PAYLOAD))
        self.socket.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 1 << 23)
        self.socket.settimeout(20)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.socket.close()

    def receive(self, count):
        """Returns so many contents."""
        return [self.socket.recv(4096)[14:] for _ in range(count)]

    def is_empty(self):
        """Checks if nothing has arrived."""
        self.socket.setblocking(False)
        try:
            return not self.socket.recv(4096)
        except BlockingIOError:
            return True
        finally:
            self.socket.settimeout(20)


def subframes(length, dice):
    """Returns the contents of the subframes of an A-MSDU, and the A-MSDU of 'length' octets."""
    contents, octets = [], b""
    while len(octets) < length:
        octets += bytes(-len(octets) % 4)
        left = length - len(octets) - 14 - 8
        size = min(SUBFRAME_MAX, left)
        # The last subframe has at least one octet.
        if 0 < left - size < 32:
            size -= 32
        contents.append(dice.randbytes(size))
        octets += mac(BSSID) + mac(STATION) + struct.pack(">H", 8 + size)
        octets += b"\xaa\xaa\x03\0\0\0" + struct.pack(">H", PAYLOAD) + contents[-1]
    assert len(octets) == length
    return contents, octets


def amsdu(length, sequence, dice, signal=-55):
    """Returns the contents of an A-MSDU's subframes, and its frame as a WTP forwards it."""
    contents, body = subframes(length, dice)
    header = bytes([0x88, 0x01, 0, 0]) + mac(BSSID) + mac(STATION) + mac(BSSID)
    header += struct.pack("<HH", sequence << 4, 0x80)
    return contents, uplink(STATION, VAP, header + body, signal=signal)


def parts_for(mtu, whole, number):
    """Returns what a WTP sends: the whole frame, or segments of equal size."""
    content = len(whole) - 14
    if content <= mtu:
        return [whole]
    count = -(-content // (mtu - 12))
    return segments(whole, -(-content // count), number)


def first_of_stranger(whole, dice):
    """Returns the first segment of an uplink frame in another name."""
    named = whole[:6] + b"\x02\xee" + dice.randbytes(4) + whole[12:]
    return segments(named, 1300, dice.getrandbits(32))[0]


def losses(radio):
    """Returns the counters of dropped frames and segments that are not 0."""
    return {
        name: count
        for name, count in radio.stats().items()
        if count and name.startswith("rx_drop_") and name != "rx_drop_unknown_vap"
    }


@pytest.mark.parametrize("mtu", [1700, 9000])
@pytest.mark.parametrize("length,settings", LENGTHS, ids=[str(each[0]) for each in LENGTHS])
def test_amsdus_arrive(module, mtu, length, settings):
    """None of 100 A-MSDUs of a station is lost, and all of their content arrives in order."""
    dice = random.Random(length)
    with station(mtu, **settings) as (radio, wire), Payloads(radio) as payloads:
        for number in range(100):
            contents, whole = amsdu(length, number, dice)
            for part in parts_for(mtu, whole, dice.getrandbits(32)):
                wire.send(part)
            assert payloads.receive(len(contents)) == contents
        assert losses(radio) == {}


def test_segments_in_any_order_arrive(module):
    """A frame is complete whatever the order of its segments, and each may come twice."""
    dice = random.Random(1)
    with station() as (radio, wire), Payloads(radio) as payloads:
        for number, order in enumerate(itertools.permutations(range(3))):
            contents, whole = amsdu(3839, number, dice)
            parts = segments(whole, 1300, number)
            for index in order[:2]:
                wire.send(parts[index])
                wire.send(parts[index])
            assert payloads.is_empty()
            wire.send(parts[order[2]])
            assert payloads.receive(len(contents)) == contents
        assert losses(radio) == {"rx_drop_segment_repeated": 12}


def test_copies_of_two_wtps_are_one_frame(module):
    """The segments of two WTPs mix on the wire. The access point gets the frame once."""
    dice = random.Random(2)
    with station() as (radio, wire), Payloads(radio) as payloads:
        for number in range(20):
            contents, near = amsdu(7935, number, dice, signal=-40)
            far = near[:1] + struct.pack("b", -80) + near[2:]
            pairs = zip(segments(near, 1600, 2 * number), segments(far, 1600, 2 * number + 1))
            for part in itertools.chain(*pairs):
                wire.send(part)
            assert payloads.receive(len(contents)) == contents
            assert payloads.is_empty()
        wait_for(lambda: losses(radio) == {"rx_drop_duplicate": 20}, "the copies are dropped")


def test_incomplete_frames_are_counted(module):
    """Each way to lose a segment has its counter, and the next frame arrives."""
    dice = random.Random(3)
    with station() as (radio, wire), Payloads(radio) as payloads:
        _, whole = amsdu(3839, 1, dice)
        parts = segments(whole, 1300, 1)
        wire.send(parts[0])
        wire.send(parts[0])
        other = segments(whole, 1310, 1)
        wire.send(other[1])
        wait_for(
            lambda: losses(radio)
            == {
                "rx_drop_segment_repeated": 1,
                "rx_drop_segment_conflict": 1,
                "rx_drop_segment_timeout": 1,
            },
            "the segments and the frame are counted",
        )
        wire.send(parts[1])
        wire.send(parts[2])
        wait_for(lambda: losses(radio)["rx_drop_segment_timeout"] == 2, "the rest is another frame")
        assert payloads.is_empty()
        contents, whole = amsdu(3839, 1, dice)
        for part in segments(whole, 1300, 1):
            wire.send(part)
        assert payloads.receive(len(contents)) == contents


def test_floods_displace_only_incomplete_frames(module):
    """A neighbour on the wire sends first segments in many names between those of a station. The
    table is bounded, and the station's frames arrive."""
    dice = random.Random(4)
    with station() as (radio, wire), Payloads(radio) as payloads:
        for number in range(50):
            contents, whole = amsdu(3839, number, dice)
            # Made before they are sent: a frame has 200 ms.
            mixed = []
            for part in segments(whole, 1300, number):
                mixed += [part, *(first_of_stranger(whole, dice) for _ in range(5))]
            for part in mixed:
                wire.send(part)
            assert payloads.receive(len(contents)) == contents
        lost = losses(radio)
        assert set(lost) <= {"rx_drop_segment_evicted", "rx_drop_segment_timeout"}
        assert sum(lost.values()) >= 50 * 15 - 64, "all others were displaced, or expired"


def test_a_segment_of_a_segment_is_malformed(module):
    """What segments contain is a frame, not a segment."""
    dice = random.Random(5)
    with station() as (radio, wire):
        _, whole = amsdu(3839, 1, dice)
        inner = segments(whole, 1300, 1)[0]
        for part in segments(inner, 700, 2):
            wire.send(part)
        wait_for(lambda: losses(radio) == {"rx_drop_segment": 1}, "it is counted")


def test_long_frames_of_the_access_point(module):
    """A long frame to the station has segments. One to a group cannot have any."""
    with station() as (radio, wire):
        run("ip", "link", "set", radio.ifname, "mtu", "2304")
        run("ip", "addr", "add", "192.0.2.1/24", "dev", radio.ifname)
        run("ip", "neigh", "add", "192.0.2.2", "lladdr", STATION, "dev", radio.ifname)
        ping = ("ping", "-c", "1", "-W", "1", "-M", "do", "-s", "2200")
        run(*ping, "192.0.2.2", check=False)
        frame = wire.until(
            lambda f: f.type & 0x0C == DATA
            and f.receiver.hex(":") == STATION
            and len(f.frame) > 2200,
            "the long frame",
        )
        assert wire.segments.count == 2 == radio.stats()["tx_segments"]
        assert bytes(range(0x10, 0x40)) in frame.frame, "the content of a ping"
        wire.send(status(frame))
        wait_for(lambda: radio.describe()["pending"] == 0, "the status completes it")
        assert radio.stats()["tx_drop_mtu"] == 0
        run(*ping, "-b", "192.0.2.255", check=False)
        wait_for(lambda: radio.stats()["tx_drop_mtu"] == 1, "the group frame is counted")


def test_lengths_are_advertised(module):
    """Stations may send A-MSDUs of 7935 octets, and with 802.11ac MPDUs of 11454."""
    with Veth() as veth, DriverRadio(veth.a) as radio:
        text = run("iw", "phy", radio.phy, "info").stdout
        assert text.count("Max AMSDU length: 7935 bytes") == 2, text
        assert "Max MPDU length: 11454" in text
