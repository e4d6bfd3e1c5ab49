# SPDX-License-Identifier: Apache-2.0
"""N11: a condition begins to hold many times while sessions end and come back.

One frame makes the packet rate of an LVNF greater than 0 for one round of its node, so it is one
crossing of "GT 0" and, when that has ended, one of "EQ 0". The next frame is sent when the SDK has
told both, so the number of crossings is known whatever the machine does."""
import queue

from .. import client, restconf
from ..guest import packet_node, raw_frames
from . import queries, sdk
from .site import NODE, SOURCE, WAIT_S

EVERY_RECONNECT = 10
"""Crossings from one lost session to the next."""
NOBODY = packet_node.PORT + 1
"""A port of the node that nothing listens on."""
NODE_PATH = f"data/cloudmac-nfv:packet-nodes/packet-node={NODE}"


class _Events:
    """What the SDK has told of the triggers. quiet and busy: LVNF -> number of events."""

    def __init__(self, lvnfs):
        package = sdk.load()
        self.arrived = queue.SimpleQueue()
        self.told = {(kind, lvnf.name): 0 for kind in ("busy", "quiet") for lvnf in lvnfs}
        self.numbers = set()
        self.again = 0
        self.triggers = [
            package.packet_rate(
                lvnfs=package.EVERY,
                relation=relation,
                value=0,
                callback=lambda event, kind=kind: self.arrived.put((kind, event)),
            )
            for kind, relation in (("busy", "GT"), ("quiet", "EQ"))
        ]
        for trigger in self.triggers:
            trigger.ready.result(WAIT_S)

    def await_event(self, kind, lvnf, count):
        """Takes events until an LVNF has had so many of a kind."""
        while self.told[kind, lvnf.name] < count:
            found, event = self.arrived.get(timeout=WAIT_S)
            self.told[found, event.lvnf] += 1
            self.again += event.number in self.numbers
            self.numbers.add(event.number)

    def rest(self):
        """Takes the events that nobody has waited for."""
        while not self.arrived.empty():
            found, event = self.arrived.get()
            self.told[found, event.lvnf] += 1

    def remove(self):
        """Removes the triggers."""
        for trigger in self.triggers:
            trigger.remove().result(WAIT_S)


def _reach(site, is_reached):
    """Has the controller look for the node at its port, or where nobody is: it loses its session
    then."""
    entry = {"name": NODE, "port": packet_node.PORT if is_reached else NOBODY}
    restconf.request("PATCH", NODE_PATH, {"cloudmac-nfv:packet-node": [entry]})
    site.await_session(is_open=is_reached)


def run(site, crossings):
    """Has an LVNF cross its condition so many times, beside another one that no frame reaches.
    Returns the raw result."""
    package = sdk.load()
    lvnf = queries.place(site)
    idle = package.LVNF(lvnf.image)
    idle.cpp = site.node()
    idle.ready.result(WAIT_S)
    events, reconnects = _Events([lvnf, idle]), 0
    for one in (lvnf, idle):
        events.await_event("quiet", one, 1)
    # What has warmed up may have been the first crossing.
    began = events.told["busy", lvnf.name]
    before = package.packets_count(lvnf=lvnf).first.result(WAIT_S)[0].received
    for number in range(1, crossings + 1):
        is_lost = number % EVERY_RECONNECT == 1
        if is_lost:
            _reach(site, False)
        frame = raw_frames.ethernet(number).hex()
        client.call(raw_frames.send_these, host=SOURCE, frames=[frame])
        if is_lost:
            _reach(site, True)
            reconnects += 1
        events.await_event("busy", lvnf, began + number)
        events.await_event("quiet", lvnf, number + 1)
    after = package.packets_count(lvnf=lvnf).first.result(WAIT_S)[0].received
    events.remove()
    events.rest()
    for one in (lvnf, idle):
        one.remove().result(WAIT_S)
    return {
        "crossings": crossings,
        "frames": after - before,
        "events": events.told["busy", lvnf.name] - began,
        "quiet_events": events.told["quiet", lvnf.name] - 1,
        "idle_events": events.told["busy", idle.name],
        "told_twice": events.again,
        "reconnects": reconnects,
    }


def summary(rounds):
    """Returns N11 of the result file."""
    members = ("crossings", "frames", "events", "quiet_events", "idle_events", "told_twice")
    return {
        "runs": len(rounds),
        **{member: sum(one[member] for one in rounds) for member in members},
        "reconnects": sum(one["reconnects"] for one in rounds),
    }
