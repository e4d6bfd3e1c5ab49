# SPDX-License-Identifier: Apache-2.0
"""What the YANG module cloudmac-alarms has. generate_models.py writes this file."""
import dataclasses
from typing import Literal

from .values import Int64


Severity = Literal[
    "indeterminate",
    "warning",
    "minor",
    "major",
    "critical",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class AlarmStatusChange:
    """Its last 16 changes, the newest first."""

    time: str | None = None
    is_cleared: bool | None = None
    perceived_severity: Severity | None = None
    alarm_text: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Alarm:
    """An alarm."""

    resource: str | None = None
    alarm_type_id: str | None = None
    alarm_type_qualifier: str | None = None
    time_created: str | None = None
    is_cleared: bool | None = None
    last_raised: str | None = None
    last_changed: str | None = None
    perceived_severity: Severity | None = None
    alarm_text: str | None = None
    status_change: tuple[AlarmStatusChange, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class AlarmList:
    """The alarms: at most 10,000, and 1,000 cleared ones, of which the oldest go first."""

    number_of_alarms: int | None = None
    not_listed: Int64 | None = None
    last_changed: str | None = None
    alarm: tuple[Alarm, ...] = ()
