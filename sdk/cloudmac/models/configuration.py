# SPDX-License-Identifier: Apache-2.0
"""What the YANG module cloudmac has. generate_models.py writes this file."""
import dataclasses
from typing import Literal

from .values import Int64


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Settings of the application."""

    contact_window: int | None = None  # milliseconds
    automatic_vaps: bool | None = None
    automatic_vap_port: tuple[str, ...] = ()
    shared_ssids: bool | None = None
    vaps_need_session: bool | None = None
    automatic_stations: bool | None = None
    station_timeout: int | None = None  # seconds
    maximum_stations: int | None = None
    unauthenticated_wtps: bool | None = None
    lease_time: int | None = None  # milliseconds


SETTINGS_DEFAULTS = {
    "contact-window": 50,
    "automatic-vaps": True,
    "shared-ssids": False,
    "vaps-need-session": False,
    "automatic-stations": True,
    "station-timeout": 300,
    "maximum-stations": 1024,
    "unauthenticated-wtps": False,
    "lease-time": 180000,
}


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredVap:
    """A VAP."""

    bssid: str | None = None
    ssid: str | None = None
    enabled: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredVapHost:
    """A VAP host that runs cloudmac-vapd."""

    name: str | None = None
    address: str | None = None
    port: int | None = None
    enabled: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredWtp:
    """A WTP."""

    id: str | None = None
    name: str | None = None
    enabled: bool | None = None
    draining: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredBindingsVap:
    """WTPs that transmit a VAP."""

    bssid: str | None = None
    wtp: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredBindingsStation:
    """The WTP that serves a station of a VAP."""

    bssid: str | None = None
    station: str | None = None
    wtp: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredBindingsVirtualStation:
    """The WTP whose radio is the antenna of a virtual station."""

    station: str | None = None
    wtp: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredVirtualStation:
    """A virtual station."""

    station: str | None = None
    enabled: bool | None = None


QosType = Literal[
    "none",
    "fifo",
    "cloudmac",
    "htb",
    "hfsc",
    "prio",
    "cake",
    "sfq",
    "codel",
    "fq-codel",
    "pie",
    "fq-pie",
]

LeafQdiscType = Literal[
    "pfifo",
    "bfifo",
    "sfq",
    "codel",
    "fq-codel",
    "pie",
    "fq-pie",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LeafQdiscPfifo:
    """Applies to type pfifo."""

    limit: int | None = None  # packets


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LeafQdiscBfifo:
    """Applies to type bfifo."""

    limit: int | None = None  # bytes


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LeafQdiscSfq:
    """Applies to type sfq."""

    quantum: int | None = None  # bytes
    perturb: int | None = None  # seconds
    limit: int | None = None  # packets
    depth: int | None = None  # packets
    flows: int | None = None
    divisor: int | None = None
    headdrop: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LeafQdiscCodel:
    """Applies to type codel."""

    target: int | None = None  # microseconds
    interval: int | None = None  # microseconds
    limit: int | None = None  # packets
    ecn: bool | None = None
    ce_threshold: int | None = None  # microseconds


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LeafQdiscFqCodel:
    """Applies to type fq-codel."""

    target: int | None = None  # microseconds
    interval: int | None = None  # microseconds
    limit: int | None = None  # packets
    ecn: bool | None = None
    ce_threshold: int | None = None  # microseconds
    flows: int | None = None
    quantum: int | None = None  # bytes
    memory_limit: int | None = None  # bytes
    drop_batch: int | None = None  # packets


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LeafQdiscPie:
    """Applies to type pie."""

    target: int | None = None  # microseconds
    tupdate: int | None = None  # microseconds
    limit: int | None = None  # packets
    alpha: int | None = None
    beta: int | None = None
    ecn: bool | None = None
    bytemode: bool | None = None
    dq_rate_estimator: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LeafQdiscFqPie:
    """Applies to type fq-pie."""

    target: int | None = None  # microseconds
    tupdate: int | None = None  # microseconds
    limit: int | None = None  # packets
    alpha: int | None = None
    beta: int | None = None
    ecn: bool | None = None
    bytemode: bool | None = None
    dq_rate_estimator: bool | None = None
    flows: int | None = None
    quantum: int | None = None  # bytes
    memory_limit: int | None = None  # bytes
    ecn_prob: int | None = None  # percent


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LeafQdisc:
    """The qdisc below the class."""

    type: LeafQdiscType | None = None
    pfifo: LeafQdiscPfifo | None = None
    bfifo: LeafQdiscBfifo | None = None
    sfq: LeafQdiscSfq | None = None
    codel: LeafQdiscCodel | None = None
    fq_codel: LeafQdiscFqCodel | None = None
    pie: LeafQdiscPie | None = None
    fq_pie: LeafQdiscFqPie | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PolicyHtbClass:
    """A class."""

    queue: int | None = None
    min_rate: Int64 | None = None  # bit/s
    max_rate: Int64 | None = None  # bit/s
    leaf_qdisc: LeafQdisc | None = None
    priority: int | None = None
    burst: int | None = None  # bytes


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PolicyHtbUserPriority:
    """Queue for CloudMAC frames of a user priority."""

    priority: int | None = None
    queue: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PolicyHtb:
    """Applies to type htb."""

    default_queue: int | None = None
    overhead: int | None = None  # bytes
    mpu: int | None = None  # bytes
    burst: int | None = None  # bytes
    class_: tuple[PolicyHtbClass, ...] = ()
    user_priority: tuple[PolicyHtbUserPriority, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PolicyHfscClass:
    """A class."""

    queue: int | None = None
    min_rate: Int64 | None = None  # bit/s
    max_rate: Int64 | None = None  # bit/s
    leaf_qdisc: LeafQdisc | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PolicyHfsc:
    """Applies to type hfsc."""

    class_: tuple[PolicyHfscClass, ...] = ()
    user_priority: tuple[PolicyHtbUserPriority, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PolicyPrioBand:
    """A band with its own qdisc."""

    queue: int | None = None
    leaf_qdisc: LeafQdisc | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PolicyPrio:
    """Applies to type prio."""

    bands: int | None = None
    default_queue: int | None = None
    band: tuple[PolicyPrioBand, ...] = ()
    user_priority: tuple[PolicyHtbUserPriority, ...] = ()


PolicyCakeDiffserv = Literal[
    "besteffort",
    "precedence",
    "diffserv3",
    "diffserv4",
    "diffserv8",
]

PolicyCakeFlowMode = Literal[
    "none",
    "srchost",
    "dsthost",
    "hosts",
    "flows",
    "dual-srchost",
    "dual-dsthost",
    "triple",
]

PolicyCakeAtm = Literal[
    "none",
    "atm",
    "ptm",
]

PolicyCakeAckFilter = Literal[
    "no",
    "yes",
    "aggressive",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PolicyCake:
    """Applies to type cake."""

    bandwidth: Int64 | None = None  # bit/s
    diffserv: PolicyCakeDiffserv | None = None
    flow_mode: PolicyCakeFlowMode | None = None
    rtt: int | None = None  # microseconds
    target: int | None = None  # microseconds
    overhead: int | None = None  # bytes
    mpu: int | None = None  # bytes
    atm: PolicyCakeAtm | None = None
    nat: bool | None = None
    wash: bool | None = None
    ingress: bool | None = None
    ack_filter: PolicyCakeAckFilter | None = None
    split_gso: bool | None = None
    memory_limit: int | None = None  # bytes
    fwmark: int | None = None
    user_priority: tuple[PolicyHtbUserPriority, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """A policy."""

    name: str | None = None
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


MobilitySource = Literal[
    "reports",
    "samples",
    "both",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class MobilityVap:
    """Parameters for the stations of one VAP."""

    bssid: str | None = None
    enabled: bool | None = None
    observe_only: bool | None = None
    hysteresis: int | None = None  # dB
    minimum_samples: int | None = None
    minimum_dwell: int | None = None  # milliseconds
    stale_after: int | None = None  # milliseconds
    load_tie_break: int | None = None  # dB


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Mobility:
    """Automatic handovers."""

    enabled: bool | None = None
    observe_only: bool | None = None
    hysteresis: int | None = None  # dB
    minimum_samples: int | None = None
    minimum_dwell: int | None = None  # milliseconds
    stale_after: int | None = None  # milliseconds
    load_tie_break: int | None = None  # dB
    source: MobilitySource | None = None
    report_interval: int | None = None  # milliseconds
    period: int | None = None  # milliseconds
    vap: tuple[MobilityVap, ...] = ()


MOBILITY_DEFAULTS = {
    "enabled": False,
    "observe-only": True,
    "hysteresis": 6,
    "minimum-samples": 3,
    "minimum-dwell": 5000,
    "stale-after": 3000,
    "load-tie-break": 3,
    "source": "reports",
    "report-interval": 100,
    "period": 1000,
}


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredRadioVap:
    """Rule for all stations of a VAP."""

    bssid: str | None = None
    rate: int | None = None  # kbit/s
    power: int | None = None  # dBm


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredRadioVapPriority:
    """Rule for the frames of one user priority to all stations of a VAP."""

    bssid: str | None = None
    user_priority: int | None = None
    rate: int | None = None  # kbit/s
    power: int | None = None  # dBm


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredRadioStation:
    """Rule for one station of a VAP."""

    bssid: str | None = None
    station: str | None = None
    rate: int | None = None  # kbit/s
    power: int | None = None  # dBm


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredRadioStationPriority:
    """Rule for the frames of one user priority to one station of a VAP."""

    bssid: str | None = None
    station: str | None = None
    user_priority: int | None = None
    rate: int | None = None  # kbit/s
    power: int | None = None  # dBm


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredAirtimeVap:
    """Weight of each station of a VAP."""

    bssid: str | None = None
    weight: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredAirtimeStation:
    """Weight of a station, at whichever VAP."""

    station: str | None = None
    weight: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredAirtimeWtp:
    """Queues of a WTP, all radios."""

    id: str | None = None
    scheduler: bool | None = None
    target: int | None = None  # milliseconds
    interval: int | None = None  # milliseconds
