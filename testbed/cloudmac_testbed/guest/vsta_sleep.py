# SPDX-License-Identifier: Apache-2.0
"""Measures a virtual station's streams while another one on the same radio naps, or has another
power or rate."""
import concurrent.futures
import time
from typing import Literal

from .. import calls
from . import goodput, medium_client, shell, station, timing, traffic
from .basics import gateway, join, peer

TRACE = "sleep"
BEFORE_S = 1
Habit = Literal["awake", "naps", "power", "rate"]
LOW_DBM = 5
FIXED_MBPS, STREAM_MBPS = 6, 36
NAPS = 20
PING_INTERVAL_S = 0.1


def _habit(name, habit, count):
    """Carries out the habit of a station."""
    if habit == "power":
        shell.run(name, "iw", "dev", station.INTERFACE, "set", "txpower", "fixed", 100 * LOW_DBM)
    elif habit == "rate":
        goodput.fix_rate(name, station.INTERFACE, FIXED_MBPS)
    elif habit == "naps":
        for _ in range(count):
            timing.doze(name, True)
            time.sleep(timing.NAP_S)
            timing.doze(name, False)
            time.sleep(timing.NAP_GAP_S - timing.NAP_S)


@calls.declare
def measure(lab, streamer: str, other: str, habit: Habit, schedule: timing.Schedule):
    """Streams datagrams to a station and from it, while another one pings and has a habit: it stays
    awake, naps NAPS times, lowers its power, or fixes its rate. The streaming station's rate is fixed
    too, because rate control samples at random.

    Returns ``addresses``, ``bssid``, ``flows``: way -> timing.account(), and pings ``sent`` and
    ``lost`` of the ``other`` station. The frames are in the trace TRACE."""
    joined = {name: join(lab, name) for name in (streamer, other)}
    for name in joined:
        traffic.ping(name, gateway(lab, name), 3)  # ARP
    goodput.fix_rate(streamer, station.INTERFACE, STREAM_MBPS)
    with medium_client.traced(TRACE):
        begin = time.monotonic() + timing.SETTLE_S
        finishing = {
            way: timing.start_flow(way, *_ends(lab, streamer, way, joined), schedule, begin)
            for way in ("up", "down")
        }
        time.sleep(max(0, begin + BEFORE_S - time.monotonic()))
        count = round(schedule["count"] * schedule["gap"] / PING_INTERVAL_S)
        ping = traffic.start_ping(other, gateway(lab, other), count, PING_INTERVAL_S)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            acting = pool.submit(_habit, other, habit, NAPS)
            flows = {way: one() for way, one in finishing.items()}
            acting.result()
        pinged = traffic.ping_result(ping)
    return {
        "addresses": {name: station.address(name) for name in joined},
        "bssid": joined[streamer]["bssid"],
        "flows": flows,
        "other": {key: pinged[key] for key in ("sent", "lost")},
    }


def _ends(lab, name, way, joined):
    """Returns sender, receiver and the receiver's address of one way of a station's stream."""
    server, there = peer(lab, name).name, gateway(lab, name)
    return (name, server, there) if way == "up" else (server, name, joined[name]["address"])
