# SPDX-License-Identifier: Apache-2.0
"""The parser of server-sent events, by examples, in all pieces, and with made-up octets."""
import random

import pytest

from cloudmac.sse import LONGEST, Message, Parser

BEGIN = b'retry: 2000\nevent: begin\nid: 1-17\ndata: {"epoch":"1"}\n\n'


def read(*pieces):
    """Returns the messages in pieces of a stream."""
    parser = Parser()
    return [message for octets in pieces for message in parser.feed(octets)]


@pytest.mark.parametrize(
    "octets, messages",
    [
        (BEGIN, [("begin", '{"epoch":"1"}', "1-17")]),
        (b"data: one\n\ndata: two\n\n", [("message", "one", ""), ("message", "two", "")]),
        (b"data: one\ndata:two\ndata\n\n", [("message", "one\ntwo\n", "")]),
        (b"data:  one\r\rdata: two\r\n\r\n", [("message", " one", ""), ("message", "two", "")]),
        (b"id: 7\n\ndata: x\n\nid\ndata: y\n\n", [("message", "x", "7"), ("message", "y", "")]),
        (
            b"id: 7\ndata: x\n\nid: a\0b\ndata: y\n\n",
            [("message", "x", "7"), ("message", "y", "7")],
        ),
        (b"event: x\n\ndata: y\n\n", [("message", "y", "")]),
        (b":\n\n: comment\ndata: x:y\nfield: z\n\n", [("message", "x:y", "")]),
        (b"\xef\xbb\xbfdata: x\n\n", [("message", "x", "")]),
        (b"data: \xef\xbb\xbfx\xff\n\n", [("message", "\ufeffx\ufffd", "")]),
        (b"data\n\n", [("message", "", "")]),
        (b"data: not ended\n", []),
        (b"", []),
    ],
)
def test_a_stream_in_all_pieces(octets, messages):
    wanted = [Message(*one) for one in messages]
    assert read(octets) == wanted
    assert read(*(octets[at : at + 1] for at in range(len(octets)))) == wanted
    for at in range(len(octets)):
        assert read(octets[:at], octets[at:]) == wanted


def test_the_waiting_time():
    parser = Parser()
    for octets, retry in (
        (b"", None),
        (b"retry: 20", None),
        (b"00\n", 2000),
        (b"retry: -1\nretry: x\nretry:\nretry: 1.5\nretry: 99999999999\n\n", 2000),
        (b"retry:7\n", 7),
    ):
        assert list(parser.feed(octets)) == [] and parser.retry == retry


@pytest.mark.parametrize("octets", [b"data: ", b"data: x\ndata: ", b":", b"event: "])
def test_a_message_without_an_end_is_refused(octets):
    parser = Parser(longest=100)
    assert list(parser.feed(octets + b"x" * 80)) == []
    with pytest.raises(ValueError, match="more than 100 characters"):
        list(parser.feed(b"x" * 80))


def test_many_short_lines_are_bounded_too():
    parser = Parser(longest=100)
    with pytest.raises(ValueError, match="more than 100"):
        list(parser.feed(b"data\n" * 101))


def test_signs_of_life_are_free():
    parser = Parser(longest=10)
    assert [one for _ in range(1000) for one in parser.feed(b":\n\n")] == []


def model(text):
    """Returns the messages of a whole stream, read in another way."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")[:-1]
    found, identity, fields = [], "", []
    for line in lines:
        if line:
            fields.append(line.split(":", 1) if ":" in line else [line, ""])
            continue
        given = [(name, value[1:] if value[:1] == " " else value) for name, value in fields]
        identity = ([identity] + [v for n, v in given if n == "id" and "\0" not in v])[-1]
        kind = ([""] + [v for n, v in given if n == "event"])[-1] or "message"
        data = [v for n, v in given if n == "data"]
        found += [Message(kind, "\n".join(data), identity)] if data else []
        fields = []
    return found


WORDS = (b"data", b"id", b"event", b"retry", b":", b" ", b"\n", b"\r", b"\r\n", b"\n\n", b"\0")
WORDS += (b"\xef\xbb\xbf", b"\xff", b"\xc3", b"\xa4", b"x", b"1-17", b"data: y\n\n")


@pytest.mark.parametrize("seed", range(20))
def test_made_up_streams(seed):
    """Whatever comes, in whatever pieces, the messages are the same as in one piece."""
    chance = random.Random(seed)
    for _ in range(300):
        octets = b"".join(chance.choices(WORDS, k=chance.randint(1, 40)))
        # A carriage return at the end is a line end once it is clear that no line feed follows.
        text = (octets + b"x").decode("utf-8", "replace")
        text = text[: max(text.rfind("\r"), text.rfind("\n")) + 1]
        cuts = sorted(chance.choices(range(len(octets) + 1), k=chance.randint(0, 6)))
        ends = [*cuts, len(octets)]
        pieces = [octets[a:b] for a, b in zip([0, *cuts], ends, strict=True)]
        assert read(*pieces, b"x") == model(text), octets


def test_random_octets():
    chance = random.Random(7)
    for _ in range(2000):
        read(chance.randbytes(chance.randint(0, 200)), b"\n\n")
    assert LONGEST >= 1 << 20
