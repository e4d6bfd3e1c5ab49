# SPDX-License-Identifier: Apache-2.0
"""The place where network functions are measured: packet nodes and hosts in a live lab with the
controller. Chains lead frames through LVNFs.

    ct1, ct2, wtp1 -- pn1 == swa == pn2 -- ct4, wtp2 ((( mn
                              |
                           ct3, vap"""
import contextlib
import os

from .. import client, controller, restconf
from ..errors import LabError
from ..guest import packet_node, raw_frames
from ..settings import RESTCONF_PORT, RUNTIME
from . import sdk

NODE, SOURCE, SINK = "pn1", "ct1", "ct2"
"""Where N1 to N3 are measured."""
HOSTS = {"ct1": "pn1", "ct2": "pn1", "ct3": "swa", "ct4": "pn2"}
"""Host -> its switch."""
NODES = ("pn1", "pn2")
TENANT = "lab"
WAIT_S = 90
"""Patience with one call of the SDK."""


def connected(folder):
    """Returns the SDK's connection to the lab's controller, a context manager. folder: for the file
    with the password."""
    file = folder / "password"
    user, password = controller.credentials(RUNTIME)
    with open(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as secret:
        secret.write(f"{password}\n")
    url = f"http://127.0.0.1:{RESTCONF_PORT}"
    return sdk.load().connect(url, tenant=TENANT, user=user, password_file=file)


class Site:
    """The packet node, and the SDK's connection to the controller, as a context manager.

    network: the lab's topology.Topology; folder: for the file with the password."""

    def __init__(self, network, folder):
        self.network, self.folder = network, folder
        self.tenant = None
        self._stack = contextlib.ExitStack()

    def __enter__(self):
        self.tenant = self._stack.enter_context(connected(self.folder))
        for name in NODES:
            self.await_session(name)
        return self

    def __exit__(self, *error):
        return self._stack.__exit__(*error)

    def node(self, name=NODE):
        """Returns a packet node as the SDK has it; None before the controller has it."""
        found = self.tenant.cpps().result(WAIT_S)
        return next((one for one in found if one.name == name), None)

    def _has_session(self, name):
        node = self.node(name)
        return node is not None and node.session == "open"

    def await_session(self, name=NODE, is_open=True, seconds=60):
        """Waits until the controller has a session with a packet node, or has lost it."""
        what = "have a session with" if is_open else "lose its session with"
        restconf.wait_for(
            f"the controller to {what} {name}",
            lambda: self._has_session(name) == is_open,
            seconds,
            seen=lambda: self.node(name),
        )

    def source(self, host):
        """Returns the source of a host's frames: the port of its switch."""
        return sdk.load().SwitchPort(self.network.port_id(HOSTS[host], host))

    def lead(self, lvnf):
        """Leads all frames between the two hosts through an LVNF with one port or two, and waits
        until they pass. An LVNF with one port has those to the sink only. Each frame needs only its
        own port then: the switch has learned where the sink is."""
        flow, source = sdk.load().make_wild_card_flow(), self.source(SOURCE)
        if len(lvnf.ports) > 1:
            source.answers[flow] = self.source(SINK)
        source.next[flow] = lvnf.ports[0]
        source.chain(flow).result(WAIT_S)
        known = raw_frames.ethernet(0, receiver=raw_frames.SENDER, sender=raw_frames.RECEIVER)
        client.call(raw_frames.send_these, host=SINK, frames=[known.hex()])

    def warm(self, frames):
        """Sends these frames until all arrive. The datapath of the switch has its flows then, and
        no later frame of these senders takes the way through user space, where others overtake
        it."""
        count = len(frames)
        restconf.wait_for(
            "the first frames to pass", lambda: len(self.arrived(frames, count, 2)) >= count
        )
        client.call(raw_frames.watch, host=SINK)

    def arrived(self, frames, count, seconds=30):
        """Sends frames (octets), and returns those that arrive, as octets."""
        client.call(raw_frames.watch, host=SINK)
        client.call(raw_frames.send_these, host=SOURCE, frames=[frame.hex() for frame in frames])
        return self.seen(count, seconds)

    @staticmethod
    def seen(count, seconds=30):
        """Returns the first octets of frames that have arrived, see raw_frames.seen()."""
        found = client.call(raw_frames.seen, host=SINK, count=count, seconds=seconds)
        return [bytes.fromhex(head) for _, head in found]

    def kill_daemon(self):
        """Kills the daemon of the packet node, as a crash would."""
        client.call(packet_node.kill, name=NODE)
        self.await_session(is_open=False)

    def restart_daemon(self):
        """Starts the daemon again, and waits until the controller has a session with it."""
        client.call(packet_node.start, name=NODE)
        self.await_session()

    @staticmethod
    def need(plan):
        """Raises TopologyError if a topology lacks what is needed."""
        for name in NODES:
            plan.need("packet-node", name)
        for name, at in HOSTS.items():
            plan.need("host", name)
            if plan.hosts[name].at != at:
                raise LabError(f"topology {plan.name}: {name} is not at {at}")
