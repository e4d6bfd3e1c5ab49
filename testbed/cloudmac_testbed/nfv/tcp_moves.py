# SPDX-License-Identifier: Apache-2.0
"""N7, its part with TCP: a function moves under a flow, first by one assignment, then as in the
paper, and the same flow without a move."""
import math
import time

from .. import client
from ..errors import LabError
from ..guest import paced_tcp
from . import moves, sdk
from .site import NODES, SINK, SOURCE, WAIT_S

MBPS = 8
"""Half of what the lab's only processor carries."""
KINDS = ("unmoved", "moved", "paper")
FIRST_S, EVERY_S, MOVES = 5, 20, 2
REST_S = 20
BIN_S = 0.1
SILENCE = 0.05
"""A bin with less than this part of the mean is silent."""
WINDOW = 10
"""Bins of a dip: one second, as the paper draws it."""
SCRIPT = """
in_0 -> there :: Counter -> out_1;
in_1 -> back :: Counter -> out_0;
"""
HANDLERS = {"there": "there.count", "back": "back.count"}
LINGER_S = 2
"""The old function is removed this long after frames have left it, as in our moves."""


class _Counter:
    """A function that counts the frames of both directions between two hosts."""

    def __init__(self, site):
        package = sdk.load()
        self.site, self.flow = site, package.make_wild_card_flow()
        self.image = package.Image(vnf=SCRIPT, nb_ports=2, handlers=list(HANDLERS.items()))
        self.source = site.source(SOURCE)
        self.source.answers[self.flow] = site.source(SINK)
        self.lvnf = self._spawned(NODES[0])
        self._lead()
        self.reports, self.copied = [], []

    def _spawned(self, node):
        lvnf = sdk.load().LVNF(self.image)
        lvnf.cpp = self.site.node(node)
        lvnf.ready.result(WAIT_S)
        return lvnf

    def _lead(self):
        self.source.next[self.flow] = self.lvnf.ports[0]
        self.source.chain(self.flow).result(WAIT_S)

    def move(self, node):
        """Moves the function by one assignment."""
        self.lvnf.cpp = self.site.node(node)
        self.lvnf.ready.result(WAIT_S)
        self.reports.append(moves.migration(self.lvnf))

    def move_as_paper(self, node):
        """Moves the function as the paper describes: pause it, copy its state to an LVNF that already
        runs at the other node, lead frames there, resume the old one, and remove it."""
        old, new = self.lvnf, self._spawned(node)
        old.pause().result(WAIT_S)
        for name in HANDLERS:
            value = getattr(old, name)().result(WAIT_S)
            getattr(new, name)(value=value).result(WAIT_S)
            self.copied.append(getattr(new, name)().result(WAIT_S) == value)
        self.lvnf = new
        self._lead()
        old.resume().result(WAIT_S)
        time.sleep(LINGER_S)
        old.remove().result(WAIT_S)

    def remove(self):
        """Ends the chain and the function."""
        del self.source.next[self.flow]
        del self.source.answers[self.flow]
        self.lvnf.remove().result(WAIT_S)


def _flow(site, move, count):
    """Has a flow while ``move(node)`` is called so many times. Returns paced_tcp.finish()."""
    address = site.network.hosts[SINK].address.partition("/")[0]
    seconds = FIRST_S + (count - 1) * EVERY_S + REST_S
    given = {"host": SOURCE, "server": SINK, "address": address}
    client.call(paced_tcp.start, mbps=MBPS, seconds=seconds, **given)
    began = time.monotonic()
    for number in range(count):
        time.sleep(max(0, began + FIRST_S + number * EVERY_S - time.monotonic()))
        move(NODES[(number + 1) % len(NODES)])
    if time.monotonic() > began + seconds - BIN_S * WINDOW:
        raise LabError(f"a move ended after its flow of {seconds} s")
    return client.call(paced_tcp.finish, host=SOURCE)


def run(site, count=MOVES):
    """Moves a function under TCP so many times in each way. Returns the raw result."""
    counter = _Counter(site)
    found = {
        "unmoved": _flow(site, lambda node: None, count),
        "moved": _flow(site, counter.move, count),
        "paper": _flow(site, counter.move_as_paper, count),
    }
    counter.remove()
    return found | {"moves": counter.reports, "paper_copied": counter.copied}


def bins(intervals):
    """Returns the octets in each BIN_S of a flow. intervals: see paced_tcp.finish(). They do not end
    exactly on a bin, so their octets are spread over their time."""
    found = [0.0] * math.ceil(intervals[-1][1] / BIN_S)
    for begin, end, octets in intervals:
        at = int(begin / BIN_S)
        while at < len(found) and at * BIN_S < end:
            shared = min(end, (at + 1) * BIN_S) - max(begin, at * BIN_S)
            found[at] += octets * shared / (end - begin)
            at += 1
    return found


def inner(flow):
    """Returns the bins of a flow but for its first second and its last two, where it begins and
    ends."""
    return bins(flow["intervals"])[WINDOW : -2 * WINDOW]


def dip(octets):
    """Returns how far the lowest second of a flow is below its mean, as a part of the mean, and
    its longest silence in ms. octets: of each bin."""
    seconds = [sum(octets[at : at + WINDOW]) for at in range(len(octets) - WINDOW + 1)]
    mean = sum(octets) / len(octets) * WINDOW
    silent = longest = 0
    for one in octets:
        silent = 0 if one > SILENCE * mean / WINDOW else silent + 1
        longest = max(longest, silent)
    return round(1 - min(seconds) / mean, 4), round(1000 * longest * BIN_S)


def _row(flows):
    """Returns what a result file has of the flows of one kind."""
    found = [inner(flow) for flow in flows]
    dips = [dip(octets) for octets in found]
    seconds = sum(map(len, found)) * BIN_S
    return {
        "mbps": round(sum(map(sum, found)) * 8 / seconds / 1e6, 2),
        "dips": sorted(part for part, _ in dips),
        "silence_ms": max(silent for _, silent in dips),
        "retransmits": sum(flow["retransmits"] for flow in flows),
    }


def summary(rounds):
    """Returns {"tcp": that part of N7 of the result file}, or {} without it."""
    flows = [one["tcp"] for one in rounds if "tcp" in one]
    if not flows:
        return {}
    reports = [report for one in flows for report in one["moves"]]
    found = {kind: _row([one[kind] for one in flows]) for kind in KINDS}
    found |= {
        "offered_mbps": MBPS,
        "moves": len(reports),
        "done": sum(report["state"] == "moved" for report in reports),
        "hold_ms": sorted(report["hold_ms"] for report in reports),
        "paper_copied": all(equal for one in flows for equal in one["paper_copied"]),
    }
    return {"tcp": found}
