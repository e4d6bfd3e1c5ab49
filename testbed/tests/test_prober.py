# SPDX-License-Identifier: Apache-2.0
"""Tests the prober of a station: its requests, and which frames are responses. No lab
runs."""
import select
import socket
import threading

import pytest
from cloudmac_testbed.guest import prober

SOURCE = bytes.fromhex("020000000000")
SSID = b"lab"


def response(ssid=b"lab", to=SOURCE, kind=prober.PROBE_RESPONSE):
    """Returns a probe response with a radiotap header of 10 octets."""
    frame = bytes([0, 0, 10, 0]) + bytes(6)
    frame += bytes([kind, 0, 0, 0]) + to + bytes(14)
    return frame + bytes(12) + bytes([0, len(ssid)]) + ssid + bytes([1, 1, 12])


def test_probe_response_matches_by_kind_address_and_ssid():
    assert prober.answers(response(), SOURCE, b"lab")
    assert not prober.answers(response(b"lab2"), SOURCE, b"lab")
    assert not prober.answers(response(b"la"), SOURCE, b"lab")
    assert not prober.answers(response(to=bytes(6)), SOURCE, b"lab")
    assert not prober.answers(response(kind=0x80), SOURCE, b"lab")


def test_truncated_frame_is_no_response():
    whole = response()
    shortest = len(whole) - 3
    for length in range(len(whole)):
        assert prober.answers(whole[:length], SOURCE, b"lab") == (length >= shortest)


def test_probe_request_has_the_standards_format():
    frame = prober.request(SOURCE, b"lab", 0x1002)[8:]
    assert frame[:4] == bytes([0x40, 0, 0, 0])
    assert (frame[4:10], frame[10:16], frame[16:22]) == (b"\xff" * 6, SOURCE, b"\xff" * 6)
    assert frame[22:24] == (0x002 << 4).to_bytes(2, "little")
    assert frame[24:29] == b"\x00\x03lab" and frame[29:31] == bytes([1, 8])
    assert prober.request(SOURCE, b"lab", 1, 6)[:9] == bytes([0, 0, 9, 0, 4, 0, 0, 0, 12])


@pytest.fixture(name="air")
def _air():
    """Yields the prober's socket and its peer. Frames stay whole, as on an interface."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        yield ours, theirs


def test_only_a_response_to_this_station_answers_a_request(air):
    ours, theirs = air

    def answer():
        assert theirs.recv(4096) == b"request"
        for frame in (response(to=bytes(6)), response(b"another"), bytes(4), response()):
            theirs.send(frame)

    peer = threading.Thread(target=answer)
    peer.start()
    assert 0 < prober.probe(ours, b"request", SOURCE, SSID, 10) < 10
    peer.join()


def test_earlier_response_does_not_answer_a_request(air):
    ours, theirs = air
    theirs.send(response())
    assert prober.probe(ours, b"request", SOURCE, SSID, 0.05) is None


def test_late_response_does_not_answer_the_next_request(air):
    """The response comes after the request's patience. The prober still waits for it, and
    drops it."""
    ours, theirs = air

    def late():
        assert theirs.recv(4096) == b"first"
        asked.wait()
        theirs.send(response())

    asked = threading.Event()
    peer = threading.Thread(target=late)
    peer.start()
    assert prober.attempt(ours, b"first", SOURCE, SSID, 0.05, done=lambda _: asked.set()) is None
    peer.join()
    assert not select.select([ours], [], [], 0)[0]
