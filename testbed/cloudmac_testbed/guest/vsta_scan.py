# SPDX-License-Identifier: Apache-2.0
"""Measures a virtual station's stream and telephone call while another one on the same radio scans."""
import concurrent.futures
import time

from .. import calls
from . import medium_client, station, telephone, timing, traffic, vsta
from .basics import gateway, join, peer

BEFORE_S = 2
"""Seconds of traffic before the first scan."""
PAUSE_S = 1
"""Between two scans: less than a WTP remembers beacons."""
BAND = tuple(range(2412, 2463, 5))
SCANS = {"all": (), "band": BAND, "again": BAND}
"""Scan -> frequencies, none for all that the radio has, in the order of the scans."""
VOICE = 0xC0
"""Type of service of calls: mac80211 sends them as AC_VO."""


@calls.declare
def measure(
    lab,
    streamer: str,
    scanner: str,
    schedule: timing.Schedule,
    idle: bool = False,
):
    """Streams datagrams to a station and has it telephone, while another one carries out SCANS.
    idle: it does not scan.

    schedule: of the stream. Returns ``addresses``, ``flows``: way -> timing.account(), ``call`` by
    telephone.Call, ``scans``: scan -> result of vsta.scan(), and ``in_time``: whether the stream was
    there until the last scan ended. The frames during a scan are in the trace of its name."""
    joined = {name: join(lab, name) for name in (streamer, scanner)}
    server = peer(lab, streamer).name
    here, there = joined[streamer]["address"], gateway(lab, streamer)
    for name in joined:
        traffic.ping(name, gateway(lab, name), 3)  # ARP
    lasts = schedule["count"] / schedule.get("burst", 1) * schedule["gap"]
    begin = time.monotonic() + timing.SETTLE_S
    finish = timing.start_flow("down", server, streamer, here, schedule, begin)
    call = telephone.Call([(streamer, here), (server, there)], lasts, tos=VOICE)
    found = {}
    ended = begin

    def scan():
        nonlocal ended
        time.sleep(max(0, begin + BEFORE_S - time.monotonic()))
        for which, frequencies in SCANS.items():
            with medium_client.traced(which):
                found[which] = vsta.scan(scanner, frequencies)
            ended = time.monotonic()
            time.sleep(PAUSE_S)

    with concurrent.futures.ThreadPoolExecutor() as pool:
        scanning = None if idle else pool.submit(scan)
        flows = {"down": finish()}
        if scanning:
            scanning.result()
    return {
        "addresses": {name: station.address(name) for name in joined},
        "flows": flows,
        "call": call.result(),
        "scans": found,
        "in_time": ended < begin + lasts,
    }
