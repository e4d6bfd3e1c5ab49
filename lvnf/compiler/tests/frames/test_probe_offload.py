# SPDX-License-Identifier: Apache-2.0
"""The image that answers probe requests in place of a VAP, frames in and out."""

import pathlib

import pytest
from kernel import GARBAGE
from packets import A, B, C, wifi

SOURCE = pathlib.Path(__file__).parents[3] / "images" / "probe-offload.bpf.c"
WTP, NETWORK, REPLY = 0, 1, 2
PARTNER = int.from_bytes(GARBAGE[:4], "little")
REQUEST, RESPONSE, BEACON = 0x40, 0x50, 0x80
RADIOTAP = bytes.fromhex("00000a0000800000 1800".replace(" ", ""))
SSID = b"guests"


def tag(kind=0):
    return bytes([0x12, 0x80, 0, 0xE0 | kind, 0x0B, 0x55])


def element(ssid):
    return bytes([0, len(ssid)]) + ssid


def request(ssid=SSID, sender=B, rest=b"\1\4\2\4\13\26"):
    """Returns a probe request as a WTP forwards it."""
    frame = wifi(
        REQUEST, 0, addresses=(b"\xff" * 6, sender, b"\xff" * 6), rest=element(ssid) + rest
    )
    return tag() + sender + b"\x13\x37" + RADIOTAP + frame


def response(ssid=SSID, receiver=A, timestamp=1_000_000, more=100):
    """Returns a probe response as a VAP sends it."""
    body = timestamp.to_bytes(8, "little") + bytes(4) + element(ssid) + b"x" * more
    frame = wifi(RESPONSE, 0, addresses=(receiver, C, C), rest=body)
    return receiver + tag() + b"\x13\x37" + RADIOTAP + frame


def status(frame):
    """Returns the TX status of a frame that a WTP has sent."""
    return tag(1) + frame[:6] + b"\x13\x37" + RADIOTAP + frame[24 : 24 + 24]


def name(ssid):
    return ssid.ljust(32, b"\0")


@pytest.fixture(name="offload")
def _offload(image):
    loaded = image(None, source=SOURCE.read_text(encoding="utf-8"))
    loaded.write("networks", bytes(16), key=name(SSID))
    return loaded


def counts(image):
    return image.value("own")


def test_a_request_is_answered_as_the_vap_has(offload):
    assert offload.send(request(), WTP) == (PARTNER, request())
    learned = response()
    assert offload.send(learned, NETWORK) == (PARTNER, learned)
    for number, asked in enumerate((request(), request(b""), request(rest=b"y" * 300))):
        port, sent = offload.send(asked, WTP)
        assert port == REPLY and len(sent) == len(learned)
        assert sent[:6] == sent[28:34] == B and sent[6:28] == learned[6:28]
        assert sent[34:46] == learned[34:46] and sent[56:] == learned[56:]
        assert int.from_bytes(sent[46:48], "little") == number << 4
        assert 0 <= int.from_bytes(sent[48:56], "little") - 1_000_000 < 60_000_000
        # Nobody but the image waits for this status.
        assert offload.send(status(sent), REPLY) is None
        assert offload.send(status(sent), REPLY) == (PARTNER, status(sent))
    assert counts(offload)["statuses"] == 3


def test_requests_for_other_networks_are_dropped(offload):
    offload.send(response(), NETWORK)
    offload.send(response(b"others"), NETWORK)
    for ssid in (b"others", b"guest", b"guests2", b"z" * 32):
        assert offload.send(request(ssid), WTP) is None
    assert counts(offload)["dropped"] == 4
    # More than a name may have, and no name.
    broken = request()[:48] + b"\0\x21" + bytes(40)
    assert offload.send(broken, WTP) is None
    assert offload.send(request()[:48], WTP) is None


def test_few_requests_pass_before_an_answer_is_known(offload):
    passed = [offload.send(request(), WTP) for _ in range(1000)]
    assert passed[0] == (PARTNER, request()) and sum(one is not None for one in passed) < 20
    # One that is too long to keep is none.
    offload.send(response(more=600), NETWORK)
    assert offload.send(request(), WTP) in (None, (PARTNER, request()))


def test_a_group_is_not_answered(offload):
    offload.send(response(), NETWORK)
    assert offload.send(request(sender=b"\3" + B[1:]), WTP) is None


def test_other_frames_pass(offload):
    offload.send(response(), NETWORK)
    beacon = response()[:24] + bytes([BEACON]) + response()[25:]
    for frame in (
        status(response()),
        tag() + B + b"\x13\x37" + RADIOTAP + wifi(),
        tag(2) + B + b"\x13\x37" + RADIOTAP + beacon[24:],
        request().replace(b"\x13\x37", b"\x88\xb5", 1),
        request()[:14],
    ):
        assert offload.send(frame, WTP) == (PARTNER, frame)
    for frame in (beacon, request(), request()[:14]):
        assert offload.send(frame, NETWORK) == (PARTNER, frame)
