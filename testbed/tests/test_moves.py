# SPDX-License-Identifier: Apache-2.0
"""Handovers between WTPs that aggregate, in the middle of what is sent, in virtual time.

    mn1 ))) wtp1 --- swa === swb --- ap
        ))) wtp2 -----+
"""
import pytest
from cloudmac_testbed import topology, virtual

pytestmark = pytest.mark.slow

HANDOVERS = 8
EVERY_S = 0.5
SWITCH_S = 1
GAP_S = 0.05
OCTETS = 4


def network(channels, station_at):
    return topology.parse(
        {
            "switches": ["swa", "swb"],
            "wtps": {
                f"wtp{number}": {"at": "swa", "position": [0, number], "channel": channel}
                for number, channel in enumerate(channels, 1)
            },
            "vaps": {"ap": {"at": "swb", "standard": "n", "channel": channels[0]}},
            "stations": {"mn1": {"position": [station_at, 0], "vap": "ap"}},
            "links": [{"between": ["swa", "swb"], "rate_mbps": 1000, "delay_us": 250}],
            "medium": {"exponent": 3},
        }
    )


def measure(parts, folder, channels, burst, station_at=5):
    every_s = EVERY_S if len(set(channels)) == 1 else SWITCH_S
    count = round((HANDOVERS + 2) * every_s / GAP_S) * burst
    result = virtual.measure(
        folder,
        parts,
        network(channels, station_at),
        "moves",
        seed=1,
        trace=True,
        name="mn1",
        first="wtp1",
        wtps=[f"wtp{2 - number % 2}" for number in range(HANDOVERS)],
        schedule={"count": count, "burst": burst, "gap": GAP_S, "octets": OCTETS},
        every_s=every_s,
    )
    assert len(result["at"]) == HANDOVERS
    return result
