# SPDX-License-Identifier: Apache-2.0
"""Declares T9: a station is handed over to and fro between two WTPs on one channel, in the middle of
bulk traffic to it. Does no I/O."""
import dataclasses

from .. import topology
from ..guest import moving
from .lines import LINES

HANDOVERS, EVERY_S = 6, 0.5
GAP_S, OCTETS = 0.002, 1400
"""A burst of datagrams of OCTETS goes to the station each GAP_S."""
DISTANCE_M = 100
"""Here 34 Mb/s are most of the link's capacity."""
BY_VAP = "vap"
"""Key of the frames that the VAP's mac80211 dropped (guest/moving.py)."""
BOOT_S = 15
"""A boot and the join, roughly, in virtual time."""


@dataclasses.dataclass(frozen=True)
class Load:
    """burst: datagrams at a time."""

    security: str
    burst: int

    @property
    def label(self):
        return f"{self.security.upper()}, {round(self.burst * OCTETS * 8 / GAP_S / 1e6)} Mb/s"


LOADS = {"wpa2-full": Load("wpa2", 6), "wpa2": Load("wpa2", 2), "wpa3": Load("wpa3", 2)}
"""Variant -> load. Without aggregates, as with WPA3, the link does not carry the first one."""


@dataclasses.dataclass(frozen=True)
class Moves:
    """One boot. Fields and methods are those of plan.Boot that the experiment uses."""

    line: str
    seed: int
    variant: str
    group: str = "moving"

    @property
    def name(self):
        return f"{self.group}-{self.variant}-{self.line}-{self.seed}"

    @property
    def program(self):
        return moving.moves

    @property
    def lasts_s(self):
        """Roughly how long it takes in virtual time."""
        return BOOT_S + (HANDOVERS + 2) * EVERY_S

    def arguments(self):
        """Returns the arguments of moving.moves()."""
        burst = LOADS[self.variant].burst
        bursts = round((HANDOVERS + 2) * EVERY_S / GAP_S)
        return {
            "name": "mn1",
            "first": "wtp1",
            "wtps": [f"wtp{2 - number % 2}" for number in range(HANDOVERS)],
            "schedule": {"count": bursts * burst, "burst": burst, "gap": GAP_S, "octets": OCTETS},
            "every_s": EVERY_S,
        }

    def network(self):
        """Returns the boot's topology."""
        line = LINES[self.line]
        return topology.parse(
            {
                "switches": ["swa", "swb"],
                "wtps": {
                    f"wtp{number}": {
                        "at": "swa",
                        "position": [0, number],
                        "channel": 6,
                        "airtime": line.scheduler,
                    }
                    for number in (1, 2)
                },
                "vaps": {
                    "ap": {
                        "at": "swb",
                        "standard": "n",
                        "channel": 6,
                        "credit": line.credit,
                        "security": LOADS[self.variant].security,
                    }
                },
                "stations": {"mn1": {"position": [DISTANCE_M, 0], "vap": "ap"}},
                "links": [{"between": ["swa", "swb"], "rate_mbps": 1000, "delay_us": 250}],
                "medium": {"exponent": 3},
            }
        )


def boots(line, seed, *_):
    """Returns the boots of one line and seed, one a load."""
    return [Moves(line, seed, variant) for variant in LOADS]
