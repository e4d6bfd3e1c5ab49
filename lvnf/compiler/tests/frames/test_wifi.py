# SPDX-License-Identifier: Apache-2.0
"""Elements of 802.11: the duplicate filter, the conversion to Ethernet, the paper's script."""

import pathlib
import random
import struct

import pytest
from packets import (
    ARP,
    BRIDGE_TUNNEL,
    DATA,
    FROM_DS,
    GROUP,
    IP,
    LLC,
    MORE_FRAGMENTS,
    NULL_DATA,
    ORDER,
    OUTER,
    PROTECTED,
    QOS_DATA,
    QOS_NULL,
    RETRY,
    TO_DS,
    A,
    B,
    C,
    D,
    payload,
    wifi,
)

SCRIPTS = pathlib.Path(__file__).resolve().parents[3] / "images" / "scripts"
DUPES = ["dupes_table=d.dupes_table"]
BEACON, AUTHENTICATION, RTS = 0x80, 0xB0, 0xB4
NONE = -1


@pytest.fixture(name="filter")
def _filter(image):
    return image("in_0 -> d :: WifiDupeFilter -> out_0", DUPES)


def passes(image, **header):
    """Sends a frame of the header. Returns true if it passes, unchanged."""
    frame = wifi(**header, rest=payload(20))
    found = image.send(frame)
    assert found in (None, (0, frame))
    return found is not None


def octets(address):
    return list(address)


def table(image, handler="dupes_table"):
    """Returns the table by the transmitter's address."""
    return {
        bytes(
            int(octet, 0) if isinstance(octet, str) else octet for octet in key["transmitter"]
        ): value
        for key, value in image.read(handler)
    }


def test_a_retry_of_the_latest_frame_is_a_duplicate(filter):
    assert passes(filter, sequence=5)
    assert not passes(filter, sequence=5, flags=TO_DS | RETRY)
    assert not passes(filter, sequence=5, flags=TO_DS | RETRY)
    # Without Retry it is another frame with the same number.
    assert passes(filter, sequence=5)
    # A retry whose first transmission was lost.
    assert passes(filter, sequence=6, flags=TO_DS | RETRY)
    assert not passes(filter, sequence=6, flags=TO_DS | RETRY)
    # Only the latest frame counts.
    assert passes(filter, sequence=5, flags=TO_DS | RETRY)


def test_sequence_numbers_at_their_ends(filter):
    for sequence in (0, 4095, 0, 0xFFF):
        assert passes(filter, sequence=sequence, flags=TO_DS | RETRY)
        assert not passes(filter, sequence=sequence, flags=TO_DS | RETRY)


def test_each_bit_of_a_sequence_number(filter):
    for bit in range(12):
        assert passes(filter, sequence=0)
        assert passes(filter, sequence=1 << bit, flags=TO_DS | RETRY)
        assert table(filter)[B]["last_sequence"] == 1 << bit


def test_the_first_frame_is_no_duplicate_whatever_its_number(filter):
    for number, sequence in enumerate((0, 1, 4095)):
        for fragment in (0, 15):
            for tid in (None, *range(16)):
                sender = bytes([2, 0, tid or 99, tid is None, number, fragment])
                options = {"sequence": sequence, "fragment": fragment, "tid": tid}
                options |= {"addresses": (A, sender, C), "kind": DATA if tid is None else QOS_DATA}
                assert passes(filter, flags=TO_DS | RETRY, **options)
                assert not passes(filter, flags=TO_DS | RETRY, **options)


def test_fragments_differ(filter):
    for fragment in range(16):
        assert passes(filter, sequence=9, fragment=fragment, flags=TO_DS | RETRY)
        assert not passes(filter, sequence=9, fragment=fragment, flags=TO_DS | RETRY)


def test_transmitters_and_tids_have_numbers_of_their_own(filter):
    for sender in (B, C):
        for tid in (None, *range(16)):
            options = {"kind": DATA if tid is None else QOS_DATA, "tid": tid, "sequence": 7}
            assert passes(filter, addresses=(A, sender, C), flags=TO_DS | RETRY, **options), tid
    for sender in (C, B):
        for tid in (*range(16), None):
            options = {"kind": DATA if tid is None else QOS_DATA, "tid": tid, "sequence": 7}
            assert not passes(filter, addresses=(A, sender, C), flags=TO_DS | RETRY, **options), tid
    found = table(filter)
    assert set(found) == {B, C}
    for value in found.values():
        assert (value["entries"], value["duplicates"], value["last_sequence"]) == (34, 17, 7)
        assert value["no_tid_control"] == 7 << 4
        assert value["tid_control"] == [7 << 4] * 16


def test_the_tid_is_only_the_lowest_bits(filter):
    assert passes(filter, kind=QOS_DATA, tid=0x0003, sequence=1)
    assert not passes(filter, kind=QOS_DATA, tid=0xFF13, sequence=1, flags=TO_DS | RETRY)


def test_the_tid_behind_four_addresses(filter):
    both, four = TO_DS | FROM_DS, (A, B, C, D)
    for tid in (2, 10):
        options = {"kind": QOS_DATA, "tid": tid, "addresses": four, "sequence": 3}
        assert passes(filter, flags=both | RETRY, **options)
        assert not passes(filter, flags=both | RETRY, **options)
    assert table(filter)[B]["tid_control"][2] == 3 << 4


def test_what_is_not_filtered(filter):
    """Frames to groups are not acknowledged; null functions and control frames have no numbers."""
    for options in (
        {"addresses": (GROUP, B, C)},
        {"addresses": (GROUP, B, C), "kind": BEACON},
        {"kind": NULL_DATA},
        {"kind": QOS_NULL, "tid": 0},
        {"kind": RTS},
    ):
        for _ in range(3):
            assert passes(filter, flags=TO_DS | RETRY, **options)
    assert table(filter) == {}


def test_management_frames_are_filtered(filter):
    assert passes(filter, kind=AUTHENTICATION, flags=0)
    assert not passes(filter, kind=AUTHENTICATION, flags=RETRY)


def test_frames_too_short_for_a_header_pass(filter):
    for n in (14, 23):
        frame = wifi(flags=TO_DS | RETRY)[:n]
        assert filter.send(frame) == filter.send(frame) == (0, frame)
    frame = wifi(kind=QOS_DATA, flags=TO_DS | RETRY)[:24]
    assert filter.send(frame) == filter.send(frame) == (0, frame)
    assert all(value["entries"] == 0 for value in table(filter).values())


def test_the_table_is_as_long_as_the_script_says(image):
    small = image("in_0 -> d :: WifiDupeFilter(8) -> out_0", DUPES)
    for number in range(100):
        assert passes(small, addresses=(A, bytes([2, 0, 0, 0, 1, number]), C))
    assert 0 < len(table(small)) <= 100
    # The latest one is remembered.
    assert not passes(small, addresses=(A, bytes([2, 0, 0, 0, 1, 99]), C), flags=TO_DS | RETRY)


def test_two_filters_have_tables_of_their_own(image):
    two = image(
        "in_0 -> d :: WifiDupeFilter -> out_0; in_1 -> e :: WifiDupeFilter -> out_1",
        [*DUPES, "other=e.dupes_table"],
    )
    frame = wifi(flags=TO_DS | RETRY)
    assert two.send(frame, 0) and two.send(frame, 1)
    assert not two.send(frame, 0) and not two.send(frame, 1)
    assert table(two)[B]["duplicates"] == table(two, "other")[B]["duplicates"] == 1


def test_state_that_no_handler_shows_is_kept_all_the_same(image):
    hidden = image("in_0 -> WifiDupeFilter -> out_0")
    assert passes(hidden) and not passes(hidden, flags=TO_DS | RETRY)


class Model:
    """The duplicate filter, as it is described."""

    def __init__(self):
        self.latest = {}

    def passes(self, sender, tid, control, is_retry):
        before = self.latest.get((sender, tid))
        self.latest[sender, tid] = control
        return not (is_retry and before == control)


def test_random_frames_as_the_model_says(filter):
    rng, model, n_dropped = random.Random(7), Model(), 0
    for _ in range(3000):
        sender, tid = rng.choice((A, B, C)), rng.choice((None, 0, 5))
        control, is_retry = (rng.randrange(3), rng.randrange(2)), rng.random() < 0.5
        expected = model.passes(sender, tid, control, is_retry)
        n_dropped += not expected
        assert expected == passes(
            filter,
            kind=DATA if tid is None else QOS_DATA,
            flags=TO_DS | (RETRY if is_retry else 0),
            sequence=control[0],
            fragment=control[1],
            addresses=(D, sender, D),
            tid=tid,
        )
    assert sum(value["duplicates"] for value in table(filter).values()) == n_dropped > 100


DIRECTIONS = [
    # flags, addresses, destination, source
    (0, (A, B, C), A, B),
    (TO_DS, (A, B, C), C, B),
    (FROM_DS, (A, B, C), A, C),
    (TO_DS | FROM_DS, (A, B, C, D), C, D),
]


@pytest.fixture(name="decap")
def _decap(image):
    return image("in_0 -> WifiDecap -> out_0")


@pytest.mark.parametrize("flags, addresses, to, sender", DIRECTIONS)
@pytest.mark.parametrize("n", [0, 1, 46, 1500, 2290])
def test_data_to_ethernet(decap, flags, addresses, to, sender, n):
    for kind, tid in ((DATA, None), (QOS_DATA, 5)):
        for snap in (LLC, BRIDGE_TUNNEL):
            for ethertype in (IP, ARP, b"\x81\x00"):
                frame = wifi(
                    *(kind, flags | RETRY, 9, 0, addresses, tid),
                    rest=snap + ethertype + payload(n),
                )
                assert decap.send(frame) == (0, to + sender + ethertype + payload(n))


def test_ht_control(decap):
    rest = b"\1\2\3\4" + LLC + IP + payload()
    frame = wifi(QOS_DATA, TO_DS | ORDER, tid=1, rest=rest)
    assert decap.send(frame) == (0, C + B + IP + payload())
    # Without QoS the bit means something else.
    frame = wifi(DATA, TO_DS | ORDER, rest=LLC + IP + payload())
    assert decap.send(frame) == (0, C + B + IP + payload())


GOOD = LLC + IP + payload()


@pytest.mark.parametrize(
    "options",
    [
        {"flags": TO_DS | PROTECTED},
        {"flags": TO_DS | MORE_FRAGMENTS},
        {"fragment": 1},
        {"kind": QOS_DATA, "tid": 0x80},  # an A-MSDU
        {"kind": NULL_DATA},
        {"kind": QOS_NULL, "tid": 0},
        {"kind": BEACON, "flags": 0},
        {"kind": RTS, "flags": 0},
        {"kind": DATA | 1},  # a version of the protocol that does not exist
        {"kind": 0x18},  # data and CF-Ack
        {"rest": b"\xaa\xaa\x03\x00\x00\x01" + IP + payload()},
        {"rest": b"\xaa\xaa\x03\x01\x00\x00" + IP + payload()},
        {"rest": b"\x42\x42\x03" + payload()},  # spanning tree
        {"rest": b"\xaa\xab\x03\x00\x00\x00" + IP + payload()},
        {"rest": b"\xaa\xaa\x02\x00\x00\x00" + IP + payload()},
        {"rest": b""},
    ],
)
def test_what_cannot_be_converted_is_dropped(decap, options):
    assert decap.send(wifi(**{"rest": GOOD, **options})) is None


@pytest.mark.parametrize("flags, addresses, to, sender", DIRECTIONS)
@pytest.mark.parametrize("kind, tid", [(DATA, None), (QOS_DATA, 0)])
def test_truncated_data(decap, kind, tid, flags, addresses, to, sender):
    frame = wifi(kind, flags, addresses=addresses, tid=tid, rest=LLC + IP)
    for n in range(14, len(frame)):
        assert decap.send(frame[:n]) is None, n
    assert decap.send(frame) == (0, to + sender + IP)


@pytest.fixture(name="paper")
def _paper(image):
    script = (SCRIPTS / "dupe.click").read_text()
    return image(script, ["dupes_table=dupe.dupes_table"])


def test_the_script_of_the_paper(paper):
    def send(sequence, **options):
        return paper.send(OUTER + wifi(sequence=sequence, **options, rest=GOOD))

    ethernet = (0, C + B + IP + payload())
    assert send(1) == ethernet
    assert send(1, flags=TO_DS | RETRY) is None
    assert send(2, flags=TO_DS | RETRY) == ethernet
    assert send(2, flags=TO_DS | PROTECTED) is None
    assert paper.send(C + D + b"\x13\x37" + wifi(rest=GOOD)) is None
    assert paper.send(OUTER + GOOD) is None
    assert paper.send(OUTER) is None
    value = table(paper)[B]
    assert (value["entries"], value["duplicates"], value["last_sequence"]) == (4, 1, 2)
    # It goes on from what is written: the entry of another node.
    entry = (0).to_bytes(8, "little") * 2 + (0).to_bytes(4, "little")
    entry += (77 << 4).to_bytes(4, "little") + b"\xff" * 64
    paper.write("dupes_table", entry, key=B)
    assert send(77, flags=TO_DS | RETRY) is None
    assert send(78, flags=TO_DS | RETRY) == ethernet


def test_random_octets_do_not_leave_as_something_else(paper):
    """Each frame that leaves is the conversion of one that came in."""
    rng, n = random.Random(3), 0
    for _ in range(2000):
        flags, addresses, to, sender = rng.choice(DIRECTIONS)
        kind, tid = rng.choice(((DATA, None), (QOS_DATA, rng.randrange(16))))
        body = rng.randbytes(rng.randrange(100))
        frame = bytearray(
            OUTER + wifi(kind, flags, rng.randrange(4096), 0, addresses, tid, LLC + IP + body)
        )
        at = rng.randrange(12, len(frame))
        is_changed = rng.random() < 0.5
        if is_changed:
            frame[at] = rng.randrange(256)
        found = paper.send(frame)
        if not is_changed:
            assert found == (0, to + sender + IP + body)
        elif found:
            n += 1
            assert found[0] == 0 and bytes(frame).endswith(found[1][14:])
    assert n > 100


def test_all_scripts_load(image):
    for script in SCRIPTS.glob("*.click"):
        image(script.read_text())


def raw(frame, kind=0, radiotap=8, ethertype=b"\x13\x37"):
    """Returns an 802.11 frame as a WTP sends it. kind: in its radio tag; radiotap: octets."""
    tag = bytes([0x12, 0x80, 0, kind, 0x0B, 0x55])
    header = bytes([0, 0]) + struct.pack("<H", radiotap) + bytes(radiotap - 4)
    return tag + B + ethertype + header + frame


def test_raw_frames_are_filtered_and_stay_as_they_are(image):
    script = (SCRIPTS / "raw-dupe.click").read_text(encoding="utf-8")
    loaded = image(script, ["dupes_table=dupe.dupes_table"])
    new, again = wifi(rest=payload()), wifi(flags=TO_DS | RETRY, rest=payload())
    for radiotap in (8, 36, 256):
        sent = raw(new, radiotap=radiotap)
        assert loaded.send(sent) == (1, sent)
        assert loaded.send(raw(again, radiotap=radiotap)) is None
    # A station's user priority is in the same octet as the kind.
    assert loaded.send(raw(again, kind=0xC0)) is None
    for other in (
        raw(again, kind=1),
        raw(again, ethertype=b"\x88\xb5"),
        payload(14),
    ):
        assert loaded.send(other) == loaded.send(other) == (1, other)
        assert loaded.send(other, 1) == (0, other)
    assert loaded.send(raw(new)[:16]) is None
    assert loaded.send(raw(new, radiotap=256)[:200]) is None
    assert table(loaded)[B]["duplicates"] == 4
