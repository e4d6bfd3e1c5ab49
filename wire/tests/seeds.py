#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes each vector as an input of fuzz_wire: seeds.py FOLDER VECTORS.json..."""

import json
import pathlib
import sys

FIRST = {"downlink": b"\0", "uplink": b"\1", "announcement": b"\2"}


def main():
    """Writes a file for each vector and vendor namespace. Its first octet selects the parser."""
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    # MCS 9, 80 MHz, 1.6 us, two streams.
    he = bytes.fromhex("0000 1400 00008000 6040 0200 0019 0000 1200 0200")
    (folder / "fields-he").write_bytes(b"\5" + he)
    for path in sys.argv[2:]:
        for vector in json.loads(pathlib.Path(path).read_text("ascii")):
            octets = FIRST[vector["direction"]] + bytes.fromhex(vector["hex"])
            (folder / vector["name"]).write_bytes(octets)
            expect = vector["expect"]
            if "radiotap_offset" in expect:
                header = bytes.fromhex(vector["hex"])[
                    expect["radiotap_offset"] : expect["frame_offset"]
                ]
                (folder / f"fields-{vector['name']}").write_bytes(b"\5" + header)
            start = vector["expect"].get("namespace_offset")
            if start:
                octets = bytes.fromhex(vector["hex"])[start : vector["expect"]["frame_offset"]]
                (folder / f"chain-{vector['name']}").write_bytes(b"\3" + octets)
                (folder / f"station-{vector['name']}").write_bytes(b"\6" + octets)


if __name__ == "__main__":
    main()
