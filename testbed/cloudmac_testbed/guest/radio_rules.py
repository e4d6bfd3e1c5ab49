# SPDX-License-Identifier: Apache-2.0
"""Sends frames of one length and user priority to stations, for tests of radio rules."""
from collections.abc import Sequence
from typing import TypedDict

from cloudmac_wire.tag import RadioTag

from .. import calls
from . import goodput, station, switch, traffic
from .basics import join, peer

INTERVAL_S = 0.05
RULE = 50000
"""Priority of the flow rule, above that of learning."""


class Step(TypedDict):
    """Pings that the stations get after a flow rule has changed. level, rate: what the rule writes
    into the tag; None: there is no rule. octets: of payload."""

    octets: int
    level: int | None
    rate: int | None


@calls.declare
def fix_rates(lab, name: str, address: str, mbps: int):
    """Fixes the rates of a station and of its access point, so that only rules change them. Pings the
    station: minstrel applies a fixed rate with its next update, after a TX status."""
    goodput.fix_rates(lab, name, mbps)
    for priority in range(8):
        send(lab, name, address, 2, 56, priority)


@calls.declare
def send(lab, name: str, address: str, count: int, octets: int, priority: int):
    """Pings a station from its VAP with ``octets`` of payload, in frames of a user priority. Returns
    the number of losses."""
    # The user priority is the upper three bits of an IP header's TOS.
    words = ("-s", octets, "-Q", priority << 5)
    return traffic.counted_ping(peer(lab, name).name, address, count, INTERVAL_S, *words)["lost"]


def _change(at, receiver, bssid, priority, step):
    """Replaces the rule at a switch for frames to a receiver."""
    vap = int(bssid.replace(":", "")[-4:], 16)
    before = RadioTag(level=0, rate=0, priority=priority, vap=vap).build().hex(":")
    match = f"dl_type=0x1337,dl_dst={receiver},dl_src={before}/ff:00:00:ff:ff:ff"
    switch.openflow(at, "del-flows", match)
    if step["rate"] is not None:
        after = RadioTag(step["level"], step["rate"], priority, vap=vap).build().hex(":")
        switch.openflow(
            at, "add-flow", f"priority={RULE},{match},actions=set_field:{after}->eth_src,NORMAL"
        )
    # The kernel's cache of flows may still have the former actions.
    switch.tool(at, "ovs-appctl", "revalidator/wait")


@calls.declare
def change(
    lab,
    names: Sequence[str],
    mbps: int,
    ruled: int,
    priorities: Sequence[int],
    count: int,
    steps: Sequence[Step],
):
    """Changes the flow rule for frames of user priority ``ruled`` to the first station, at the
    VAP's switch. After each step all stations get ``count`` pings of each user priority. Returns the
    addresses of the stations' radios, and the losses."""
    joined = {name: join(lab, name) for name in names}
    for name in names:
        fix_rates(lab, name, joined[name]["address"], mbps)
    receivers = [station.address(name) for name in names]
    at = peer(lab, names[0]).options["at"]
    lost = 0
    for step in steps:
        _change(at, receivers[0], joined[names[0]]["bssid"], ruled, step)
        for name in names:
            for priority in priorities:
                address = joined[name]["address"]
                lost += send(lab, name, address, count, step["octets"], priority)
    return {"receivers": receivers, "lost": lost}
