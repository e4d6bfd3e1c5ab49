# SPDX-License-Identifier: Apache-2.0
"""Brings the lab up inside the guest, then serves calls or runs an experiment."""
import contextlib
import pathlib
import threading
import time

from .. import calls, pki
from ..topology import Topology
from . import medium_client, network, packet_node, shell, snapshots, switch, wifi, wtp

EXCHANGE = pathlib.Path("/run/exchange")


class GuestLab:
    """The running lab: its plan and topology."""

    def __init__(self, plan):
        self.plan = plan
        self.topology = Topology.from_json(plan["topology"])
        self.phys = {}
        """WTP -> names of its radios."""
        self.vap_interfaces = {}
        """VAP -> its radio's interface."""

    def build(self):
        """Starts everything."""
        parts = self.plan["parts"]
        if "ovs" in parts:
            switch.use(parts["ovs"])
        shell.run(None, "insmod", parts["labwire"])
        if self.topology.has_radios():
            wifi.load_regulatory_database()
        shell.run(None, "insmod", parts["hwsim"], *wifi.module_parameters(self.topology))
        if "driver" in parts:
            shell.run(None, "insmod", parts["driver"])
        network.build(self.topology)
        restore = self.plan.get("restore")
        for host in self.topology.switches():
            if restore:
                switch.restore(host.name, EXCHANGE / restore / host.name)
                continue
            switch.start(host.name)
            switch.configure(host.name, host.datapath, self.ports(host.name))
            if self.plan["controller"]:
                switch.connect(host.name, tls=self.topology.channels == "tls")
            # Last: Open vSwitch empties the table when its first controller is set.
            switch.learn(host.name)
        for host in self.topology.of_kind("bridge"):
            network.bridge(host.name, self.ports(host.name))
        for host in self.topology.of_kind("packet-node"):
            packet_node.keep_flows(host.name)
            if self.plan["controller"]:
                packet_node.start(self, host.name)
        if "agent" in parts:
            if not wtp.PKI.exists():
                # Certificates must be valid by the guest's virtual clock, so the guest makes them.
                pki.agents(
                    parts["pki"], wtp.PKI, [host.wired for host in self.topology.of_kind("wtp")]
                )
            wifi.bring_up(self)
            if restore:
                snapshots.restore_agents(self, restore)
            if not self.plan["controller"]:
                wifi.start_stations(self)

    def ports(self, name):
        """Returns a switch's ports in the order of their OpenFlow numbers."""
        return self.topology.ports(name)


def _report_uptime():
    """Writes the guest's uptime once a second. The machine shows it, and ends a guest whose
    uptime stands."""
    while True:
        (EXCHANGE / "uptime").write_text(f"{shell.uptime():.0f}")
        time.sleep(1)


def carry_out(plan):
    """Carries out a plan and returns the experiment's result."""
    lab = GuestLab(plan)
    threading.Thread(target=_report_uptime, daemon=True).start()
    try:
        lab.build()
        if plan["mode"] == "serve":
            from . import server

            outcome = server.serve(lab)
        else:
            outcome = calls.run(plan["experiment"], plan["arguments"], lab, within=__package__)
    except BaseException:
        # The first error counts, whether or not the medium still answers.
        with contextlib.suppress(OSError, medium_client.CommandRefused):
            medium_client.finish()
        raise
    medium_client.finish()
    return outcome
