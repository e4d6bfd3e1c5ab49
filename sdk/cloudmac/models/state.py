# SPDX-License-Identifier: Apache-2.0
"""What the YANG module cloudmac-state has. generate_models.py writes this file."""
import dataclasses
from typing import Literal

from .configuration import QosType
from .values import Int64


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class WtpStateAdmission:
    """Whether it gets stations, leases and bindings."""

    admitted: bool | None = None
    problem: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class WtpStateControl:
    """Address of its control server."""

    address: str | None = None
    port: int | None = None


WtpStateRadioCapability = Literal[
    "active-monitor",
    "rate-per-frame",
    "power-per-frame",
    "serves-stations",
]

WtpStateRadioBand = Literal[
    "2.4GHz",
    "5GHz",
    "6GHz",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class WtpStateRadio:
    """A radio."""

    index: int | None = None
    address: str | None = None
    frequency: int | None = None  # MHz
    power: int | None = None  # dBm
    maximum_power: int | None = None  # dBm
    maximum_leases: int | None = None
    capability: tuple[WtpStateRadioCapability, ...] = ()
    band: tuple[WtpStateRadioBand, ...] = ()


WtpStateSessionState = Literal[
    "closed",
    "connecting",
    "open",
    "refused",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class WtpStateSession:
    """The controller's session with the agent."""

    state: WtpStateSessionState | None = None
    error: str | None = None
    since: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class WtpStateLease:
    """An ACK lease confirmed by the agent."""

    bssid: str | None = None
    radio: int | None = None
    expires: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class WtpStateLeaseFailure:
    """A requested lease that the agent did not grant."""

    bssid: str | None = None
    error: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class WtpState:
    """A WTP."""

    id: str | None = None
    name: str | None = None
    up: bool | None = None
    port: str | None = None
    last_seen: str | None = None
    admission: WtpStateAdmission | None = None
    interval: int | None = None  # milliseconds
    control: tuple[WtpStateControl, ...] = ()
    radio: tuple[WtpStateRadio, ...] = ()
    session: WtpStateSession | None = None
    lease: tuple[WtpStateLease, ...] = ()
    lease_failure: tuple[WtpStateLeaseFailure, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Vap:
    """A VAP."""

    bssid: str | None = None
    vap_id: int | None = None
    ssid: str | None = None
    ssid_octets: bytes | None = None
    channel: int | None = None
    frequency: int | None = None  # MHz
    beacon_interval: int | None = None  # time units of 1024 microseconds
    up: bool | None = None
    port: str | None = None
    last_seen: str | None = None
    host: str | None = None
    wtp: tuple[str, ...] = ()
    problem: tuple[str, ...] = ()


VirtualStationOrigin = Literal[
    "automatic",
    "operator",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Signal:
    """Signals of its access point at the WTPs that receive it on the channel of the virtual
    station."""

    wtp: str | None = None
    last: int | None = None  # dBm
    average: int | None = None  # dBm
    samples: int | None = None
    last_seen: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class VirtualStation:
    """A virtual station."""

    station: str | None = None
    port: str | None = None
    wtp: str | None = None
    origin: VirtualStationOrigin | None = None
    associated: bool | None = None
    bssid: str | None = None
    ssid: str | None = None
    ssid_octets: bytes | None = None
    frequency: int | None = None  # MHz
    last_seen: str | None = None
    signal: tuple[Signal, ...] = ()
    problem: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class VapHostVap:
    """A VAP that the open session names."""

    bssid: str | None = None
    ssid: str | None = None
    ssid_octets: bytes | None = None
    frequency: int | None = None  # MHz
    interface: str | None = None
    vlan: int | None = None
    radio: str | None = None
    stations: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class VapHost:
    """A VAP host."""

    name: str | None = None
    address: str | None = None
    port: int | None = None
    session: WtpStateSession | None = None
    version: str | None = None
    vap: tuple[VapHostVap, ...] = ()
    problem: tuple[str, ...] = ()


Origin = Literal[
    "automatic",
    "operator",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class StationState:
    """A station of a VAP."""

    bssid: str | None = None
    station: str | None = None
    wtp: str | None = None
    origin: Origin | None = None
    last_seen: str | None = None
    signal: tuple[Signal, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class StationsWaiting:
    """A configured binding that is not in effect."""

    bssid: str | None = None
    station: str | None = None
    wtp: str | None = None
    problem: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class FlowsSwitch:
    """What a switch does with its flow rules."""

    id: str | None = None
    rules: int | None = None
    missing: int | None = None
    problem: tuple[str, ...] = ()


FlowState = Literal[
    "pending",
    "installed",
    "missing",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Flow:
    """A flow rule."""

    switch: str | None = None
    id: str | None = None
    table: int | None = None
    priority: int | None = None
    match: str | None = None
    actions: str | None = None
    state: FlowState | None = None
    packets: Int64 | None = None
    problem: str | None = None


QosState = Literal[
    "pending",
    "active",
    "failed",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PortQueuesOption:
    """Entry of other_config of the QoS row as read back."""

    name: str | None = None
    value: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PortQueuesQueue:
    """A queue as read back."""

    queue: int | None = None
    option: tuple[PortQueuesOption, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PortQueues:
    """A switch port of a present or former policy."""

    port: str | None = None
    name: str | None = None
    policy: str | None = None
    wanted: QosType | None = None
    state: QosState | None = None
    error: str | None = None
    type: str | None = None
    option: tuple[PortQueuesOption, ...] = ()
    queue: tuple[PortQueuesQueue, ...] = ()


CountersMalformedKind = Literal[
    "frame",
    "announcement",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class CountersMalformed:
    """Malformed frames, dropped by the parser."""

    kind: CountersMalformedKind | None = None
    reason: str | None = None
    frames: Int64 | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class CountersRefused:
    """Well-formed frames that the controller rejected."""

    reason: str | None = None
    frames: Int64 | None = None


CountersMeterName = Literal[
    "announcements",
    "beacons",
    "first-contact",
    "samples",
    "known-beacons",
    "hellos",
    "known-hellos",
    "downlinks",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class CountersMeter:
    """Meters that limit packets to the controller."""

    switch: str | None = None
    name: CountersMeterName | None = None
    passed: Int64 | None = None
    dropped: Int64 | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class CountersUnmatched:
    """CloudMAC frames that matched no other rule."""

    switch: str | None = None
    frames: Int64 | None = None


DecisionReason = Literal[
    "first-contact",
    "operator",
    "signal",
    "wtp-lost",
    "no-radio",
    "drain",
    "lease-refused",
    "downlink",
]

DecisionOutcome = Literal[
    "done",
    "observed",
    "kept",
    "undone",
]

DecisionWhyNot = Literal[
    "bound-by-operator",
    "no-candidate",
    "hysteresis",
    "dwell",
    "busy",
    "observe-only",
    "failed",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class DecisionInput:
    """Input of the decision for each WTP."""

    wtp: str | None = None
    signal: int | None = None  # dBm
    last: int | None = None  # dBm
    samples: int | None = None
    age: int | None = None  # milliseconds
    load: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """A decision."""

    number: Int64 | None = None
    time: str | None = None
    bssid: str | None = None
    station: str | None = None
    from_: str | None = None
    to: str | None = None
    reason: DecisionReason | None = None
    outcome: DecisionOutcome | None = None
    why_not: DecisionWhyNot | None = None
    error: str | None = None
    user: str | None = None
    hysteresis: int | None = None  # dB
    dwell: int | None = None  # milliseconds
    load_tie_break: int | None = None  # dB
    minimum_samples: int | None = None
    stale_after: int | None = None  # milliseconds
    input: tuple[DecisionInput, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Steering:
    """The last 256 steering decisions."""

    unsaved: Int64 | None = None
    decision: tuple[Decision, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class MobilityStatus:
    """Signals known to mobility, and its cost since the start."""

    stations: int | None = None
    signals: int | None = None
    reports: Int64 | None = None
    report_entries: Int64 | None = None
    samples: Int64 | None = None
    sample_bytes: Int64 | None = None  # bytes
    decisions: Int64 | None = None
    handovers: Int64 | None = None
    report_time: Int64 | None = None  # microseconds
    decision_time: Int64 | None = None  # microseconds


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class AirtimeWtpRadioStation:
    """A station of a VAP."""

    bssid: str | None = None
    station: str | None = None
    weight: int | None = None
    share: int | None = None  # per mille
    queue_frames: int | None = None
    queue_bytes: int | None = None  # bytes
    sojourn: int | None = None  # microseconds
    sent: Int64 | None = None
    codel_drops: Int64 | None = None
    full_drops: Int64 | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class AirtimeWtpRadio:
    """A radio."""

    index: int | None = None
    scheduler: bool | None = None
    target: int | None = None  # milliseconds
    interval: int | None = None  # milliseconds
    station: tuple[AirtimeWtpRadioStation, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class AirtimeWtp:
    """A WTP with a session."""

    id: str | None = None
    problem: str | None = None
    radio: tuple[AirtimeWtpRadio, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class DrainStation:
    """A station that it still serves."""

    bssid: str | None = None
    station: str | None = None
    problem: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Drain:
    """A draining WTP."""

    id: str | None = None
    stations_left: int | None = None
    station: tuple[DrainStation, ...] = ()
