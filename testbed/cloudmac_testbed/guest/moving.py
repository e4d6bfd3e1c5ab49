# SPDX-License-Identifier: Apache-2.0
"""Handovers in virtual time, without a controller.

This module installs the rules in the WTPs' switch and changes the VAP's channel, in the
controller's order. Both WTPs hold the VAP's lease all the time and forward all frames."""
import collections
import re
import threading
import time
from collections.abc import Sequence

from .. import calls
from . import agent_client, shell, station, switch
from .basics import join
from .timing import PHYS, SETTLE_S, Schedule, start_flow
from .vap import folder
from .wtp import frequency

FREQUENCY = re.compile(r"\((\d+) MHz\)")
BEACONS = "5"
"""Number of beacons that announce a channel switch."""


class Steering:
    """Directs a station's downlink frames to one of the WTPs of a switch."""

    def __init__(self, lab, name):
        self.lab = lab
        self.vap = lab.topology.hosts[name].options["vap"]
        self.interface = lab.vap_interfaces[self.vap]
        self.address = station.address(name)
        self.wtps = {host.name: host for host in lab.topology.of_kind("wtp")}

    def to(self, wtp):
        host = self.wtps[wtp]
        words = f"priority=9,dl_type=0x1337,dl_dst={self.address},actions=output:{wtp}"
        switch.openflow(host.options["at"], "add-flow", words)

    def hand_over(self, wtp):
        """Hands a station over; switches its VAP's channel first if the WTP has another one."""
        mhz = frequency(self.wtps[wtp].options["channel"])
        if self.frequency() != mhz:
            control = folder(self.vap) / "control"
            shell.run(self.vap, "hostapd_cli", "-p", control, "chan_switch", BEACONS, mhz, "ht")
            shell.wait_for(f"the VAP to be on {mhz} MHz", lambda: self.frequency() == mhz)
        self.to(wtp)

    def frequency(self):
        """Returns the VAP's frequency in MHz by its kernel; hostapd reports the next one early."""
        said = shell.run(self.vap, "iw", "dev", self.interface, "info")
        return int(FREQUENCY.search(said)[1])

    def drops(self):
        """Returns how many frames were dropped so far: by the VAP's mac80211, which has CoDel for each
        flow ("vap"), and by the WTPs' agents, reason by reason."""
        found = collections.Counter(vap=self._dropped_by_vap())
        for name in self.wtps:
            found.update(agent_client.call(self.lab, wtp=name, method="stats")["drops"])
        return found

    def _dropped_by_vap(self):
        phy = shell.run(self.vap, "cat", f"/sys/class/net/{self.interface}/phy80211/name").strip()
        place = PHYS / phy / f"netdev:{self.interface}" / "stations" / self.address
        head, *rows = (place / "aqm").read_text().splitlines()
        at = head.split().index("drops")
        return sum(int(row.split()[at]) for row in rows)


@calls.declare
def moves(lab, name: str, first: str, wtps: Sequence[str], schedule: Schedule, every_s: float):
    """Hands a station over to each of ``wtps`` in turn, in the middle of bursts.

    first: the WTP where it joins; schedule: of the datagrams to it; every_s: seconds
    between two handovers. Returns ``flows`` by timing.account(), ``drops``: reason -> frames that
    queues dropped meanwhile, and for each handover ``at``: seconds after the first datagram."""
    steering = Steering(lab, name)
    steering.to(first)
    joined = join(lab, name)
    shell.run(steering.vap, "ping", "-c", "1", joined["address"])  # ARP
    before = steering.drops()
    begin = time.monotonic() + SETTLE_S
    finish = start_flow("down", steering.vap, name, joined["address"], schedule, begin)
    at = []

    def move():
        for number, wtp in enumerate(wtps, 1):
            # 0 to 7 ms after the burst begins.
            time.sleep(max(0, begin + number * every_s + number % 8 / 1000 - time.monotonic()))
            steering.hand_over(wtp)
            at.append(round(time.monotonic() - begin, 4))

    mover = threading.Thread(target=move)
    mover.start()
    result = finish()
    mover.join()
    if len(at) != len(wtps):
        raise shell.CommandFailed(f"{len(at)} of {len(wtps)} handovers were done")
    drops = steering.drops() - before
    return {"joined": joined, "flows": {"down": result}, "drops": dict(drops), "at": at}
