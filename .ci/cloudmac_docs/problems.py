# SPDX-License-Identifier: Apache-2.0
"""Faults that a check finds in pages."""
import dataclasses


@dataclasses.dataclass(frozen=True, order=True)
class Problem:
    """One fault. file: path within the tree; line: from 1, or 0 for the whole file; text: what
    is wrong and what to do."""

    file: str
    line: int
    text: str

    def __str__(self):
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.text}"
