# SPDX-License-Identifier: Apache-2.0
"""Long lists, which the controller hands out in pages. Pure, like exchange."""
import dataclasses

from . import calls
from .errors import CloudmacError, Unreachable
from .exchange import Call, Request, operation
from .models import queries
from .models.values import dump, load

PAGE = 500
LARGEST_PAGE = 1000
"""Entries in one answer."""
MOST_EVENTS = 9000
"""Events in a list of the newest ones: fewer than the controller has, as new ones come meanwhile."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Change:
    """A line of the audit: a request that can change something, or that was refused. user: the
    account; tried: a name that was not authenticated; lost: number of requests without a line."""

    number: int | None = None
    time: str | None = None
    share: str | None = None
    user: str | None = None
    tried: str | None = None
    source: str | None = None
    method: str | None = None
    path: str | None = None
    status: int | None = None
    lost: int | None = None


@dataclasses.dataclass(frozen=True)
class Page:
    """An answer. total: entries of all pages, None if unknown; unread: roles whose lines of the
    audit may be missing; cursor: of the next page, None if this is the last one."""

    entries: tuple
    cursor: str | None
    total: int | None = None
    unread: tuple = ()


class RpcPages:
    """Pages of an RPC of cloudmac-query. given: its input; member: the list in its output."""

    def __init__(self, name, given, output, member):
        self.name, self.given, self.output, self.member = name, given, output, member

    def call(self, cursor, limit):
        """Returns the call for the page of a cursor, None for the first page."""
        given = dataclasses.replace(self.given, cursor=cursor, limit=limit)
        return operation("cloudmac-query", self.name, dump(given), self._read)

    def _read(self, content):
        output = load(self.output, content)
        return Page(getattr(output, self.member), output.cursor, output.total)


class ChangePages:
    """Pages of the audit, newest first. query: (name, value) pairs."""

    def __init__(self, query):
        self.query = query

    def call(self, cursor, limit):
        """Returns the call for the page of a cursor, None for the first page."""
        query = [*self.query, ("limit", limit), *([("cursor", cursor)] if cursor else [])]
        return Call(Request("GET", "audit/query-changes", tuple(query)), self._read)

    @staticmethod
    def _read(content):
        return Page(
            tuple(load(Change, each) for each in content["changes"]),
            content.get("next-cursor"),
            unread=tuple(content.get("unread", ())),
        )


class EventPages:
    """Pages of the newest events, the oldest of them first. number: of events at most; the
    controller keeps 10,000."""

    def __init__(self, number):
        if not 1 <= number <= MOST_EVENTS:
            raise ValueError(f"number is {number}, not 1 to {MOST_EVENTS}")
        self.number = number

    def call(self, cursor, limit):
        """Returns the call for the events after a cursor; for None the one for their position."""
        if cursor is None:
            call = calls.events_since()
        else:
            call = calls.events_since(cursor, limit=limit)
        return dataclasses.replace(call, read=lambda content: self._read(call, cursor, content))

    def _read(self, call, cursor, content):
        output = call.read(content)
        if cursor is None:
            start = f"{output.epoch}-{max(output.number - self.number, 0)}"
            return Page((), start if output.number else None)
        if output.gap is not None:
            raise CloudmacError(f"events are missing ({output.gap}): read them again")
        more = output.event and output.event[-1].number < output.number
        last = f"{output.event[-1].epoch}-{output.event[-1].number}" if more else None
        return Page(output.event, last)


class Progress:
    """How far a list has been read. limit: entries in all, None for all of them.

    ``total`` and ``unread`` are those of the latest page."""

    def __init__(self, pages, limit=None):
        if limit is not None and limit < 1:
            raise ValueError(f"limit is {limit}, not at least 1")
        self._pages, self._left = pages, limit
        self._cursor, self._seen, self._is_done = None, set(), False
        self.total, self.unread = None, ()

    def next(self):
        """Returns the call for the next page, None after the last one."""
        if self._is_done:
            return None
        size = PAGE if self._left is None else min(self._left, LARGEST_PAGE)
        return self._pages.call(self._cursor, size)

    def take(self, page):
        """Takes note of a page, and returns its entries."""
        self.total, self.unread = page.total, page.unread
        if page.cursor in self._seen:
            raise Unreachable(f"the controller has given the cursor {page.cursor} twice")
        self._cursor = page.cursor
        self._seen.add(page.cursor)
        entries = page.entries
        if self._left is not None:
            entries = entries[: self._left]
            self._left -= len(entries)
        self._is_done = page.cursor is None or self._left == 0
        return entries


def stations(**given):
    """Returns the pages of query-stations. given: members of its input."""
    query = queries.QueryStationsInput(**given)
    return RpcPages("query-stations", query, queries.QueryStationsOutput, "station")


def wtps(**given):
    """Returns the pages of query-wtps. given: members of its input."""
    query = queries.QueryWtpsInput(**given)
    return RpcPages("query-wtps", query, queries.QueryWtpsOutput, "wtp")


def decisions(**given):
    """Returns the pages of query-decisions. given: members of its input."""
    query = queries.QueryDecisionsInput(**given)
    return RpcPages("query-decisions", query, queries.QueryDecisionsOutput, "decision")


def changes(user=None, since=None):
    """Returns the pages of the audit."""
    return ChangePages([(n, v) for n, v in (("user", user), ("since", since)) if v is not None])


def events(number):
    """Returns the pages of the newest events."""
    return EventPages(number)
