# SPDX-License-Identifier: Apache-2.0
"""Measures a virtual station's stream and telephone call while another one on the same radio scans."""
import threading
import time

from .. import calls
from . import medium_client, station, telephone, timing, traffic, vsta
from .basics import gateway, join, peer

BEFORE_S = 2
"""Seconds of traffic before the first scan."""
PAUSE_S = 1
"""Between two scans: less than a WTP remembers beacons."""
VOICE = 0xC0
"""Type of service of calls: mac80211 sends them as AC_VO."""


def trace_of(number):
    """Returns the name of the trace of a scan."""
    return f"scan{number}"


@calls.declare
def measure(
    lab,
    streamer: str,
    scanner: str,
    schedule: timing.Schedule,
    scans: int,
    idle: bool = False,
):
    """Streams datagrams to a station and has it telephone, while another one scans all channels
    ``scans`` times. idle: it does not scan.

    schedule: of the stream. Returns ``addresses``, ``flows``: way -> timing.account(), ``call`` by
    telephone.Call, and ``scans``: results of vsta.scan(). The frames during each scan are in the
    trace scanN."""
    joined = {name: join(lab, name) for name in (streamer, scanner)}
    server = peer(lab, streamer).name
    here, there = joined[streamer]["address"], gateway(lab, streamer)
    for name in joined:
        traffic.ping(name, gateway(lab, name), 3)  # ARP
    lasts = schedule["count"] / schedule.get("burst", 1) * schedule["gap"]
    begin = time.monotonic() + timing.SETTLE_S
    finish = timing.start_flow("down", server, streamer, here, schedule, begin)
    call = telephone.Call([(streamer, here), (server, there)], lasts, tos=VOICE)
    found = []

    def scan():
        time.sleep(max(0, begin + BEFORE_S - time.monotonic()))
        for number in range(scans):
            with medium_client.traced(trace_of(number)):
                found.append(vsta.scan(scanner))
            time.sleep(PAUSE_S)

    scanning = threading.Thread(target=scan)
    if not idle:
        scanning.start()
    flows = {"down": finish()}
    if not idle:
        scanning.join()
    return {
        "addresses": {name: station.address(name) for name in joined},
        "flows": flows,
        "call": call.result(),
        "scans": found,
    }
