# SPDX-License-Identifier: Apache-2.0
"""What the YANG module cloudmac-changes has. generate_models.py writes this file."""
import dataclasses

from .values import Int64


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class RecordedChangeEdit:
    """The parts of the configuration that differ."""

    target: str | None = None
    before: str | None = None
    after: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class RecordedChange:
    """A change of the configuration by an RPC."""

    number: Int64 | None = None
    time: str | None = None
    user: str | None = None
    what: str | None = None
    undoes: Int64 | None = None
    undone_by: Int64 | None = None
    edit: tuple[RecordedChangeEdit, ...] = ()
    content: bytes | None = None
