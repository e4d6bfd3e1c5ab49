# SPDX-License-Identifier: Apache-2.0
"""Declares what is compared: where frames wait, and who shares the air. Does no I/O."""
import dataclasses

from .. import topology


@dataclasses.dataclass(frozen=True)
class AirtimeLine:
    """credit: the VAP's frames wait in mac80211 until their receiver has credit of airtime;
    scheduler: the WTP shares the air; qdisc: at the access point's radio; queues: of a plain
    access point (a key of topologies), None for CloudMAC."""

    name: str
    label: str
    credit: bool = False
    scheduler: bool = False
    qdisc: str | None = None
    queues: str | None = None

    def missing(self):
        """Returns what this tree lacks for the line, None if it can be measured."""
        if self.queues and "queues" not in topology.KINDS["aps"][2]:
            return "the lab kernel's mac80211_hwsim has no parameter txq_limits"
        return None


LINES = {
    line.name: line
    for line in (
        AirtimeLine("fifo", "FIFO"),
        # The driver takes each frame at once and never stops the interface, so this qdisc has no
        # backlog to work on: all frames wait at the WTP, as with FIFO. It is here because the
        # paper has such a line, where the driver's queues stop the interface when they are full.
        AirtimeLine("fq_codel", "FQ-CoDel", qdisc="fq_codel"),
        AirtimeLine("fq_mac", "FQ-MAC", credit=True),
        AirtimeLine("airtime", "Airtime", credit=True, scheduler=True),
        AirtimeLine("plain", "plain, FQ-MAC", queues="aql"),
        AirtimeLine("plain_airtime", "plain, Airtime", queues="airtime"),
    )
}
"""The paper's four lines, and a plain access point as mainline Linux on hardware."""
QUICK = ("fifo", "airtime")


def usable(names):
    """Returns those of the lines that this tree can measure, and a message for each other."""
    found = [name for name in names if LINES[name].missing() is None]
    left = [f"{name} is left out: {LINES[name].missing()}" for name in names if name not in found]
    return found, left
