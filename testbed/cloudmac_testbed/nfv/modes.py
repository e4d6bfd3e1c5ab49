# SPDX-License-Identifier: Apache-2.0
"""N3: 1,001 full frames meet an LVNF in each mode, with the daemon alive and killed."""
from .. import client, restconf
from ..guest import network, raw_frames
from . import sdk
from .site import SINK, SOURCE, WAIT_S

SCRIPT = "in_0 -> c :: Counter -> out_1; in_1 -> out_0;"
FULL = network.WIRED_MTU + 14
"""Octets of the longest frame, by which a plug has room."""
SENT, KEPT = 1001, 1000


class _Function:
    """An LVNF that counts, in the way of the frames."""

    def __init__(self, site):
        package = sdk.load()
        self.site = site
        image = package.Image(vnf=SCRIPT, nb_ports=2, handlers=[("count", "c.count")])
        self.lvnf = package.LVNF(image)
        self.lvnf.cpp = site.node()
        site.lead(self.lvnf)
        site.warm([raw_frames.ethernet(0)])

    def count(self):
        """Returns how many frames the image has processed."""
        return self.lvnf.count().result(WAIT_S)[0]

    def mode(self):
        """Returns the mode at the node, when the controller has asked it."""

        def ready():
            state = self.lvnf.state().result(WAIT_S)
            return state if state.status == "ready" else None

        return restconf.wait_for("the controller to find the LVNF as configured", ready).mode

    def plug(self):
        """Returns the frames that wait at the first port, and those that were dropped there."""
        port = self.lvnf.counters().result(WAIT_S)[0]
        return port.waiting, port.dropped

    @staticmethod
    def send(count):
        client.call(raw_frames.watch, host=SINK)
        client.call(raw_frames.send, host=SOURCE, count=count, octets=FULL)

    @staticmethod
    def passed(count):
        """Returns (number, octets) of the frames that arrive."""
        found = client.call(raw_frames.seen, host=SINK, count=count)
        return [(raw_frames.number_of(bytes.fromhex(head)), octets) for octets, head in found]

    def to(self, mode):
        """Changes the mode by the SDK's call."""
        {"running": self.lvnf.resume, "stopped": self.lvnf.pause, "bypass": self.lvnf.flush}[
            mode
        ]().result(WAIT_S)


def _phase(function, mode, then, is_killed=False):
    """Has 1,001 full frames meet the LVNF in a mode, and changes the mode to ``then``. Returns what
    became of them. is_killed: the daemon is dead when they come."""
    function.to("running")
    function.to(mode)
    before, (_, dropped_before) = function.count(), function.plug()
    if is_killed:
        function.site.kill_daemon()
    function.send(SENT)
    early = len(function.passed(0 if mode == "stopped" else SENT))
    if is_killed:
        function.site.restart_daemon()
    mode_now = function.mode()
    waiting, dropped = function.plug()
    function.to(then)
    passed = function.passed(KEPT)
    return {
        "mode": mode_now,
        "passed_at_once": early,
        "waited": waiting,
        "dropped": dropped - dropped_before,
        "passed": len(passed),
        "in_order": passed == [(number, FULL) for number in range(len(passed))],
        "processed": function.count() - before,
    }


PHASES = {
    "pause, resume": ("stopped", "running", False),
    "pause, flush": ("stopped", "bypass", False),
    "flush": ("bypass", "bypass", False),
    "killed, running": ("running", "running", True),
    "killed, stopped": ("stopped", "running", True),
    "killed, bypass": ("bypass", "bypass", True),
}
"""Name -> mode in which the frames come, mode after that, whether the daemon is dead."""


def is_as_wanted(name, found):
    """Returns whether a phase's frames did what they should."""
    mode, then, _ = PHASES[name]
    waits = mode == "stopped"
    kept = KEPT if waits else SENT
    return (
        found["in_order"]
        and found["mode"] == mode
        and {
            key: found[key]
            for key in ("passed_at_once", "waited", "dropped", "passed", "processed")
        }
        == {
            "passed_at_once": 0 if waits else SENT,
            "waited": KEPT if waits else 0,
            "dropped": SENT - KEPT if waits else 0,
            "passed": kept,
            "processed": kept if then == "running" else 0,
        }
    )


def run(site):
    """Runs all phases once. Returns the raw result: phase -> what became of the frames."""
    function = _Function(site)
    found = {name: _phase(function, *phase) for name, phase in PHASES.items()}
    function.lvnf.remove().result(WAIT_S)
    return found


def summary(rounds):
    """Returns N3 of the result file."""
    return {
        "runs": len(rounds),
        "as_wanted": {
            name: sum(is_as_wanted(name, each[name]) for each in rounds) for name in PHASES
        },
        "rounds": rounds,
    }
