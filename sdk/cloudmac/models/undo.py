# SPDX-License-Identifier: Apache-2.0
"""What the YANG module cloudmac-changes has. generate_models.py writes this file."""
import dataclasses

from .changes import RecordedChangeEdit
from .values import Int64


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class UndoInput:
    """Input of undo."""

    change: Int64 | None = None
    dry_run: bool | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class UndoOutputEffect:
    """Only after a dry-run: what the network would do, as far as it is known now."""

    object: str | None = None
    text: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class UndoOutput:
    """Output of undo."""

    edit: tuple[RecordedChangeEdit, ...] = ()
    change: Int64 | None = None
    effect: tuple[UndoOutputEffect, ...] = ()
    more_effects: int | None = None
