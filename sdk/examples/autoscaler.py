#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Starts a second instance of a function when the first one is busy, and divides the flow.

Half of the clients have the second one until the first is idle. PORT is where they are:

    autoscaler.py SCRIPT NODE OTHER-NODE PORT CLIENTS
    autoscaler.py filter.click node1 node2 openflow:1:2 10.0.0.0/24
"""
import contextlib
import ipaddress
import pathlib
import signal
import sys

from cloudmac_sdk import LVNF, Image, SwitchPort, connect, cpu_util, make_wild_card_flow

BUSY, IDLE = 60, 20  # percent of one processor


class Autoscaler:
    """One instance for all clients, two while the first one is busy."""

    def __init__(self, image, nodes, port, clients):
        self.image, self.nodes, self.port = image, nodes, port
        self.half = make_wild_card_flow()
        self.half["nw_src"] = str(list(ipaddress.ip_network(clients).subnets())[1])
        self.second = None
        self.first = LVNF(image)
        self.first.cpp = nodes[0]
        everyone = make_wild_card_flow()
        everyone["nw_src"] = clients
        port.next[everyone] = self.first.ports[0]

    def watch(self):
        """Has grow() and shrink() called."""
        cpu_util(lvnfs=self.first, relation="GT", value=BUSY, callback=self.grow)
        cpu_util(lvnfs=self.first, relation="LT", value=IDLE, callback=self.shrink)

    def grow(self, event):
        """Divides the flow: the more specific chain gets the frames that it matches."""
        print(f"{event.value:.0f} % of a processor: a second instance")
        second = self.second or LVNF(self.image)
        second.cpp = self.nodes[1]
        self.port.next[self.half] = second.ports[0]
        self.second = second

    def shrink(self, _):
        """Gives all clients back to the first instance."""
        if self.second:
            self.second.remove()
            self.second = None


if __name__ == "__main__":
    with connect(), contextlib.suppress(KeyboardInterrupt):
        _, script, *nodes, port, clients = sys.argv
        image = Image(vnf=pathlib.Path(script), nb_ports=2)
        Autoscaler(image, nodes, SwitchPort(port), clients).watch()
        signal.pause()
