# SPDX-License-Identifier: Apache-2.0
"""What the YANG module cloudmac has. generate_models.py writes this file."""
import dataclasses

from .changes import RecordedChangeEdit
from .configuration import (
    LeafQdiscCodel,
    LeafQdiscFqCodel,
    LeafQdiscFqPie,
    LeafQdiscPie,
    LeafQdiscSfq,
    PolicyCake,
    PolicyHfsc,
    PolicyHtb,
    PolicyPrio,
    QosType,
)
from .state import QosState
from .undo import UndoOutputEffect
from .values import Int64


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class BindInput:
    """Input of bind."""

    bssid: str | None = None
    station: str | None = None
    wtp: tuple[str, ...] = ()
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class BindOutput:
    """Output of bind."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class UnbindInput:
    """Input of unbind."""

    bssid: str | None = None
    station: str | None = None
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class UnbindOutput:
    """Output of unbind."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class BindVirtualStationInput:
    """Input of bind-virtual-station."""

    station: str | None = None
    wtp: str | None = None
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class BindVirtualStationOutput:
    """Output of bind-virtual-station."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class UnbindVirtualStationInput:
    """Input of unbind-virtual-station."""

    station: str | None = None
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class UnbindVirtualStationOutput:
    """Output of unbind-virtual-station."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class HandOverVirtualStationInput:
    """Input of hand-over-virtual-station."""

    station: str | None = None
    wtp: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class HandOverVirtualStationOutput:
    """Output of hand-over-virtual-station."""

    from_: str | None = None
    duration: int | None = None  # milliseconds


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class HandOverInput:
    """Input of hand-over."""

    bssid: str | None = None
    station: str | None = None
    wtp: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class HandOverOutput:
    """Output of hand-over."""

    from_: str | None = None
    duration: int | None = None  # milliseconds


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class DrainWtpInput:
    """Input of drain-wtp."""

    wtp: str | None = None
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class DrainWtpOutput:
    """Output of drain-wtp."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class UndrainWtpInput:
    """Input of undrain-wtp."""

    wtp: str | None = None
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class UndrainWtpOutput:
    """Output of undrain-wtp."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ForgetWtpInput:
    """Input of forget-wtp."""

    wtp: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ForgetWtpOutput:
    """Output of forget-wtp."""

    stations: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ForgetVapInput:
    """Input of forget-vap."""

    bssid: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ForgetVapOutput:
    """Output of forget-vap."""

    stations: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ApplyQosInput:
    """Input of apply-qos."""

    policy: str | None = None
    type: QosType | None = None
    link_rate: Int64 | None = None  # bit/s
    htb: PolicyHtb | None = None
    hfsc: PolicyHfsc | None = None
    prio: PolicyPrio | None = None
    cake: PolicyCake | None = None
    sfq: LeafQdiscSfq | None = None
    codel: LeafQdiscCodel | None = None
    fq_codel: LeafQdiscFqCodel | None = None
    pie: LeafQdiscPie | None = None
    fq_pie: LeafQdiscFqPie | None = None
    port: tuple[str, ...] = ()
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ApplyQosOutputPort:
    """Result for each port."""

    port: str | None = None
    state: QosState | None = None
    error: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ApplyQosOutput:
    """Output of apply-qos."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None
    port: tuple[ApplyQosOutputPort, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ClearQosInput:
    """Input of clear-qos."""

    policy: str | None = None
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ClearQosOutput:
    """Output of clear-qos."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class SetRadioInput:
    """Input of set-radio."""

    bssid: str | None = None
    station: str | None = None
    user_priority: int | None = None
    rate: int | None = None  # kbit/s
    power: int | None = None  # dBm
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class SetRadioOutput:
    """Output of set-radio."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class SetMobilityInput:
    """Input of set-mobility."""

    bssid: str | None = None
    enabled: bool | None = None
    observe_only: bool | None = None
    hysteresis: int | None = None  # dB
    minimum_samples: int | None = None
    minimum_dwell: int | None = None  # milliseconds
    stale_after: int | None = None  # milliseconds
    load_tie_break: int | None = None  # dB
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class SetMobilityOutput:
    """Output of set-mobility."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class SetAirtimeInput:
    """Input of set-airtime."""

    bssid: str | None = None
    station: str | None = None
    weight: int | None = None
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class SetAirtimeOutput:
    """Output of set-airtime."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None
