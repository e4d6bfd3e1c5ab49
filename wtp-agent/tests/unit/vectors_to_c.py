#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The wire format's test vectors as a C table, for builds without JSON.

usage: vectors_to_c.py OUTPUT INPUT.json...
"""

import json
import pathlib
import sys


def octets(text):
    return ", ".join(f"0x{octet:02x}" for octet in bytes.fromhex(text)) or "0"


def entry(number, vector):
    expect = vector["expect"]
    vlan = expect.get("vlan")
    fields = {
        "name": f'"{vector["name"]}"',
        "data": f"data_{number}",
        "len": len(vector["hex"]) // 2,
        "uplink": int(vector["direction"] == "uplink"),
        "canonical": int(vector["canonical"]),
        "error": f'"{expect["error"]}"',
        "vlan": -1 if vlan is None else vlan,
        "priority": expect.get("priority", 0),
        "radiotap_offset": expect.get("radiotap_offset", 0),
        "frame_offset": expect.get("frame_offset", 0),
        "header_length": expect.get("header_length", 0),
        "kind": expect.get("kind", 0),
        "survey": int(bool(expect.get("survey"))),
        "stages": len(expect.get("chain") or []),
    }
    return "\t{ " + ", ".join(f".{key} = {value}" for key, value in fields.items()) + " },"


def main():
    vectors = [
        vector for path in sys.argv[2:] for vector in json.loads(pathlib.Path(path).read_text())
    ]
    lines = [
        f"static const uint8_t data_{number}[] = {{ {octets(vector['hex'])} }};"
        for number, vector in enumerate(vectors)
    ]
    lines += ["static const struct vector vectors[] = {"]
    lines += [entry(number, vector) for number, vector in enumerate(vectors)]
    lines += ["};"]
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
