# SPDX-License-Identifier: Apache-2.0
"""Measures labwire, the wire of a given rate, in virtual time.

    ct1 --- swa ==20 Mb/s, 3 ms== swb --- ct2
"""
import statistics

from conftest import plan
from cloudmac_testbed import virtual
from cloudmac_testbed.guest import round_trips

RATE_MBPS = 20
DELAY_US = 3000
TOPOLOGY = {
    "switches": ["swa", "swb"],
    "hosts": {"ct1": {"at": "swa"}, "ct2": {"at": "swb"}},
    "links": [
        {
            "between": ["swa", "swb"],
            "rate_mbps": RATE_MBPS,
            "delay_us": DELAY_US,
            "queue_frames": 50,
        }
    ],
}
FRAME = 98 + 24
"""Octets of an echo request on the wire, with preamble, frame check and gap."""


def test_rate_delay_and_queue_are_as_configured(kernel, scratch):
    """The clock is virtual, so the values are exact."""
    result = virtual.measure(
        scratch / "run", kernel, plan(TOPOLOGY), round_trips.wire, seed=1, seconds=8
    )
    idle = statistics.median(sample[2] for sample in result["idle"]["samples"])
    serialisation = FRAME * 8 / RATE_MBPS / 1000 + 2 * FRAME * 8 / 1e6
    assert abs(idle - 2 * (DELAY_US / 1000 + serialisation)) < 0.05
    # TCP's share of the rate: 1448 octets of each 1538 on the wire.
    assert 0.9 < result["mbps"] / (RATE_MBPS * 1448 / 1538) <= 1.001
    full = 50 * 1538 * 8 / RATE_MBPS / 1000
    worst = max(sample[2] for sample in result["loaded"]["samples"])
    assert 0.6 * full < worst - idle < 1.1 * full
    assert result["speed"] == f"{RATE_MBPS}Mb/s"


def test_one_seed_gives_one_result(kernel, scratch):
    """Two boots with one seed agree in every sample. Another seed differs."""
    first, second, other = (
        virtual.measure(
            scratch / f"run{number}", kernel, plan(TOPOLOGY), round_trips.wire, seed=seed, seconds=3
        )
        for number, seed in enumerate((7, 7, 8))
    )
    assert first == second
    assert first["loaded"]["samples"] != other["loaded"]["samples"]
