#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The paper's null function: each frame leaves as it came.

Spawns it at a packet node, pauses it for two seconds, and removes it:

    null_function.py NODE
"""
import sys
import time

from cloudmac_sdk import LVNF, Image, connect

SCRIPT = "in_0 -> out_0"


def program(cpp):
    """Spawns a null function at a packet node. Returns it at once."""
    img = Image(vnf=SCRIPT, nb_ports=1)
    lvnf = LVNF(img)
    lvnf.cpp = cpp
    return lvnf


def main():
    """Runs the program at the node that the command line names."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with connect():
        lvnf = program(sys.argv[1])
        state = lvnf.ready.result()
        print(f"{lvnf.name} runs, its port at the switch is {state.ports[0].interface}")
        lvnf.pause()
        time.sleep(2)
        lvnf.counters(callback=lambda ports: print(f"{ports[0].waiting} frames wait"))
        lvnf.resume()
        lvnf.remove()


if __name__ == "__main__":
    main()
