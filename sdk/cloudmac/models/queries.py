# SPDX-License-Identifier: Apache-2.0
"""What the YANG module cloudmac-query has. generate_models.py writes this file."""
import dataclasses
from typing import Literal

from .state import Decision, Origin, Signal


QueryStationsInputSort = Literal[
    "station",
    "bssid",
    "ssid",
    "wtp",
    "signal",
    "last-seen",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class QueryStationsInput:
    """Input of query-stations."""

    bssid: str | None = None
    ssid: str | None = None
    wtp: str | None = None
    station: str | None = None
    sort: QueryStationsInputSort | None = None
    descending: bool | None = None
    limit: int | None = None
    cursor: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Station:
    """A station, in the order of the query."""

    bssid: str | None = None
    ssid: str | None = None
    station: str | None = None
    wtp: str | None = None
    origin: Origin | None = None
    last_seen: str | None = None
    signal: tuple[Signal, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class QueryStationsOutput:
    """Output of query-stations."""

    station: tuple[Station, ...] = ()
    total: int | None = None
    cursor: str | None = None


QueryWtpsInputSort = Literal[
    "wtp",
    "name",
    "stations",
    "last-seen",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class QueryWtpsInput:
    """Input of query-wtps."""

    wtp: str | None = None
    name: str | None = None
    up: bool | None = None
    admitted: bool | None = None
    bssid: str | None = None
    ssid: str | None = None
    sort: QueryWtpsInputSort | None = None
    descending: bool | None = None
    limit: int | None = None
    cursor: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Wtp:
    """A WTP, in the order of the query."""

    id: str | None = None
    name: str | None = None
    up: bool | None = None
    admitted: bool | None = None
    problem: str | None = None
    port: str | None = None
    last_seen: str | None = None
    stations: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class QueryWtpsOutput:
    """Output of query-wtps."""

    wtp: tuple[Wtp, ...] = ()
    total: int | None = None
    cursor: str | None = None


QueryDecisionsInputSort = Literal[
    "time",
    "station",
    "bssid",
    "to",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class QueryDecisionsInput:
    """Input of query-decisions."""

    bssid: str | None = None
    ssid: str | None = None
    wtp: str | None = None
    station: str | None = None
    user: str | None = None
    since: str | None = None
    until: str | None = None
    sort: QueryDecisionsInputSort | None = None
    descending: bool | None = None
    limit: int | None = None
    cursor: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class QueryDecisionsOutput:
    """Output of query-decisions."""

    decision: tuple[Decision, ...] = ()
    total: int | None = None
    cursor: str | None = None
