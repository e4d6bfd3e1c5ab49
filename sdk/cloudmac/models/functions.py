# SPDX-License-Identifier: Apache-2.0
"""What the YANG module cloudmac-nfv has. generate_models.py writes this file."""
import dataclasses
from typing import Literal

from .values import Int64


ChainStatus = Literal[
    "waiting",
    "preparing",
    "active",
    "changing",
    "leaving",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Chain:
    """A configured chain, or one whose rules go."""

    tenant: str | None = None
    name: str | None = None
    status: ChainStatus | None = None
    reason: str | None = None
    rules: int | None = None
    segment: tuple[int, ...] = ()


PacketNodeSession = Literal[
    "connecting",
    "open",
    "lost",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PacketNode:
    """A configured packet node that is enabled."""

    name: str | None = None
    session: PacketNodeSession | None = None
    reason: str | None = None
    version: str | None = None
    bridge: str | None = None
    lvnfs: int | None = None
    maximum_lvnfs: int | None = None


LvnfStatus = Literal[
    "waiting",
    "ready",
    "failed",
]

LvnfMode = Literal[
    "running",
    "stopped",
    "bypass",
]

LvnfMigrationState = Literal[
    "prepare",
    "lay",
    "copy",
    "expect",
    "steer",
    "settle",
    "mark",
    "relay",
    "follow",
    "pass",
    "release",
    "drain",
    "clean",
    "moved",
    "resume",
    "return",
    "steer-back",
    "drain-back",
    "clean-back",
    "stayed",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LvnfMigration:
    """The latest move to another packet node since the controller began; absent before."""

    from_: str | None = None
    to: str | None = None
    state: LvnfMigrationState | None = None
    hold_time: int | None = None  # milliseconds
    late_frames: Int64 | None = None
    lost_frames: Int64 | None = None
    problem: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LvnfPort:
    """A port of the LVNF."""

    port: int | None = None
    interface: str | None = None
    openflow_port: int | None = None


LvnfHandlerAccess = Literal[
    "read",
    "write",
    "migrate",
]

LvnfHandlerType = Literal[
    "array",
    "hash",
    "lru",
    "set",
    "command",
    "connections",
]


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class LvnfHandler:
    """A handler that the image declares."""

    name: str | None = None
    access: tuple[LvnfHandlerAccess, ...] = ()
    type: LvnfHandlerType | None = None
    entries: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Lvnf:
    """A configured LVNF, or one that its node has still to remove."""

    tenant: str | None = None
    name: str | None = None
    packet_node: str | None = None
    status: LvnfStatus | None = None
    problem: str | None = None
    mode: LvnfMode | None = None
    migration: LvnfMigration | None = None
    port: tuple[LvnfPort, ...] = ()
    handler: tuple[LvnfHandler, ...] = ()
