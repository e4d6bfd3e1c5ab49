# SPDX-License-Identifier: Apache-2.0
"""Declares what ``./cloudmac demo`` shows and measures. Does no I/O."""
import dataclasses

from .paper.setups import LINES

STRATEGIES = {
    "fifo": "fifo",
    "codel": "codel",
    "sfq": "sfq",
    "fq_codel": "fq-codel",
    "htb": "htb",
    "cloudmac": "cloudmac",
}
"""Names in the result file -> keys of paper.setups.POLICIES, in the order of the table."""
LABELS = {
    "idle": "without TCP",
    **{line.name: line.label for line in LINES if line.name in STRATEGIES},
}
"""Name in the result file -> name for readers."""
PAPER_MS = {"idle": 1.77, "fifo": 98.6, "codel": 15.3, "sfq": 2.8, "fq_codel": 2.09, "htb": 1.79}
"""RTT in ms, Fig. 6 of "QoS enabled WiFi MAC layer processing as an example of
a NFV service" (Vestin, Kassler)."""
STATION = "mn"
IDLE_SAMPLES = 200
LOADED_SAMPLES, QUICK_LOADED_SAMPLES = 600, 60
WARM_S, QUICK_WARM_S = 22, 10
"""Seconds of cross traffic before the first echo request."""
BOOT_S = 15
"""Virtual seconds before the measurement, association included."""


@dataclasses.dataclass(frozen=True)
class Strategy:
    """The round-trip times under one strategy. name: a key of STRATEGIES; idle, loaded: numbers
    of echo requests without and with cross traffic; warm_s: seconds of cross traffic before."""

    name: str
    idle: int
    loaded: int
    warm_s: int

    def seconds(self):
        """Returns the virtual seconds that it takes."""
        return BOOT_S + self.warm_s + (self.idle + self.loaded) / 20


def strategies(quick):
    """Returns the measurements in virtual time."""
    loaded, warm_s = (QUICK_LOADED_SAMPLES, QUICK_WARM_S) if quick else (LOADED_SAMPLES, WARM_S)
    return [
        Strategy(name, IDLE_SAMPLES if name == "fifo" else 0, loaded, warm_s) for name in STRATEGIES
    ]
