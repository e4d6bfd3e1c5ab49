# SPDX-License-Identifier: Apache-2.0
"""Hands a station over between WTPs that aggregate while they send to it, in virtual time.

    mn1 ))) wtp1 --- swa === swb --- ap
        ))) wtp2 -----+
"""
import collections
import statistics

import pytest
from cloudmac_testbed import airtrace, topology, virtual
from cloudmac_testbed.guest import moving

STATION = "02:00:00:00:00:00"  # hwsim's first radio
HANDOVERS = 6
QUEUES = ("vap", "queue_full", "queue_old", "queue_codel")
"""The counters of what queues drop. A handover itself must lose nothing."""
LOST_AT_MOST = 0.005
"""The mean share of the datagrams that queues drop: the load is nearly all that the link carries,
and the next WTP's rate control starts at the lowest rate, so that frames wait. Seeds 1 to 7 lost
14, 3, 69, 6, 30, 8 and 62 of 12,000. Up to 65 had waited for more than 250 ms, and CoDel dropped
up to 16. A single seed says little about the share, so only the full run judges it.
Without DELBA and the wait for the previous WTP's queue (docs/develop/agent.md) 19 % were lost."""
LEAVING_S = 0.1
"""guest/moving.py polls the VAP's channel each 0.1 s, and moves the downlink when it has changed.
Datagrams in between are lost. Measured: up to 57 ms before the downlink moves."""
BURSTS_AT_MOST = 2
"""Bursts that fall into LEAVING_S. Measured: 160 to 200 datagrams, so 8 to 10 bursts in 6
handovers."""
BURST, GAP_S = 20, 0.05
"""At 1 Mb/s, where the next WTP's rate control starts, a datagram takes 1.3 ms. So 40 of them in
50 ms made a queue, of which the VAP's mac80211 dropped one by CoDel, up to 0.3 s after a handover
(4 of 17 seeds). Bursts of 20 leave no queue (21 seeds)."""


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


def measure(parts, folder, plan, every_s, seed=1, **schedule):
    """Hands over to and fro, once in ``every_s`` seconds, while datagrams go down."""
    bursts = round((HANDOVERS + 2) * every_s / schedule["gap"])
    result = virtual.measure(
        folder,
        parts,
        plan,
        moving.moves,
        seed=seed,
        trace=True,
        name="mn1",
        first="wtp1",
        wtps=[f"wtp{2 - number % 2}" for number in range(HANDOVERS)],
        schedule={"count": bursts * schedule["burst"], **schedule},
        every_s=every_s,
    )
    assert len(result["at"]) == HANDOVERS
    frames = airtrace.read((folder / "exchange" / "air.pcapng").read_bytes())
    down = [frame for frame in frames if frame.receiver == STATION and frame.carries_data]
    assert {frame.radio for frame in down} == {"wtp1", "wtp2"}
    starts = {frame.at for frame in down}
    assert len(starts) < len(down) / 2, "the frames of an aggregate begin together"
    return result


def lost_under_load(parts, folder, seed):
    """Returns the share of datagrams that are lost while a station is handed over on one channel.
    Fails if a datagram came twice or late, or was lost where no queue has counted a drop.

    The load is 34 Mb/s, most of the link's capacity, so the previous WTP has a queue when the next
    one starts. Its older frames would move the station's window, or be dropped."""
    plan = network((6, 6), station_at=100)
    load = {"burst": 6, "gap": 0.002, "octets": 1400}
    result = measure(parts, folder, plan, 0.5, seed, **load)
    down = result["flows"]["down"]
    queued = {reason: result["drops"].get(reason, 0) for reason in QUEUES}
    print(f"seed {seed}: lost {len(down['lost'])} of {down['sent']}, dropped {queued}")
    assert not down["twice"] and not down["late"]
    assert len(down["lost"]) <= sum(queued.values()), "the handover itself lost datagrams"
    return len(down["lost"]) / down["sent"]


def test_handovers_on_one_channel_under_load(radio_parts, scratch, nothing_left):
    lost_under_load(radio_parts, scratch / "run", 1)


@pytest.mark.full
def test_handovers_under_load_lose_half_a_percent_in_the_mean_of_seeds(
    radio_parts, scratch, nothing_left
):
    shares = [lost_under_load(radio_parts, scratch / str(seed), seed) for seed in range(1, 9)]
    assert statistics.mean(shares) <= LOST_AT_MOST


def test_nothing_is_held_up_on_another_channel(radio_parts, scratch, nothing_left):
    """Datagrams are lost only while the VAP and the station change the channel."""
    plan = network((1, 6), station_at=5)
    result = measure(radio_parts, scratch / "run", plan, 1, burst=BURST, gap=GAP_S)
    down = result["flows"]["down"]
    assert not down["twice"] and not down["late"]
    ends = result["at"]
    lost = collections.Counter(
        next((end for end in ends if end - LEAVING_S < number // BURST * GAP_S < end), "between")
        for number in down["lost"]
    )
    print(f"lost {len(down['lost'])} of {down['sent']}: {dict(lost)}")
    assert not lost["between"], f"lost between handovers at {ends}: {down['lost']}"
    assert max(lost.values(), default=0) <= BURSTS_AT_MOST * BURST
