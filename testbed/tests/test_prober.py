# SPDX-License-Identifier: Apache-2.0
"""Which frame a station's prober takes for the response to a request. No topology."""
import select
import socket
import threading

import pytest
from cloudmac_testbed.guest import prober

SOURCE = bytes.fromhex("020000000001")
SSID = b"net"
RADIOTAP = bytes([0, 0, 8, 0, 0, 0, 0, 0])


def response(address=SOURCE, ssid=SSID):
    header = bytes([prober.PROBE_RESPONSE, 0, 0, 0]) + address + bytes(14)
    return RADIOTAP + header + bytes(prober.FIXED) + bytes([prober.ELEMENT_SSID, len(ssid)]) + ssid


@pytest.fixture(name="air")
def _air():
    """The prober's socket and the other end. Frames are sent whole, as on an interface."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        yield ours, theirs


def test_a_request_is_answered_by_our_response_alone(air):
    ours, theirs = air

    def answer():
        assert theirs.recv(4096) == b"request"
        for frame in (response(bytes(6)), response(ssid=b"another"), b"", RADIOTAP, response()):
            if frame:
                theirs.send(frame)

    peer = threading.Thread(target=answer)
    peer.start()
    assert 0 < prober.probe(ours, b"request", SOURCE, SSID, 10) < 10
    peer.join()


def test_what_came_before_a_request_does_not_answer_it(air):
    ours, theirs = air
    theirs.send(response())
    assert prober.probe(ours, b"request", SOURCE, SSID, 0.05) is None


def test_a_late_response_is_not_the_next_requests(air):
    """It comes while the prober still hears for the request that it is of, after this one's
    patience."""
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


def test_a_frame_cut_short_answers_nothing():
    whole = response()
    assert prober.answers(whole, SOURCE, SSID)
    for length in range(len(whole)):
        assert not prober.answers(whole[:length], SOURCE, SSID)
