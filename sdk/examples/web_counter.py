#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the requests to web servers from a switch port, and their answers.

Leads them through two LVNFs, prints both counts every two seconds, and takes the chain away at
Ctrl-C. ROUTER is the port where the answers come from:

    web_counter.py NODE PORT ROUTER
    web_counter.py node1 openflow:1:2 openflow:1:1
"""
import contextlib
import sys
import time

from cloudmac_sdk import LVNF, Image, SwitchPort, connect, make_wild_card_flow

SCRIPT = """
in_0 -> there :: Counter -> out_1;
in_1 -> back :: Counter -> out_0;
"""


def program(cpp, client, router):
    """Chains two counters at a packet node. Returns them at once."""
    img = Image(vnf=SCRIPT, nb_ports=2, handlers=[("there", "there.count"), ("back", "back.count")])
    first, second = LVNF(img), LVNF(img)
    first.cpp = second.cpp = cpp
    flow = make_wild_card_flow()
    flow["tp_dst"] = 80
    client.answers[flow] = router
    client.next[flow] = first.ports[0]
    first.ports[1].next[flow] = second.ports[0]
    return first, second


def main():
    """Runs the program at the node and between the ports that the command line names."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with connect():
        first, second = program(sys.argv[1], SwitchPort(sys.argv[2]), SwitchPort(sys.argv[3]))
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                first.there(callback=lambda count: print(f"{count[0]} packets to servers"))
                second.back(callback=lambda count: print(f"{count[0]} packets from servers"))
                time.sleep(2)
        first.remove()
        second.remove()


if __name__ == "__main__":
    main()
