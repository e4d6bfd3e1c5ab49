# SPDX-License-Identifier: Apache-2.0
"""Reads server-sent events (WHATWG HTML, section 9.2). Pure: octets in, messages out."""
import codecs
import dataclasses
import re

LONGEST = 1 << 20
"""Characters of a message, or of a line that has no end yet."""
LINE_END = re.compile("\r\n|\n|\r")
DIGITS = re.compile("[0-9]{1,9}")


@dataclasses.dataclass(frozen=True)
class Message:
    """A message. type: "message" if the server names none; id: of this message, or of the last
    one that had an id, "" before."""

    type: str
    data: str
    id: str


class Parser:
    """Reads a stream from its first octet on.

    ``retry``: how long the server wants a client to wait before it connects again, ms; None if it
    has not said it. ``id``: as of the end of the latest message, also of one without data."""

    def __init__(self, longest=LONGEST):
        self.retry, self.id = None, ""
        self._longest = longest
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest, self._is_begin = "", True
        self._type, self._data, self._size, self._next_id = "", [], 0, ""

    def feed(self, octets):
        """Yields the messages that end in these octets. Raises ValueError for a message that is too
        long."""
        text = self._rest + self._decoder.decode(octets)
        if self._is_begin and text:
            text, self._is_begin = text.removeprefix("\ufeff"), False
        at = 0
        for end in LINE_END.finditer(text):
            # After a carriage return at the end, a line feed may follow.
            if end[0] == "\r" and end.end() == len(text):
                break
            if (message := self._line(text[at : end.start()])) is not None:
                yield message
            at = end.end()
        self._rest = text[at:]
        self._check(len(self._rest))

    def _check(self, more):
        if self._size + more > self._longest:
            raise ValueError(f"a server-sent event has more than {self._longest} characters")

    def _line(self, line):
        """Takes a line. Returns the message that it ends, None if it ends none."""
        if not line:
            return self._end()
        self._check(len(line))
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
            # An empty line of data has its line feed.
            self._size += len(value) + 1
        elif name == "event":
            self._type = value
        elif name == "id" and "\0" not in value:
            self._next_id = value
        elif name == "retry" and DIGITS.fullmatch(value):
            self.retry = int(value)
        return None

    def _end(self):
        """Returns the message of the lines since the last one, None if they have no data."""
        self.id = self._next_id
        data, kind = self._data, self._type or "message"
        self._type, self._data, self._size = "", [], 0
        return Message(kind, "\n".join(data), self.id) if data else None
