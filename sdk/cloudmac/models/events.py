# SPDX-License-Identifier: Apache-2.0
"""What the YANG module cloudmac-events has. generate_models.py writes this file."""
import dataclasses
from typing import Literal

from .values import Int64


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class EventsSinceInput:
    """Input of events-since."""

    epoch: Int64 | None = None
    number: Int64 | None = None
    limit: int | None = None
    wait: int | None = None  # milliseconds


EventsSinceOutputGap = Literal[
    "other-epoch",
    "too-old",
    "ahead",
]

EventKind = Literal[
    "station-associated",
    "station-left",
    "station-bound",
    "station-unbound",
    "station-handed-over",
    "handover-undone",
    "handover-refused",
    "wtp-appeared",
    "wtp-moved",
    "wtp-lost",
    "wtp-admitted",
    "wtp-excluded",
    "wtp-drained",
    "vap-appeared",
    "vap-lost",
    "vap-refused",
    "vap-named-twice",
    "vap-bound",
    "vap-unbound",
    "virtual-station-appeared",
    "virtual-station-lost",
    "virtual-station-refused",
    "queue-applied",
    "queue-failed",
    "migration-ended",
    "migration-failed",
    "alarm-raised",
    "alarm-cleared",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """The oldest events after the known one, in their order."""

    epoch: Int64 | None = None
    number: Int64 | None = None
    time: str | None = None
    kind: EventKind | None = None
    wtp: str | None = None
    from_wtp: str | None = None
    vap: str | None = None
    station: str | None = None
    port: str | None = None
    name: str | None = None
    user: str | None = None
    text: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class EventsSinceOutput:
    """Output of events-since."""

    epoch: Int64 | None = None
    number: Int64 | None = None
    gap: EventsSinceOutputGap | None = None
    event: tuple[Event, ...] = ()
