# SPDX-License-Identifier: Apache-2.0
"""Tests of neighbours' beacons that a real radio of the kernel receives."""

import struct
import time

from connection import ControllerConnection
from equipment import (
    BSSID,
    FREQUENCY,
    GROUP,
    NOACK,
    GuestAgent,
    downlink,
    drain,
    frame_of,
    header,
    radiotap_tx,
    receive,
    until,
)
from pki import Pki

REQUEST = 0x10
KIND = 2


def beacon(bssid, ssid=b"other"):
    """Returns a beacon of an access point."""
    body = bytes(8) + struct.pack("<HH", 100, 0x01) + bytes([0, len(ssid)]) + ssid
    return header(0x0080, GROUP, bssid, bssid) + body


def neighbour(number):
    return bytes.fromhex("02dd0000") + struct.pack(">H", number)


def request(vap, station, bssid=BSSID):
    """Sends a VAP's beacon that requests those of neighbours, and waits until it is on the air."""
    octets = downlink(GROUP, bssid, beacon(bssid, b"vap"))
    vap.send(octets[:9] + bytes([octets[9] | REQUEST]) + octets[10:])
    receive(station, "the VAP's beacon", lambda data: frame_of(data)[10:16] == bssid)


def send(station, bssid):
    station.send(radiotap_tx(NOACK) + beacon(bssid))


def is_neighbour(data):
    return data[12:14] == b"\x13\x37" and data[3] & 15 == KIND


def passed(vap):
    return receive(vap, "a neighbour's beacon", is_neighbour)


def test_a_neighbours_beacon_reaches_the_vap(vap, station, pki):
    """With the signal and frequency that the radio measured, in the radio's name."""
    with GuestAgent(pki, leases=[BSSID]), ControllerConnection(Pki.of(pki)) as controller:
        address = controller.call("agent.info")["radios"][0]["address"]
        drain(station)
        request(vap, station)
        drain(vap)
        send(station, neighbour(1))
        data = passed(vap)
        assert data[3] >> 5 == 1 and data[4:6] == BSSID[4:], data[:14].hex()
        assert data[6:12].hex(":") == address
        assert -100 < struct.unpack_from("b", data, 1)[0] < 0, "signal"
        got = frame_of(data[14:])
        assert got[:22] == beacon(neighbour(1))[:22] and got[-7:] == b"\0\5other", got.hex()
        assert struct.pack("<H", FREQUENCY) in data[22 : 14 + data[16]], "the radio's frequency"


def test_neighbours_pass_at_a_bounded_rate(vap, station, pki):
    """Two access points with 20 beacons a second each, and a made-up BSSID with each of these: 32
    BSSIDs have places, and each passes once a second. The access points stay among them."""
    seconds, arrivals = 4, []
    with GuestAgent(pki, leases=[BSSID]), ControllerConnection(Pki.of(pki)) as controller:
        drain(vap)
        drain(station)
        request(vap, station)
        begin = time.monotonic()
        for tick in range(20 * seconds):
            if tick % 20 == 10:
                request(vap, station)
            for number in (1, 2):
                send(station, neighbour(number))
                send(station, neighbour(1000 + 2 * tick + number))
            deadline = begin + (tick + 1) / 20
            while (left := deadline - time.monotonic()) > 0:
                vap.settimeout(left)
                try:
                    data = vap.recv(4096)
                except (TimeoutError, BlockingIOError):
                    break
                if is_neighbour(data):
                    arrivals.append((time.monotonic() - begin, frame_of(data[14:])[10:16]))
        vap.settimeout(0.05)
        total = len(arrivals)
        counts = {
            number: [bssid for _, bssid in arrivals].count(neighbour(number)) for number in (1, 2)
        }
        assert all(seconds - 1 <= count <= seconds for count in counts.values()), counts
        assert len({bssid for _, bssid in arrivals}) == 32, total
        for at, _ in arrivals:
            assert sum(at <= other < at + 1 for other, _ in arrivals) <= 32
        # Made-up ones came once, the access points each second.
        assert total == 30 + sum(counts.values()), (total, counts)
        until(
            "the count of the agent",
            lambda: controller.call("stats")["neighbours"]["frames"] == total,
        )
