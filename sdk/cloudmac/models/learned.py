# SPDX-License-Identifier: Apache-2.0
"""What the YANG module cloudmac-learned has. generate_models.py writes this file."""
import dataclasses

from .values import Int64


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LearnedWtp:
    """A WTP that was admitted."""

    id: str | None = None
    port: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LearnedVap:
    """A VAP that sent a beacon."""

    bssid: str | None = None
    port: str | None = None
    ssid: str | None = None
    channel: int | None = None
    frequency: int | None = None  # MHz
    beacon_interval: int | None = None  # time units of 1024 microseconds
    host: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LearnedVirtualStation:
    """A virtual station that a WTP served."""

    station: str | None = None
    port: str | None = None
    wtp: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LearnedLink:
    """A link between two switches that LLDP found."""

    low: str | None = None
    high: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LearnedStation:
    """A station bound automatically."""

    bssid: str | None = None
    station: str | None = None
    wtp: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Ownership:
    """Which controller runs the application."""

    term: Int64 | None = None
