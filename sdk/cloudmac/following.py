# SPDX-License-Identifier: Apache-2.0
"""How a client follows the events of the controller over lost connections. Pure, like exchange: it
says what to ask, what has come, and how long to wait."""
import dataclasses
import json
import random
import re

from . import sse
from .errors import Unreachable
from .exchange import Request, refusal
from .models.events import Event
from .models.values import load

PATH = "events/stream"
TYPE = "text/event-stream"
ID = re.compile("([0-9]{1,18})-([0-9]{1,18})")
SILENCE_S = 35
"""After such a silence a connection counts as lost: the controller sends something each 10 s."""
FIRST_S, LONGEST_S = 1.0, 30.0
"""Waiting times before the client connects again: they double while there is no stream."""
RETRY_S, SHORTEST_S = 2.0, 0.5
"""The waiting time after a stream, if the controller does not say it, and the shortest one."""
FINAL = (400, 401, 403, 405, 406)
"""Refusals that another attempt does not change. 404 is none: a controller that starts has it."""
LONGEST_ANSWER = 1 << 16
"""Octets of a refusal that are read."""


@dataclasses.dataclass(frozen=True)
class Gap:
    """Events before this position are missing, so read the state anew. All later ones follow.

    reason: "begin" if the client knew no event; "other-epoch", "too-old" or "ahead" in the words of
    the module cloudmac-events; "lost" if a number is missing."""

    epoch: int
    number: int
    reason: str


def position(known):
    """Returns (epoch, number) of what a client knows: an Event, a Gap, an output of events-since, or
    an id "EPOCH-NUMBER". Raises ValueError."""
    if isinstance(known, str):
        if not (found := ID.fullmatch(known)):
            raise ValueError(f"{known!r} is no id of an event: EPOCH-NUMBER")
        return int(found[1]), int(found[2])
    if known.epoch is None or known.number is None:
        raise ValueError(f"{known!r} has no epoch and number")
    return known.epoch, known.number


class Following:
    """What is known of the stream. after: the last known event, as position() takes it, or None.

    on_wait: called with an exception and the seconds until the next attempt, when a connection is
    lost or was not made."""

    def __init__(self, after=None, on_wait=None):
        self._known = None if after is None else position(after)
        self._on_wait = on_wait or (lambda error, seconds: None)
        self._failures, self._retry_s, self._asked_s = 0, RETRY_S, 0.0
        self._parser, self._was_open = None, False

    @property
    def request(self):
        """The request for the next connection."""
        known = () if self._known is None else (("after", "{}-{}".format(*self._known)),)
        return Request("GET", PATH, known)

    def open(self, content_type):
        """Begins a stream. Raises Unreachable if it is none."""
        if content_type.partition(";")[0].strip().lower() != TYPE:
            raise Unreachable(f"{PATH}: an answer is no stream of events; is this the controller?")
        self._parser, self._was_open = sse.Parser(), True

    def take(self, octets):
        """Yields the events, Event, and gaps, Gap, in octets of the stream. Raises Unreachable if
        they are not as expected."""
        # Also a sign of life shows that there is a stream.
        self._failures = 0
        try:
            for message in self._parser.feed(octets):
                yield from self._read(message)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Unreachable(f"{PATH}: the stream is not as expected: {error}") from None

    def _read(self, message):
        content = json.loads(message.data)
        if message.type in ("begin", "reset"):
            gap = Gap(*position(message.id), content.get("gap", message.type))
            self._known = gap.epoch, gap.number
            yield gap
        elif message.type == "message":
            event = load(Event, content)
            place = position(event)
            if self._known is not None and place[0] == self._known[0]:
                if place[1] <= self._known[1]:
                    return
                if place[1] > self._known[1] + 1:
                    yield Gap(place[0], place[1] - 1, "lost")
            elif self._known is not None:
                yield Gap(place[0], place[1] - 1, "other-epoch")
            self._known = place
            yield event

    def refused(self, status, reason, content, retry_after=""):
        """Takes note of an answer that is no stream. Raises Refused if there will be none, or if
        there was none yet."""
        error = refusal(status, reason, content)
        if status in FINAL or not self._was_open:
            raise error
        self._asked_s = float(retry_after) if retry_after.isdigit() else 0.0
        return self.failed(error)

    def failed(self, error):
        """Takes note of a connection that was not made or has failed. Returns how long to wait, s.
        Raises the error if there was no stream yet."""
        if not self._was_open:
            raise error
        seconds = max(FIRST_S * 2**self._failures, self._retry_s if not self._failures else 0)
        self._failures = min(self._failures + 1, 10)
        seconds = min(max(seconds, self._asked_s), LONGEST_S) * random.uniform(0.75, 1.0)
        self._asked_s = 0.0
        self._on_wait(error, seconds)
        return seconds

    def ended(self):
        """Takes note of the end of a stream. Returns how long to wait before the next one, s."""
        if self._parser.retry is not None:
            self._retry_s = min(max(self._parser.retry / 1000, SHORTEST_S), LONGEST_S)
        return self._retry_s
