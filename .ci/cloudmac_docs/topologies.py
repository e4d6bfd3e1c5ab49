# SPDX-License-Identifier: Apache-2.0
"""Tables of the keys of a lab's topology. Keys, defaults and ranges come from the code that
checks topologies, what they mean from topology_keys.yaml beside it."""
import ast

import yaml
from cloudmac_testbed import topology

from .marks import code
from .measured import table
from .tree import TOP

FOLDER = TOP / "testbed"
WIRE = ("rate_mbps", "delay_us", "queue_frames")


def meanings():
    """Returns the descriptions: "hosts", "others" (sections), "keys", "medium" -> name -> text."""
    text = (FOLDER / "cloudmac_testbed/topology_keys.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


def numbers():
    """Returns key -> (default, lowest, highest) of the keys that are whole numbers."""
    found = {}
    source = (FOLDER / "cloudmac_testbed/topology.py").read_text(encoding="utf-8")
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "_integer":
            key, default, low, high = (
                each.value if isinstance(each, ast.Constant) else None for each in call.args[2:]
            )
            # The channel of a network: 6 unless the standard is a.
            found.setdefault(key, (6 if default is None else default, low, high))
    return found


def sections():
    """Table of the sections of a topology."""
    texts = meanings()
    rows = [
        [code(name), texts["hosts"][name], ", ".join(map(code, options))]
        for name, (_, _, options) in topology.KINDS.items()
    ]
    last = (*WIRE, "macsec")
    keys_of = {"links": ("between", *WIRE), "edge": last, "air": last, "medium": topology.air.KEYS}
    keys_of["mobility"] = topology.mobility.KEYS
    rows += [
        [code(name), text, ", ".join(map(code, keys_of.get(name, ())))]
        for name, text in texts["others"].items()
    ]
    return table(["section", "content", "keys"], rows)


def keys():
    """Table of the keys of hosts and wires."""
    names = [key for _, _, options in topology.KINDS.values() for key in options]
    ranges, texts, rows = numbers(), meanings(), []
    for key in dict.fromkeys((*names, "between", *WIRE, "macsec")):
        default, low, high = ranges.get(key, ("", "", ""))
        values = f"{low} to {high}" if key in ranges else ""
        rows.append([code(key), texts["keys"][key], values, code(str(default))])
    return table(["key", "meaning", "values", "default"], rows)


def medium():
    """Table of the keys of the medium."""
    rows = [
        [code(key), meanings()["medium"][key], f"{low} to {high}"]
        for key, (_, low, high) in topology.air.KEYS.items()
    ]
    return table(["key", "meaning", "values"], rows)


def known():
    """Table of the topologies that come with the lab, with the comment at their beginning."""
    rows = []
    for name in topology.known():
        path = FOLDER / f"cloudmac_testbed/topologies/{name}.yaml"
        rows.append([code(name), _comment(path.read_text(encoding="utf-8"))])
    return table(["topology", "content"], rows)


def _comment(text):
    """Returns the prose of the comment at the beginning, up to its drawing."""
    words = []
    for line in text.splitlines():
        if not line.startswith("#") or (words and not line.strip("# ")):
            break
        if "SPDX" not in line:
            words.append(line.lstrip("# "))
    return " ".join(words)


MACROS = {
    "topologies": known,
    "topology_sections": sections,
    "topology_keys": keys,
    "topology_medium": medium,
}
