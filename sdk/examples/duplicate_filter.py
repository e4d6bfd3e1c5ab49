#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The paper's duplicate filter: drops 802.11 frames that a station repeats, and converts the others
to Ethernet.

Spawns it at a packet node and prints its table every two seconds until Ctrl-C:

    duplicate_filter.py NODE
"""
import contextlib
import sys
import time

from cloudmac_sdk import LVNF, Image, connect

SCRIPT = """
in_0 -> Classifier(12/bbbb) -> Strip(14) -> dupe :: WifiDupeFilter() -> WifiDecap() -> out_0
"""


def program(cpp):
    """Spawns a duplicate filter at a packet node. Returns it at once."""
    img = Image(vnf=SCRIPT, nb_ports=1, handlers=[("dupes_table", "dupe.dupes_table")])
    lvnf = LVNF(img)
    lvnf.cpp = cpp
    return lvnf


def show(table):
    """Prints a line for each station. table: transmitter -> what the filter knows about it."""
    for key, station in table.items():
        print(
            f"{key['transmitter']}: {station['duplicates']} duplicates of {station['entries']} "
            f"frames, latest number {station['last_sequence']}"
        )


def main():
    """Runs the program at the node that the command line names."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with connect():
        lvnf = program(sys.argv[1])
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                lvnf.dupes_table(callback=show)
                time.sleep(2)
        lvnf.remove()


if __name__ == "__main__":
    main()
