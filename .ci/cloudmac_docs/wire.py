# SPDX-License-Identifier: Apache-2.0
"""Examples of the wire format, from its test vectors."""
import json

from .generated import Fault

FOLDER = "wire/vectors/"
ROW = 16


def vector(tree, name):
    """The octets of a test vector, 16 a line with their offset."""
    found = {}
    for file in ("downlink", "uplink", "vstas", "announcement"):
        for each in json.loads(tree.read(f"{FOLDER}{file}.json")):
            found[each["name"]] = each["hex"]
    if name not in found:
        raise Fault(f"no vector {name} in {FOLDER}")
    octets = bytes.fromhex(found[name])
    rows = [f"{at:04x}  {octets[at : at + ROW].hex(' ')}" for at in range(0, len(octets), ROW)]
    return "```text\n" + "\n".join(rows) + "\n```\n"


GENERATORS = {"wire-vector": vector}
