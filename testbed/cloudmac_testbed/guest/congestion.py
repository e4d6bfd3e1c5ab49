# SPDX-License-Identifier: Apache-2.0
"""Fills the links between the switches with TCP, and measures a station behind them."""
import re
import time

from .. import calls
from . import queueing, shell, traffic
from .basics import gateway

INTERVAL_S = 0.05
LOOK_S = 0.1
FULL = 0.5
"""Frames that wait in both queues of the link together, as a share of one queue, from which on the
link counts as full. A round trip waits in both. TCP's sawtooth moves frames from one queue to the
other, as each delays the other's acknowledgements."""
FULL_S = 2
DEADLINE_S = 60
WAITING = re.compile(r"backlog \S+ (\d+)p")


def backlog(switch, port):
    """Returns the number of frames that wait in the root qdisc of a port."""
    output = shell.run(switch, "tc", "-s", "qdisc", "show", "dev", port, "root")
    return int(WAITING.search(output)[1])


def sent_octets(switch, port):
    """Returns the octets that a port has sent."""
    return int(shell.run(switch, "cat", f"/sys/class/net/{port}/statistics/tx_bytes"))


class FullFor:
    """Tells for how long a link has been full. limit: frames of a queue. Does no I/O."""

    def __init__(self, limit):
        self.limit = limit
        self.since = None

    def seconds(self, now, waiting):
        """Notes the frames that wait in each queue at a time. Returns for how many seconds the
        link has been full."""
        if sum(waiting) < FULL * self.limit:
            self.since = None
        elif self.since is None:
            self.since = now
        return 0.0 if self.since is None else now - self.since


@calls.declare
def ping_behind_full_link(
    lab, name: str = "mn", cross: tuple[str, str] = ("ct1", "ct2"), count: int = 40
):
    """Pings a station's gateway as soon as the link between the switches has been full for
    FULL_S seconds, or after DEADLINE_S seconds.

    Returns ``ping``: result of traffic.ping(); ``full``: whether the link was full;
    ``waited_s``: until the first echo; ``waiting``: frames in each queue then; ``mbps``: what
    each direction of the link carried during the ping."""
    client, server = cross
    address = lab.topology.hosts[server].address.split("/")[0]
    ports = queueing.trunk_ports(lab)
    limit = next(link.queue_frames for link in lab.topology.links)
    seconds = DEADLINE_S + 10 * count * INTERVAL_S
    load = traffic.CrossTraffic(client, server, address, seconds)
    try:
        began = time.monotonic()
        full = FullFor(limit)
        while True:
            now = time.monotonic()
            waiting = [backlog(*port) for port in ports]
            is_full = full.seconds(now, waiting) >= FULL_S
            if is_full or now - began > DEADLINE_S:
                break
            time.sleep(LOOK_S)
        before, started = [sent_octets(*port) for port in ports], time.monotonic()
        ping = traffic.ping(name, gateway(lab, name), count, INTERVAL_S)
        elapsed = time.monotonic() - started
        octets = [sent_octets(*port) - then for port, then in zip(ports, before)]
    finally:
        load.end()
    return {
        "ping": ping,
        "full": is_full,
        "waited_s": round(started - began, 1),
        "waiting": waiting,
        "mbps": [round(number * 8 / elapsed / 1e6, 1) for number in octets],
    }
