#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the includes of the agent's sources.

* A folder includes only folders below it, and of these only the face
  (queue/queue.h for queue/). Files at the top include any face.
* A folder of USES includes only the folders that it lists there.
* No cycle between files; x.c and x.h count as one file.

    layers.py [FOLDER]    check the sources in FOLDER, by default the agent's
"""

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / ".ci"))

from cycles import INCLUDE, find_cycles  # noqa: E402

# From the lowest level to the highest.
LAYERS = [
    "base",
    "config",
    "server",
    "frame",
    "limits",
    "queue",
    "radio",
    "aggregation",
    "vsta",
    "control",
    "",
    "vapd",
]

# What the daemon for VAP hosts shares with the agent, and what has no part in serving controllers.
USES = {
    "vapd": ["base", "config", "server"],
    "frame": ["base", "config"],
    "limits": ["base", "frame"],
    "queue": ["base", "config", "frame"],
    "radio": ["base", "config", "frame", "queue"],
    "vsta": ["base", "config", "frame", "limits", "queue", "radio"],
    "aggregation": ["base", "config", "frame", "queue", "radio"],
}


def sources(top):
    """Returns the C files of all layers, relative to 'top'."""
    return [
        path.relative_to(top) for layer in LAYERS for path in sorted((top / layer).glob("*.[ch]"))
    ]


def layer_of(path):
    parent = str(path.parent)
    return "" if parent == "." else parent


def includes(top, path):
    """Yields the files of 'top' that 'path' includes, relative to 'top'."""
    for name in INCLUDE.findall((top / path).read_text()):
        for folder in (path.parent, Path(".")):
            target = Path(os.path.normpath(folder / name))
            if (top / target).is_file():
                yield target
                break


def check_layers(top):
    """Returns a message for each include that breaks the order of layers."""
    errors = []
    for path in sources(top):
        own = layer_of(path)
        for target in includes(top, path):
            layer = layer_of(target)
            if layer == own:
                continue
            if layer not in LAYERS:
                errors.append(f"{path}: {target} is in no layer")
            elif LAYERS.index(layer) > LAYERS.index(own):
                errors.append(f"{path}: {target} is in a higher layer")
            elif layer not in USES.get(own, LAYERS):
                errors.append(f"{path}: {own} must not use {layer}")
            elif target.name != f"{layer}.h":
                errors.append(f"{path}: include {layer}/{layer}.h instead of {target}")
    return errors


def check_cycles(top):
    """Returns a message for each include cycle between files."""
    graph = {}
    for path in sources(top):
        node = path.with_suffix("")
        targets = graph.setdefault(node, set())
        targets.update(t.with_suffix("") for t in includes(top, path) if t.with_suffix("") != node)
    return ["include cycle: " + " -> ".join(map(str, cycle)) for cycle in find_cycles(graph)]


def check(top):
    return check_layers(top) + check_cycles(top)


def self_check():
    """Returns a message for each broken include that check() does not find."""
    broken = {
        "climbs": {"base/a.c": '#include "queue/queue.h"', "queue/queue.h": ""},
        "to the top": {"control/a.c": '#include "agent.h"', "agent.h": ""},
        "past the face": {"radio/a.c": '#include "base/log.h"', "base/log.h": ""},
        "not its own": {"vapd/a.c": '#include "queue/queue.h"', "queue/queue.h": ""},
        "cycle": {
            "base/a.h": '#include "b.h"',
            "base/b.c": '#include "b.h"\n#include "a.h"',
            "base/b.h": "",
        },
    }
    missed = []
    for name, files in broken.items():
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                file = Path(folder) / path
                file.parent.mkdir(exist_ok=True)
                file.write_text(text + "\n")
            if len(check(Path(folder))) != 1:
                missed.append(f"self-check: not found exactly once: {name}")
    return missed


def main():
    top = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent)
    errors = self_check() + check(top)
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        return 1
    print(f"layers: {len(sources(top))} files, no include climbs, no cycle")
    return 0


if __name__ == "__main__":
    sys.exit(main())
