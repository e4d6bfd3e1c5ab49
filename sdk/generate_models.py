#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes cloudmac/models/ from the controller's YANG modules: a dataclass for each list, each input
and output of an RPC, and each container with leaves.

    ../.ci/python generate_models.py            # writes the files
    ../.ci/python generate_models.py --check    # tells which ones differ
"""
import argparse
import keyword
import pathlib
import sys
import textwrap

from pyang import context, repository

HERE = pathlib.Path(__file__).resolve().parent
YANG = HERE.parent / "cloudmac-api" / "src" / "main" / "yang"
MODELS = HERE / "cloudmac" / "models"
WIDTH = 92

# YANG module -> file, what it has, start of the classes' names. Each uses classes of those above.
FILES = (
    ("cloudmac", "configuration", "data", "Configured"),
    ("cloudmac-state", "state", "data", ""),
    ("cloudmac-learned", "learned", "data", "Learned"),
    ("cloudmac-changes", "changes", "data", ""),
    ("cloudmac-changes", "undo", "rpc", ""),
    ("cloudmac", "operations", "rpc", ""),
    ("cloudmac-query", "queries", "rpc", ""),
    ("cloudmac-events", "events", "rpc", ""),
    ("cloudmac-alarms", "alarms", "data", ""),
    ("cloudmac-nfv", "functions", "data", ""),
)
CONTAINERS = {"cloudmac-nfv": ("chain-state", "nfv-state")}
"""Modules of which only some containers become classes."""
NAMES = {
    "cloudmac:cloudmac/mobility": "Mobility",
    "cloudmac:cloudmac/qos/policy": "Policy",
    "cloudmac:cloudmac/qos/policy/htb/class/leaf-qdisc": "LeafQdisc",
    "cloudmac:cloudmac/settings": "Settings",
    "cloudmac-state:cloudmac-state/drains/wtp": "Drain",
    "cloudmac-state:cloudmac-state/mobility": "MobilityStatus",
    "cloudmac-state:cloudmac-state/qos/port": "PortQueues",
    "cloudmac-state:cloudmac-state/stations/station": "StationState",
    "cloudmac-state:cloudmac-state/steering/decision": "Decision",
    "cloudmac-state:cloudmac-state/virtual-stations/virtual-station/signal": "Signal",
    "cloudmac-state:cloudmac-state/wtps/wtp": "WtpState",
    "cloudmac-changes:cloudmac-changes/change": "RecordedChange",
    "cloudmac-query:query-stations/output/station": "Station",
    "cloudmac-query:query-wtps/output/wtp": "Wtp",
    "cloudmac-events:events-since/output/event": "Event",
    "cloudmac-alarms:alarms/alarm-list/alarm": "Alarm",
}
"""Short names of what users of the library handle most."""
INTEGERS = {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32)}
BASES = {"string": "str", "boolean": "bool", "binary": "bytes", "int64": "Int64", "uint64": "Int64"}
BASES |= {"identityref": "str", "yang:date-and-time": "str"}
PARTS = ("container", "list", "input", "output")


def camel(name):
    """Returns "WtpId" for "wtp-id"."""
    return "".join(part.capitalize() for part in name.replace(".", "-").split("-"))


def attribute(name):
    """Returns the attribute of a dataclass for a name of YANG."""
    return name.replace("-", "_") + ("_" if keyword.iskeyword(name) else "")


def sentence(node):
    """Returns the first sentence of a description."""
    text = " ".join(node.search_one("description").arg.split())
    return text.partition(". ")[0].rstrip(".") + "."


def children(node):
    """Returns the data nodes below a node. These modules have no choices."""
    found = list(node.i_children)
    assert not [each for each in found if each.keyword in ("choice", "case")], node.arg
    return found


class Writer:
    """Collects the source of one file. known: signature -> (file, name) of all files so far."""

    def __init__(self, file, known, names):
        self.file, self.known, self.names = file, known, names
        self.imports, self.blocks = {}, []

    def _claim(self, name):
        if self.names.setdefault(name, self.file) != self.file or name in self.own():
            raise ValueError(f"two classes would be {name}: name one of them in NAMES")

    def own(self):
        """Returns the names that this file defines."""
        return [name for name, _ in self.blocks]

    def use(self, file, name):
        """Imports a name of another file."""
        if file != self.file:
            self.imports.setdefault(file, set()).add(name)
        return name

    def enumeration(self, key, name, values):
        """Returns the name of a type with these values, and defines it once."""
        if key in self.known:
            return self.use(*self.known[key])
        self._claim(name)
        rows = "".join(f'    "{value}",\n' for value in values)
        self.blocks.append((name, f"{name} = Literal[\n{rows}]\n"))
        self.known[key] = (self.file, name)
        return name

    def type_of(self, leaf, owner):
        """Returns the type of a leaf in Python."""
        kind, typedef = leaf.search_one("type"), None
        while kind.i_typedef is not None:
            typedef = kind.i_typedef
            kind = typedef.search_one("type")
        if kind.arg == "enumeration":
            values = [each.arg for each in kind.search("enum")]
            if typedef is not None:
                return self.enumeration(("typedef", typedef.arg), camel(typedef.arg), values)
            key = ("enumeration", leaf.arg, tuple(values))
            return self.enumeration(key, owner + camel(leaf.arg), values)
        if kind.arg in INTEGERS or self.is_union_of_integers(kind):
            return "int"
        name = BASES[kind.arg]
        return self.use("values", name) if name == "Int64" else name

    @staticmethod
    def is_union_of_integers(kind):
        """Returns true for a union whose types are all integers."""
        return kind.arg == "union" and all(each.arg in INTEGERS for each in kind.search("type"))

    def signature(self, node):
        """Returns what makes two nodes the same class: name, members, types, down to the leaves."""
        rows = tuple(
            (each.keyword, self.signature(each))
            if each.keyword in PARTS
            else (each.keyword, each.arg, self.shape(each))
            for each in children(node)
        )
        return (node.arg, rows)

    @staticmethod
    def shape(leaf):
        """Returns the type of a leaf and its values."""
        kind = leaf.search_one("type")
        return (kind.arg, tuple(each.arg for each in kind.search("enum")))

    def dataclass(self, node, name, is_own=False):
        """Returns the name of the class of a node, and defines it and those below it once.
        is_own: define it although another file has the same."""
        key = self.signature(node) if node.keyword in ("container", "list") else (name,)
        if key in self.known and not is_own:
            return self.use(*self.known[key])
        self.known.setdefault(key, (self.file, name))
        rows = [self.member(each, name) for each in children(node)]
        self._claim(name)
        about = node.parent if node.keyword in ("input", "output") else node
        start = {"input": "Input of", "output": "Output of"}.get(node.keyword)
        text = f"{start} {about.arg}." if start else sentence(node)
        doc = textwrap.fill(f'"""{text}"""', WIDTH, initial_indent="    ", subsequent_indent="    ")
        body = "\n".join(rows)
        lines = f"{doc}\n\n{body}\n" if rows else f"{doc}\n"
        decorator = "@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)"
        self.blocks.append((name, f"{decorator}\nclass {name}:\n{lines}"))
        if node.keyword == "container" and name in NAMES.values():
            self.defaults(node, name)
        return name

    def defaults(self, node, name):
        """Defines the defaults of the leaves of a container, by their names in YANG."""
        rows = "".join(
            f'    "{each.arg}": {value(each)},\n'
            for each in children(node)
            if getattr(each, "i_default_str", "")
        )
        if rows:
            title = f"{name.upper()}_DEFAULTS"
            self.blocks.append((title, f"{title} = {{\n{rows}}}\n"))

    def member(self, node, owner):
        """Returns the line of a member."""
        name = attribute(node.arg)
        if node.keyword in ("list", "container"):
            kind = self.dataclass(node, NAMES.get(path(node), owner + camel(node.arg)))
        else:
            kind = self.type_of(node, owner)
        if node.keyword in ("list", "leaf-list"):
            return f"    {name}: tuple[{kind}, ...] = ()"
        units = unit(node)
        return f"    {name}: {kind} | None = None" + (f"  # {units}" if units else "")

    def data(self, node, names):
        """Defines the classes below a container that has only lists and containers."""
        for each in children(node):
            is_plural = node.arg == f"{each.arg}s"
            inner = [*names[:-1], each.arg] if is_plural else [*names, each.arg]
            leaves = [one for one in children(each) if one.keyword in ("leaf", "leaf-list")]
            if each.keyword == "list" or leaves:
                self.dataclass(each, NAMES.get(path(each), "".join(map(camel, inner))), True)
            else:
                self.data(each, inner)

    def text(self, module):
        """Returns the file."""
        imports = "".join(
            f"from .{file} import {', '.join(sorted(names))}\n"
            if len(f"from .{file} import {', '.join(sorted(names))}") <= 100
            else f"from .{file} import (\n" + "".join(f"    {n},\n" for n in sorted(names)) + ")\n"
            for file, names in sorted(self.imports.items())
        )
        blocks, before = "", None
        for _, block in self.blocks:
            is_class = block.startswith("@")
            blocks += "\n" if not (is_class or before) and before is not None else "\n\n"
            blocks += block
            before = is_class
        typing = "from typing import Literal\n" if "Literal[" in blocks else ""
        return (
            "# SPDX-License-Identifier: Apache-2.0\n"
            f'"""What the YANG module {module} has. generate_models.py writes this file."""\n'
            f"import dataclasses\n{typing}{'' if not imports else chr(10) + imports}{blocks}"
        )


def path(node):
    """Returns "module:name/name" of a node."""
    steps = []
    while node.keyword != "module":
        steps.insert(0, node.arg if node.keyword not in ("input", "output") else node.keyword)
        node = node.parent
    return f"{node.arg}:{'/'.join(steps)}"


def value(leaf):
    """Returns the default of a leaf as Python writes it."""
    text = leaf.i_default_str
    if text in ("true", "false"):
        return text.capitalize()
    return text if text.lstrip("-").isdigit() else f'"{text}"'


def unit(leaf):
    """Returns the unit of a leaf, or of its type; "" if there is none."""
    while leaf is not None:
        found = leaf.search_one("units")
        if found is not None:
            return found.arg
        kind = leaf.search_one("type")
        leaf = kind.i_typedef if kind is not None else None
    return ""


def modules(folder=YANG):
    """Returns name -> module. Raises ValueError."""
    known = context.Context(repository.FileRepository("", use_env=False))
    found = {
        file.stem: known.add_module(str(file), file.read_text(encoding="utf-8"))
        for file in sorted(folder.glob("*.yang"))
    }
    known.validate()
    # cloudmac-nfv imports modules of the IETF that come with a build only.
    errors = [f"{at}: {tag} {about}" for at, tag, about in known.errors if "NOT_FOUND" not in tag]
    if errors:
        raise ValueError("\n".join(errors))
    return found


def files(folder=YANG):
    """Returns the name and text of each file."""
    known, names, found = {}, {}, {}
    yang = modules(folder)
    for module, file, what, prefix in FILES:
        writer = Writer(file, known, names)
        if what == "rpc":
            for rpc in yang[module].search("rpc"):
                for way in rpc.i_children:
                    if way.i_children:
                        writer.dataclass(way, camel(rpc.arg) + camel(way.keyword))
        else:
            for top in yang[module].search("container"):
                if top.arg not in CONTAINERS.get(module, (top.arg,)):
                    continue
                tree = top if all(each.keyword in PARTS for each in top.i_children) else None
                if tree is None:
                    writer.dataclass(top, camel(top.arg))
                else:
                    writer.data(tree, [prefix.lower()] if prefix else [])
        found[f"{file}.py"] = writer.text(module)
    return found


def main():
    """Writes the files, or compares them."""
    parser = argparse.ArgumentParser(description="Writes cloudmac/models/ from the YANG modules.")
    parser.add_argument("--check", action="store_true", help="write nothing, tell what differs")
    is_check = parser.parse_args().check
    differing = [
        name
        for name, text in files().items()
        if not (MODELS / name).exists() or (MODELS / name).read_text(encoding="utf-8") != text
    ]
    if is_check and differing:
        sys.exit(f"{', '.join(differing)}: run ../.ci/python generate_models.py")
    for name in differing:
        (MODELS / name).write_text(files()[name], encoding="utf-8")


if __name__ == "__main__":
    main()
