#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Lets guests ask only one DNS server.

Leads the DNS questions that enter at a switch port through an LVNF, which drops those to other
servers. Prints both counts every two seconds, and takes the chain away at Ctrl-C:

    dns_filter.py NODE PORT SERVER
    dns_filter.py node1 openflow:1:2 10.0.0.53
"""
import contextlib
import ipaddress
import sys
import time

from cloudmac_sdk import LVNF, Image, SwitchPort, connect, make_wild_card_flow

SCRIPT = """
in_0 -> question :: IPClassifier(dst host {server}, -);
question [0] -> passed :: Counter -> out_1;
question [1] -> dropped :: Counter -> Discard;
in_1 -> out_0;
"""


def program(cpp, guests, server):
    """Chains the filter behind a port. Returns it at once."""
    handlers = [("passed", "passed.count"), ("dropped", "dropped.count")]
    lvnf = LVNF(Image(vnf=SCRIPT.format(server=server), nb_ports=2, handlers=handlers))
    lvnf.cpp = cpp
    flow = make_wild_card_flow()
    flow["nw_proto"], flow["tp_dst"] = 17, 53
    guests.next[flow] = lvnf.ports[0]
    return lvnf


def main():
    """Runs the filter at the node, for the port and the server that the command line names."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with connect():
        server = ipaddress.IPv4Address(sys.argv[3])
        lvnf = program(sys.argv[1], SwitchPort(sys.argv[2]), server)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                lvnf.passed(callback=lambda count: print(f"{count[0]} questions passed"))
                lvnf.dropped(callback=lambda count: print(f"{count[0]} questions dropped"))
                time.sleep(2)
        lvnf.remove()


if __name__ == "__main__":
    main()
