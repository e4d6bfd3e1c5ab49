# SPDX-License-Identifier: Apache-2.0
"""Elements that know nothing of 802.11, and how frames leave."""

import time

import pytest
from packets import ARP, GROUP, OUTER, A, B, ipv4, payload

FRAME = A + B + b"\x88\xb5" + payload(60)


def test_frames_leave_as_they_came(image):
    null = image("in_0 -> out_0")
    assert null.send(FRAME) == (0, FRAME)
    assert null.send(FRAME, port=1) is None
    assert image("in_0 -> Null -> Null() -> out_0").send(FRAME) == (0, FRAME)
    assert image("in_0 -> Discard").send(FRAME) is None


def test_ports(image):
    crossed = image("in_0 -> out_3; in_1 -> Null -> out_0; in_3 -> out_3", ports=4)
    assert [crossed.send(FRAME, port) for port in range(4)] == [
        *((3, FRAME), (0, FRAME), None, (3, FRAME))
    ]


@pytest.mark.parametrize("n", [0, 1, 4, 13, 14, 15, 255, 256, 257, 600])
def test_strip(image, n):
    """Of every length around the chunks in which octets move."""
    strip = image(f"in_0 -> Strip({n}) -> out_0")
    for left in (*range(18), 255, 256, 257, 511, 512, 513, 767, 768, 1024, 1500, 3000):
        frame = payload(n + left)
        if len(frame) < 14:
            continue
        is_frame = left >= 14 or n == 0
        assert strip.send(frame) == ((0, frame[n:]) if is_frame else None), left
    if n > 14:
        assert strip.send(payload(n - 1)) is None


def test_strips_add_up(image):
    frame = payload(1000)
    twice = image("in_0 -> Strip(100) -> Strip(33) -> out_0")
    assert twice.send(frame) == (0, frame[133:])
    assert twice.send(frame[:132]) is None


def test_classifier_and_the_offset(image):
    """What is stripped does not count in the next offsets; outputs may differ in their offset."""
    split = image(
        """in_0 -> outer :: Classifier(12/bbbb, -);
        outer [0] -> Strip(14) -> inner :: Classifier(12/0806, -) -> out_1;
        inner [1] -> Strip(2) -> out_2; outer [1] -> out_0;"""
    )
    inner = A + GROUP + ARP + payload()
    assert split.send(FRAME) == (0, FRAME)
    assert split.send(B + A + b"\xbb\xbb" + inner) == (1, inner)
    assert split.send(B + A + b"\xbb\xbb" + FRAME) == (2, FRAME[2:])


@pytest.mark.parametrize(
    "pattern, matching, other",
    [
        ("0/02", [payload(14)[:0] + b"\x02" + bytes(13)], [bytes(14)]),
        ("12/0800 14/45", [ipv4()], [ipv4(options=bytes(4)), bytes(15)]),
        ("12/8?0F", [bytes(12) + b"\x8a\x0f"], [bytes(12) + b"\x9a\x0f", bytes(12) + b"\x8a\x1f"]),
        ("12/0800%f8ff", [bytes(12) + b"\x0b\x00"], [bytes(12) + b"\x10\x00"]),
        # A value has no effect where the mask is 0.
        ("0/ff%0f", [b"\x0f" + bytes(13), b"\x3f" + bytes(13)], [b"\xf0" + bytes(13)]),
        ("0/ff%00", [bytes(14)], []),
        ("!0/00", [b"\x01" + bytes(13)], [bytes(14)]),
        ("0/00 !1/00", [b"\0\1" + bytes(12)], [bytes(14), b"\1\1" + bytes(12)]),
        # Octets that a frame does not have are not equal to anything.
        ("20/00", [bytes(21)], [bytes(20)]),
        ("20/??", [bytes(21)], [bytes(20)]),
        ("19/0000", [bytes(21)], [bytes(20)]),
        ("!20/00", [bytes(20), bytes(20) + b"\1"], [bytes(21)]),
        ("-", [bytes(14), payload(100)], []),
        ("0/0001020304050607 8/08090a0b", [bytes(range(14))], [bytes(range(11)) + bytes(3)]),
    ],
)
def test_patterns(image, pattern, matching, other):
    one = image(f"in_0 -> Classifier({pattern}) -> out_0")
    negated = image(f"in_0 -> c :: Classifier({pattern}, -); c [0] -> out_0; c [1] -> out_1")
    for frame in matching:
        assert one.send(frame) == (0, frame)
        assert negated.send(frame) == (0, frame)
    for frame in other:
        assert one.send(frame) is None
        assert negated.send(frame) == (1, frame)


def test_the_first_pattern_that_matches(image):
    three = image(
        "in_0 -> c :: Classifier(0/01, 0/01 1/01, 1/01); c [0] -> out_0; c [1] -> out_1; c [2] -> out_2"
    )
    for first, second, expected in ((1, 0, 0), (1, 1, 0), (0, 1, 2), (0, 0, None)):
        found = three.send(bytes([first, second]) + bytes(12))
        assert (found and found[0]) == expected


def test_a_tag_within_the_frame(image):
    """The kernel keeps the outer tag elsewhere; the inner one of two is part of the frame."""
    tagged = A + B + b"\x81\x00\x00\x05" + FRAME[12:]
    split = image("in_0 -> c :: Classifier(12/8100 16/88b5, -); c [0] -> out_1; c [1] -> out_0")
    assert split.send(tagged) == (1, tagged)
    assert split.send(FRAME) == (0, FRAME)


def test_nothing_is_left(image):
    """It is stripped, but it is no frame."""
    strip = image(
        "in_0 -> Strip(60) -> c :: Counter -> out_0", ["n=c.count", "octets=c.byte_count"]
    )
    assert strip.send(payload(60)) is None
    assert strip.send(payload(59)) is None
    assert (strip.value("n"), strip.value("octets")) == (1, 0)


def test_counter(image):
    counting = image(
        "in_0 -> all :: Counter -> Strip(10) -> rest :: Counter -> out_0",
        ["all=all.count", "all_octets=all.byte_count", "octets=rest.byte_count"],
    )
    for n in (14, 60, 1514):
        counting.send(payload(n))
    assert counting.value("all") == 3
    assert counting.value("all_octets") == 14 + 60 + 1514
    assert counting.value("octets") == 14 + 60 + 1514 - 30
    counting.write("all", bytes(8))
    counting.send(FRAME)
    assert counting.value("all") == 1


def test_a_handler_may_have_the_name_of_something_in_c(image):
    """Of a variable in the image's C, or of a function of the C library."""
    names = "frame frames packet port out octets key only index log main free memcpy".split()
    counters = " -> ".join(f"e_{name} :: Counter" for name in names)
    counting = image(f"in_0 -> {counters} -> out_0", [f"{name}=e_{name}.count" for name in names])
    counting.send(FRAME)
    assert [counting.value(name) for name in names] == [1] * len(names)


UDP, TCP, ICMP = 17, 6, 1


@pytest.mark.parametrize(
    "pattern, matching, other",
    [
        ("udp", [ipv4(UDP)], [ipv4(TCP), ipv4(ICMP), FRAME, bytes(14)]),
        ("tcp", [ipv4(TCP)], [ipv4(UDP)]),
        ("icmp", [ipv4(ICMP), ipv4(ICMP, fragment=1)], [ipv4(UDP)]),
        ("src host 10.0.0.1", [ipv4()], [ipv4(source="10.0.0.2"), ipv4()[:33]]),
        ("dst host 10.0.0.2", [ipv4(), ipv4(99), ipv4()[:34]], [ipv4(target="10.0.1.2")]),
        (
            "dst port 53",
            [ipv4(), ipv4(TCP), ipv4(options=bytes(40)), ipv4(fragment=0x2000), ipv4()[:38]],
            [ipv4(ports=(53, 1)), ipv4(99), ipv4(fragment=1), ipv4(fragment=0x100), ipv4()[:37]],
        ),
        ("src port 65535", [ipv4(ports=(65535, 0))], [ipv4(ports=(0, 65535))]),
        (
            "udp and dst port 53  and src host 10.0.0.1",
            [ipv4()],
            [ipv4(TCP), ipv4(ports=(53, 54)), ipv4(source="1.0.0.10")],
        ),
        ("tcp and udp", [], [ipv4(UDP), ipv4(TCP)]),
    ],
)
def test_ip_patterns(image, pattern, matching, other):
    """Behind another header, because the kernel's test refuses short frames of IPv4."""
    split = image(
        f"in_0 -> Strip(14) -> c :: IPClassifier({pattern}, -); c [0] -> out_0; c [1] -> out_1"
    )
    for expected, frames in ((0, matching), (1, other)):
        for frame in frames:
            assert split.send(OUTER + frame) == (expected, frame), frame.hex()


def test_ip_headers_that_are_wrong(image):
    any_ip = image("in_0 -> IPClassifier(udp) -> out_0")
    good = ipv4()
    for first in (0x44, 0x55, 0x40, 0x00):
        assert any_ip.send(good[:14] + bytes([first]) + good[15:]) is None
    assert any_ip.send(good[:12] + b"\x86\xdd" + good[14:]) is None


def passed(limit, n):
    return sum(limit.send(FRAME) is not None for _ in range(n))


def test_rate_limit(image):
    limit = image("in_0 -> l :: RateLimit(2, 5) -> out_0", ["rate=l.rate", "drops=l.drops"])
    assert limit.value("rate") == {"frames_per_second": 0, "burst": 0}
    start = time.monotonic()
    assert passed(limit, 20) == 5
    assert limit.value("rate") == {"frames_per_second": 2, "burst": 5}
    assert limit.value("drops") == 15
    time.sleep(max(0, start + 1.1 - time.monotonic()))
    later = passed(limit, 20)
    assert 2 <= later <= 2 * (time.monotonic() - start)
    # The bucket holds no more than the burst.
    limit.write("rate", (1000).to_bytes(4, "little") + (3).to_bytes(4, "little"))
    time.sleep(3)
    start = time.monotonic()
    found = passed(limit, 10)
    assert 3 <= found <= 3 + 1000 * (time.monotonic() - start)
    assert image("in_0 -> RateLimit(1, 4) -> out_0").send(FRAME) == (0, FRAME)


def test_the_rate_is_exact(image):
    """With frames that come much faster."""
    limit = image("in_0 -> l :: RateLimit(100000, 10) -> out_0", ["drops=l.drops"])
    start, repeat = time.monotonic(), 1_000_000
    at_least = limit.nanoseconds(FRAME, repeat) * repeat / 1e9
    at_most = time.monotonic() - start
    n = repeat - limit.value("drops")
    assert 0.9 * 100_000 * at_least <= n <= 10 + 100_000 * at_most + 1


def test_any_rate_can_be_written(image):
    limit = image("in_0 -> l :: RateLimit(1, 1) -> out_0", ["rate=l.rate"])
    for rate, burst in ((2**32 - 1, 2**32 - 1), (1, 2**32 - 1), (2**32 - 1, 0), (0, 0)):
        limit.write("rate", rate.to_bytes(4, "little") + burst.to_bytes(4, "little"))
        limit.send(FRAME)


def test_the_largest_script(image):
    """20 elements, each with the most to compare."""
    text, last = "", "in_0"
    for i in range(10):
        octets = f"{(i + 1):02x}" * 128
        text += f"{last} -> c{i} :: Classifier(0/{octets}, -); c{i} [0] -> out_1; "
        text += f"c{i} [1] -> s{i} :: Strip(14);"
        last = f"s{i}"
    largest = image(f"{text} {last} -> out_0")
    frame = payload(2000)
    assert largest.send(frame) == (0, frame[140:])
    frame = bytes(14 * 5) + b"\x06" * 1000
    assert largest.send(frame) == (1, frame[70:])
