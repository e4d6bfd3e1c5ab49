# SPDX-License-Identifier: Apache-2.0
"""Checks the includes of a part that is written in C. tests/layers.py of the part has its table.

* A folder includes only folders below it, and of these only the face
  (queue/queue.h for queue/). Files at the top of the part include any face.
* Of another part it includes only the faces of folders that the table lists.
* No cycle between files; x.c and x.h count as one file.
"""

import dataclasses
import os
import sys
import tempfile
from pathlib import Path

from cycles import INCLUDE, find_cycles


@dataclasses.dataclass(frozen=True)
class Part:
    """What the files of a part may include. A folder of another part has that part's name before
    it, as "daemon/base"."""

    layers: tuple
    """The part's folders from the lowest level to the highest; "" is its top."""
    others: tuple = ()
    """Folders of other parts, all below the lowest level."""
    uses: dict = dataclasses.field(default_factory=dict)
    """Folder -> the folders that it may use, where these are not all below it."""
    headers: tuple = ()
    """Folders of headers that every file may include."""
    generated: tuple = ("version.h",)
    faces: dict = dataclasses.field(default_factory=dict)
    """Folder -> its face, if that does not have its name."""

    def face(self, folder):
        return self.faces.get(folder, f"{folder.rpartition('/')[2]}.h")

    def order(self):
        return (*self.others, *self.layers)

    def roots(self, top):
        """Returns the folders in which the compiler searches headers."""
        parts = dict.fromkeys(folder.split("/")[0] for folder in self.others)
        return [top, *(top.parent / part for part in parts)]


def sources(part, top):
    """Returns the C files of all layers, relative to 'top'."""
    return [
        path.relative_to(top)
        for layer in part.layers
        for path in sorted((top / layer).glob("*.[ch]"))
    ]


def layer_of(path):
    """Returns the folder of a file, as a table has it."""
    parent = str(path.parent)
    return "" if parent == "." else parent.removeprefix("../")


def includes(part, top, path):
    """Yields (name, file) of each include of 'path'. The file is relative to 'top', or None if it
    is neither in the part nor in those that it may use."""
    for name in INCLUDE.findall((top / path).read_text()):
        for folder in ((top / path).parent, *part.roots(top)):
            target = Path(os.path.normpath(folder / name))
            if target.is_file():
                yield name, Path(os.path.relpath(target, top))
                break
        else:
            known = name in part.generated or any(
                (top / at / name).is_file() for at in part.headers
            )
            if not known:
                yield name, None


def check_layers(part, top):
    """Returns a message for each include that breaks the order of layers."""
    errors, order = [], part.order()
    for path in sources(part, top):
        own = layer_of(path)
        for name, target in includes(part, top, path):
            if target is None:
                errors.append(f"{path}: {name} is in no part that it may use")
                continue
            layer = layer_of(target)
            if layer == own:
                continue
            if layer not in order:
                errors.append(f"{path}: {target} is in no layer")
            elif order.index(layer) > order.index(own):
                errors.append(f"{path}: {target} is in a higher layer")
            elif layer not in part.uses.get(own, order):
                errors.append(f"{path}: {own or 'the top'} must not use {layer}")
            elif target.name != part.face(layer):
                errors.append(f"{path}: include {layer}/{part.face(layer)} instead of {target}")
    return errors


def check_cycles(part, top):
    """Returns a message for each include cycle between files."""
    graph = {}
    for path in sources(part, top):
        node = path.with_suffix("")
        found = {target.with_suffix("") for _, target in includes(part, top, path) if target}
        graph.setdefault(node, set()).update(found - {node})
    return ["include cycle: " + " -> ".join(map(str, cycle)) for cycle in find_cycles(graph)]


def check(part, top):
    return check_layers(part, top) + check_cycles(part, top)


EXAMPLE = Part(
    layers=("low", "high", ""), others=("lib/base", "lib/net"), uses={"low": ("lib/base",)}
)
BROKEN = {
    "climbs": {"low/a.c": '#include "high/high.h"', "high/high.h": ""},
    "to the top": {"high/a.c": '#include "agent.h"', "agent.h": ""},
    "past the face": {"high/a.c": '#include "low/log.h"', "low/log.h": ""},
    "past the face of another part": {"a.c": '#include "base/log.h"', "../lib/base/log.h": ""},
    "not its own": {"low/a.c": '#include "net/net.h"', "../lib/net/net.h": ""},
    "an unknown part": {"a.c": '#include "../app/app.h"', "../app/app.h": ""},
    "what no part has": {"a.c": '#include "nothing.h"'},
    "cycle": {
        "low/a.h": '#include "b.h"',
        "low/b.c": '#include "b.h"\n#include "a.h"',
        "low/b.h": "",
    },
}


def self_check():
    """Returns a message for each broken include that check() does not find."""
    missed = []
    for name, files in BROKEN.items():
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder) / "part"
            top.mkdir()
            for path, text in files.items():
                file = top / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text + "\n")
            if len(check(EXAMPLE, top)) != 1:
                missed.append(f"self-check: not found exactly once: {name}")
    return missed


def main(part, top):
    """Prints what is wrong. Returns the exit status."""
    errors = self_check() + check(part, top)
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        return 1
    print(f"layers: {len(sources(part, top))} files, no include climbs, no cycle")
    return 0
