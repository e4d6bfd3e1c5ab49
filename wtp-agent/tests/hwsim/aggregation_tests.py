# SPDX-License-Identifier: Apache-2.0
"""Tests of the entries by which mac80211 aggregates frames."""

import struct
import time

from equipment import (
    GuestAgent,
    BSSID,
    GROUP,
    STATION,
    acknowledged,
    downlink,
    drain,
    frame_of,
    header,
    interfaces,
    output,
    own_interfaces,
    radiotap_tx,
    receive,
    receive_status,
    run,
    tag,
    until,
)
from connection import ControllerConnection
from pki import Pki

HT_CAPABILITIES = struct.pack("<HB", 0x000C, 0x17) + b"\xff" + bytes(22)
QOS_DATA, DELBA, ADDBA_REQUEST = 0x88, b"\x03\x02", b"\x03\x00"


def described_data(
    number, payload=b"hello", described=True, fragment=0, more=False, to=(STATION, BSSID)
):
    """Returns QoS data of TID 0 for a station of a VAP, with two HT rates and the station's description.
    more: another fragment follows."""
    one = b"\x12\x13\x37\1" + struct.pack("<HB", 9, 2) + bytes([2, 7, 2, 0, 2, 4, 2, 0])
    station = struct.pack("<HB", 1, 0x12) + b"\x0c\x18" + HT_CAPABILITIES
    two = b"\x12\x13\x37\2" + struct.pack("<H", len(station)) + station
    present = (0xC0000000, 0xC0000001, 1) if described else (0xC0000000, 1)
    if not described:
        two = b""
    words = 4 + 4 * len(present)
    start = words + len(one) + len(one) % 2
    radiotap = struct.pack(f"<BBH{len(present)}I", 0, 0, start + len(two), *present)
    radiotap += one.ljust(start - words, b"\0") + two
    control = 0x0288 | (0x0400 if more else 0)
    frame = header(control, *to, to[1], number << 4 | fragment) + b"\0\0"
    frame += b"\xaa\xaa\3\0\0\0\x08\0" + payload
    return to[0] + tag(to[1], priority=0) + b"\x13\x37" + radiotap + frame


# CCMP, SAE; management frames have to be protected, and can be.
RSN_MFP = bytes.fromhex("3014 0100 000fac04 0100 000fac04 0100 000fac08 c000")


def beacon_of_vap(ssid=b"test", tail=b"", bssid=BSSID):
    body = bytes(8) + struct.pack("<HH", 100, 0x01) + bytes([0, len(ssid)]) + ssid
    body += b"\1\2\x8c\x98"
    body += b"\5\4\0\2\0\0" + tail
    return downlink(GROUP, bssid, header(0x0080, GROUP, bssid, bssid) + body)


def entries():
    """Returns the addresses of the stations of the agent's access point."""
    if "cmap0.0" not in interfaces():
        return []
    lines = output("iw", "dev", "cmap0.0", "station", "dump").splitlines()
    return [line.split()[1] for line in lines if line.startswith("Station")]


def next_of(station, kind, start=b""):
    """Returns the number and the body of the next frame to the station."""

    def matches(data):
        frame = frame_of(data)
        return frame[0] == kind and frame[4:10] == STATION and frame[24:].startswith(start)

    frame = frame_of(receive(station, f"a frame of type {kind:02x}", matches))
    return struct.unpack_from("<H", frame, 22)[0] >> 4, frame[24:]


def status_number(vap):
    return struct.unpack_from("<H", frame_of(receive_status(vap)[14:]), 22)[0] >> 4


def await_entry(vap, number, ssid=b"test"):
    """Sends beacons and numbered frames until mac80211 has an entry of the station. Returns the last
    number."""

    def entered():
        nonlocal number
        vap.send(beacon_of_vap(ssid))
        for _ in range(4):
            number += 1
            vap.send(described_data(number))
        return entries() == [STATION.hex(":")]

    until(f"an entry of the station, SSID {ssid}", entered)
    return number


def answer_to(request):
    """Returns the body of the answer that accepts a request for a block-ack session."""
    return b"\x03\x01" + request[2:3] + b"\0\0" + request[3:5] + b"\0\0"


def begin_session(station):
    """Answers mac80211's request for a block-ack session."""
    request = next_of(station, 0xD0, ADDBA_REQUEST)[1]
    station.send(radiotap_tx(0) + header(0x00D0, BSSID, STATION, BSSID) + answer_to(request))


def test_beacon_of_a_permit_beside_an_access_point(vap, station, pki):
    """mac80211 has no interface with the address of a VAP that has only a permit."""
    other = bytes.fromhex("02aabbcc0002")
    with GuestAgent(pki, leases=[BSSID]), ControllerConnection(Pki.of(pki)) as controller:
        controller.call("announce.permit", bssids=[other.hex(":")], radio=0, ttl_ms=60000)
        await_entry(vap, 0x123)
        drain(station)
        vap.send(beacon_of_vap(b"other", bssid=other))
        receive(
            station,
            "the beacon of the other VAP",
            lambda data: frame_of(data)[:1] == b"\x80" and frame_of(data)[10:16] == other,
        )


def test_aggregation(vap, station, pki):
    """With an entry of the station, mac80211 numbers frames and requests a session. The TX
    statuses carry the VAP's numbers. The entry ends when the station dozes."""
    number = 0x123
    with GuestAgent(pki, leases=[BSSID]):
        drain(vap)
        drain(station)
        vap.send(described_data(number))
        assert (
            next_of(station, 0xD0)[1] == DELBA + b"\0\x08\x25\0"
        ), "expected a DELBA for an earlier session"
        assert next_of(station, QOS_DATA)[0] == number
        assert status_number(vap) == number
        number = await_entry(vap, number)
        begin_session(station)
        drain(station)
        number += 1
        vap.send(described_data(number))
        sent = next_of(station, QOS_DATA)[0]
        assert sent < 0x100, f"{sent:x} is not mac80211's own number"
        until("the last status", lambda: status_number(vap) == number)

        for kind in (0x00B0, 0x00C0, 0x00A0, 0x0000):
            forged = header(kind, BSSID, STATION, BSSID) + b"\0\0\1\0\0\0"
            station.send(radiotap_tx(0) + forged)
            receive(vap, "a forged frame", lambda data: kind in frame_of(data[14:])[:1])
        assert entries() == [STATION.hex(":")], "a forged frame ended the entry"
        accepted = header(0x0010, STATION, BSSID, BSSID) + b"\1\0\0\0\1\xc0"
        vap.send(downlink(STATION, BSSID, accepted))
        until("the end of the entry at a new association", lambda: not entries())
        number = await_entry(vap, number)

        station.send(radiotap_tx(0) + header(0x1148, BSSID, STATION, BSSID))
        until("the end of the entry", lambda: not entries())
        station.send(radiotap_tx(0) + header(0x0148, BSSID, STATION, BSSID))
        drain(station)
        vap.send(described_data(number + 1))
        assert next_of(station, 0xD0)[1][:2] == DELBA
        sent = next_of(station, QOS_DATA)[0]
        assert sent == number + 1, f"{sent:x} is not the VAP's number"
    assert "cmap0.0" not in interfaces()


def test_fragments_keep_their_numbers(vap, station, pki):
    """A fragment ends the entry: mac80211 would number each one as a frame of its own."""
    with GuestAgent(pki, leases=[BSSID]):
        number = await_entry(vap, 0x123)
        drain(station)
        for fragment in range(3):
            vap.send(described_data(number + 1, fragment=fragment, more=fragment < 2))

        def matches(data):
            frame = frame_of(data)
            if frame[0] != QOS_DATA or frame[4:10] != STATION:
                return False
            return frame[1] & 0x04 or frame[22] & 0x0F

        sent = [
            struct.unpack_from("<H", frame_of(receive(station, "a fragment", matches)), 22)[0]
            for _ in range(3)
        ]
        assert sent == [number + 1 << 4 | fragment for fragment in range(3)], sent
        assert not entries()


def test_fragments_of_another_vap_end_no_entry(vap, station, pki):
    """Both VAPs have leases of the radio. One has a fragmentation threshold."""
    other = (STATION[:-1] + b"\1", BSSID[:-1] + b"\2")
    with GuestAgent(pki, leases=[BSSID, other[1]]):
        vap.send(beacon_of_vap(bssid=other[1]))
        number = await_entry(vap, 0x123)
        begin_session(station)
        for fragment in range(3):
            vap.send(described_data(7, fragment=fragment, more=fragment < 2, to=other))
            receive(station, "a fragment", lambda data: frame_of(data)[4:10] == other[0])
        assert entries() == [STATION.hex(":")]
        drain(station)
        vap.send(described_data(number + 1))
        sent = next_of(station, QOS_DATA)[0]
        assert sent < 0x100, f"{sent:x} is not mac80211's own number"


def test_access_points_end_with_a_killed_agent(vap, station, pki):
    """The kernel removes them with the agent's socket. An access point acknowledges too."""
    with GuestAgent(pki, leases=[BSSID]) as agent:
        await_entry(vap, 0x123)
        assert "cmap0.0" in own_interfaces()
        agent.kill()
        until("the removal of its interfaces", lambda: not own_interfaces())
        assert not acknowledged(station, BSSID)


def test_stale_access_points_are_removed(vap, station, pki):
    """An earlier agent has left one, which is up."""
    run("iw", "phy", "phy0", "interface", "add", "cmap0.0", "type", "__ap")
    run("ip", "link", "set", "cmap0.0", "address", BSSID.hex(":"), "up")
    with GuestAgent(pki, user="root", leases=[BSSID]):
        assert "cmap0.0" not in interfaces()
        await_entry(vap, 0x123)


def test_aggregation_for_a_hidden_ssid(vap, station, pki):
    """An SSID of zeros or of length 0 allows an entry. The kernel's beacon hides the SSID too."""
    for ssid in (bytes(4), b""):
        with GuestAgent(pki, leases=[BSSID]):
            await_entry(vap, 0x123, ssid)
            if ssid:
                continue
            time.sleep(0.1)  # the VAP's own beacons are out
            drain(station)
            beacon = frame_of(
                receive(station, "the kernel's beacon", lambda data: frame_of(data)[0] == 0x80, 15)
            )
            assert beacon[10:16] == BSSID and beacon[36:40] == b"\0\0\1\2", beacon.hex()


def test_no_aggregation_where_management_is_protected(vap, station, pki):
    """If the beacon requires protection, only the VAP can end a session: the agent sends no DELBA."""
    with GuestAgent(pki, leases=[BSSID]):
        drain(station)
        vap.send(beacon_of_vap(tail=RSN_MFP))
        vap.send(described_data(0x123, described=False))
        first = frame_of(receive(station, "a frame", lambda data: frame_of(data)[4:10] == STATION))
        assert first[0] == QOS_DATA, first.hex()
        # Without that requirement, a station without a description may have a session.
        vap.send(beacon_of_vap())
        drain(station)
        vap.send(described_data(0x124, described=False))
        assert next_of(station, 0xD0)[1][:2] == DELBA


def test_protected_answer_begins_no_session(vap, station, pki):
    """A station with protected management frames encrypts its answer. mac80211 has no key of it and
    drops the frame, whatever the packet number: the frames of the TID still wait."""
    with GuestAgent(pki, leases=[BSSID]):
        number = await_entry(vap, 0x123)
        request = next_of(station, 0xD0, ADDBA_REQUEST)[1]
        # The second one has a packet number that reads as an answer, had mac80211 not decrypted.
        for packet_number in (b"\1\0", b"\3\1"):
            ccmp = packet_number + b"\0\x20\0\0\0\0" + answer_to(request) + bytes(8)
            station.send(radiotap_tx(0) + header(0x40D0, BSSID, STATION, BSSID) + ccmp)
        drain(station)
        vap.send(described_data(number + 1))
        assert not sends_data(station, 0.5), "a protected answer began a session"
        station.send(radiotap_tx(0) + header(0x00D0, BSSID, STATION, BSSID) + answer_to(request))
        assert sends_data(station, 0.5), "the plain answer began no session"


def sends_data(station, seconds):
    """Returns true if the WTP sends QoS data to the station within a time."""

    def is_data(data):
        return frame_of(data)[0] == QOS_DATA and frame_of(data)[4:10] == STATION

    try:
        receive(station, "data", is_data, seconds)
    except AssertionError:
        return False
    return True
