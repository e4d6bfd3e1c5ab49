# SPDX-License-Identifier: Apache-2.0
"""Which seeds a run has. Does no I/O."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Seeds:
    """The seeds of a run. first: the lowest; count: of each part; None: as the part has."""

    first: int = 1
    count: int | None = None

    def take(self, usual):
        """Returns the seeds of a part that usually has ``usual`` of them."""
        return range(self.first, self.first + (self.count or usual))
