# SPDX-License-Identifier: Apache-2.0
"""N19 in the network: a daemon or the controller is killed while a function moves, and a packet node
loses its power while frames pass a function there. ``MigrationPropertyTest`` of cloudmac-impl covers
each step, and ``test_program_failures.py`` of packet-node covers programs that end."""
import collections
import time

from .. import client, restconf
from ..errors import LabError
from ..guest import packet_node, raw_frames
from . import sdk
from .handlers import STATION
from .site import NODES, SOURCE, WAIT_S

OLD, NEW, CONTROLLER = "daemon of the old node", "daemon of the new node", "controller"
VICTIMS = (OLD, NEW, CONTROLLER)
NODE = "packet node"
BYPASS_MS = 3000
"""After a node has lost its power, frames pass unprocessed within this time."""
STEPS = (
    *("prepare", "lay", "copy", "expect", "steer", "settle", "mark", "relay", "follow", "pass"),
    *("release", "drain", "clean"),
)
"""Of a move, in their order."""
TARGETS = ("prepare", "copy", "steer", "relay", "drain")
"""Steps at which something is killed, in turns, or at the next one that is seen: some are short."""
GAP_S = 0.005
ENDS, AT_WORK = ("moved", "stayed"), "at work"
AT_REST = ("ready", "failed")
"""A function whose move has failed has status failed, and works at the old node."""
BEFORE_S, LOST_S = 1, 10
"""How long frames pass before a node loses its power, and after that."""
AFTER = 200
"""Frames that have to pass when all is over."""
SETTLE_S = 120
"""Limit for a restarted controller to settle."""


def _kill(victim):
    """Kills something and starts it again."""
    if victim == CONTROLLER:
        client.program("controller", "kill")
        client.program("controller", "start")
        return
    node = NODES[victim == NEW]
    client.call(packet_node.kill, name=node)
    client.call(packet_node.start, name=node)


def _places():
    """Returns the nodes whose switch has ports of LVNFs."""
    return [name for name in NODES if client.call(packet_node.lvnf_ports, name=name)]


def _ended(lvnf):
    """Returns the controller's state of an LVNF that is at rest at one node, or None."""
    found = restconf.lvnf(lvnf.tenant.name, lvnf.name)
    migration = found.get("migration", {}).get("state", "moved")
    is_at_rest = found.get("status") in AT_REST and migration in ENDS
    return found if is_at_rest and _places() == [found["packet-node"]] else None


def lost_of(numbers, sent):
    """Returns (frames lost of 0 to sent - 1, the longest run of them). numbers: of those that
    arrived."""
    arrived = set(numbers)
    lost = run = longest = 0
    for number in range(sent):
        run = 0 if number in arrived else run + 1
        lost += number not in arrived
        longest = max(longest, run)
    return lost, longest


class _Stream:
    """Numbered frames from the source to the sink, as a context manager that ends them.

    start: the call that begins them. found: what has become of them, {} before the end."""

    def __init__(self, site, start, **given):
        self.site = site
        client.call(start, host=SOURCE, gap_s=GAP_S, **given)
        self.began, self.found = time.monotonic(), {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        sent = client.call(raw_frames.stop_stream, host=SOURCE)
        gap_ms = 1000 * (time.monotonic() - self.began) / max(sent, 1)
        passed = [raw_frames.number_of(frame) for frame in self.site.seen(sent, 5)]
        lost, in_a_row = lost_of(passed, sent)
        self.found = {
            "frames": sent,
            "lost": lost,
            "lost_ms": round(gap_ms * in_a_row),
            "twice": sum(count - 1 for count in collections.Counter(passed).values()),
        }


def _seen_step(lvnf, target):
    """Waits until a move is at a step or past it. Returns the step that was seen."""

    def found():
        state = restconf.lvnf(lvnf.tenant.name, lvnf.name).get("migration", {}).get("state")
        past = STEPS[STEPS.index(target) :]
        return state if state in past or state in ENDS else None

    return restconf.wait_for(f"a move in step {target}", found, WAIT_S, pause=0)


def _await_rest(site, lvnf, about):
    """Waits until a function is at rest at one node. Returns the controller's state of it. If it does
    not come to rest, that has no node, and the reason in place of the move's state."""
    try:
        for name in NODES:
            site.await_session(name, seconds=SETTLE_S)
        return restconf.wait_for(about, lambda: _ended(lvnf), SETTLE_S)
    except LabError as error:
        return {"migration": {"state": str(error)}}


def _pass_later(site, lvnf):
    """Sends frames through a duplicate filter that has forgotten the former ones, which had the same
    sequence numbers. Returns how many arrive."""
    lvnf.dupes_table(delete=list(lvnf.dupes_table().result(WAIT_S))).result(WAIT_S)
    later = [raw_frames.wrapped(number, STATION, number) for number in range(AFTER)]
    return len(site.arrived(later, AFTER))


def _one(site, victim, target):
    """Kills something during a move, at a step or right after it. Returns what has become of it."""
    lvnf = sdk.example("duplicate_filter").program(site.node(NODES[0]))
    site.lead(lvnf)
    site.warm([raw_frames.wrapped(0, STATION, 0xFFF)])
    with _Stream(site, raw_frames.start_stream, transmitter=STATION) as stream:
        lvnf.cpp = site.node(NODES[1])
        step = _seen_step(lvnf, target)
        _kill(victim)
        ended = _await_rest(site, lvnf, "the function to be at one node")
    after = _pass_later(site, lvnf) if "packet-node" in ended else 0
    lvnf.remove().result(WAIT_S)
    return {
        "victim": victim,
        "target": target,
        "step": step,
        "end": ended.get("migration", {}).get("state", "not told"),
        "at": ended.get("packet-node", ""),
        **stream.found,
        "after": after,
        "left_over": _places(),
    }


def _lose_node(site):
    """Has a packet node lose its power under frames, and get it back. Returns what has become of
    it."""
    lvnf = sdk.example("null_function").program(site.node(NODES[1]))
    lvnf.ready.result(WAIT_S)
    site.lead(lvnf)
    site.warm([raw_frames.ethernet(0)])
    with _Stream(site, raw_frames.start_numbered) as stream:
        time.sleep(BEFORE_S)
        client.call(packet_node.lose, name=NODES[1])
        time.sleep(LOST_S)
    client.call(packet_node.recover, name=NODES[1])
    site.await_session(NODES[1], seconds=SETTLE_S)
    counted = lvnf.counters().result(WAIT_S)[0].packets_in
    site.source(SOURCE).chain(sdk.load().make_wild_card_flow()).result(WAIT_S)
    after = len(site.arrived([raw_frames.ethernet(number) for number in range(AFTER)], AFTER))
    processed = lvnf.counters().result(WAIT_S)[0].packets_in - counted
    lvnf.remove().result(WAIT_S)
    return {
        "victim": NODE,
        "step": AT_WORK,
        "end": "processed again" if processed == AFTER else f"{processed} processed later",
        **stream.found,
        "after": after,
        "left_over": _places(),
    }


def run(site, number, is_small):
    """Kills each victim once during a move, and takes a node's power. number: of the round; is_small:
    one victim alone. Returns the raw result."""
    found = [
        _one(site, victim, TARGETS[(number + turn) % len(TARGETS)])
        for turn, victim in enumerate(VICTIMS[:1] if is_small else VICTIMS)
    ]
    return found if is_small else [*found, _lose_node(site)]


def is_during(one):
    """Returns whether what was killed had something to do: a move was under way, or frames passed."""
    return one["step"] not in ENDS


def is_as_wanted(one):
    """Returns whether a function goes on at one node, leaves nothing over, and loses no frame that it
    need not lose: frames on their way to the old node are lost with the controller, and those at a
    node with its power."""
    if one["after"] != AFTER or one["left_over"] or one["twice"]:
        return False
    if one["victim"] == CONTROLLER:
        return one["end"] == "not told"
    if one["victim"] == NODE:
        return one["end"] == "processed again" and 0 < one["lost_ms"] < BYPASS_MS
    return one["end"] in ENDS and not one["lost"]


def summary(rounds):
    """Returns N19 of the result file."""
    every = [one for found in rounds for one in found]

    def row(victim):
        some = [one for one in every if one["victim"] == victim]
        return {
            "kills": len(some),
            "as_wanted": sum(map(is_as_wanted, some)),
            "during": sum(map(is_during, some)),
            "steps": dict(collections.Counter(one["step"] for one in some)),
            "ends": dict(collections.Counter(one["end"] for one in some)),
            "lost": sum(one["lost"] for one in some),
            "lost_ms": sorted(one["lost_ms"] for one in some),
        }

    return {
        "runs": len(rounds),
        "kills": len(every),
        "as_wanted": sum(map(is_as_wanted, every)),
        "frames": sum(one["frames"] for one in every),
        "victims": {victim: row(victim) for victim in {one["victim"]: None for one in every}},
        "rounds": rounds,
    }
