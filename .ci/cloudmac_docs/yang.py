# SPDX-License-Identifier: Apache-2.0
"""Reads YANG modules (RFC 7950) into nodes without uses, refine and typedef.

yanglint, which Debian has, reads a module only with those that it imports. They are in
OpenDaylight's jars, which a build downloads; the pages are made without a build."""
import dataclasses
import functools
import pathlib
import re

from .generated import Fault

TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/|(?P<double>"(?:[^"\\]|\\.)*")|(?P<single>'[^']*')"""
    r"""|(?P<mark>[{};+])|(?P<word>(?:(?!//|/\*)[^\s{};"'])+)""",
    re.DOTALL,
)
FOLDERS = ("cloudmac-api/src/main/yang/", "cloudmac-ovsdb/model/src/main/yang/")
DATA = ("container", "list", "leaf", "leaf-list", "choice", "case")
TYPES = (
    {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
    | {"string", "boolean", "enumeration", "decimal64", "empty", "binary", "bits"}
    | {"identityref", "instance-identifier", "leafref", "union"}
)


@dataclasses.dataclass
class Statement:
    keyword: str
    argument: str = ""
    below: list = dataclasses.field(default_factory=list)

    def all(self, *keywords):
        """Returns the substatements of these keywords."""
        return [each for each in self.below if each.keyword in keywords]

    def get(self, keyword, default=""):
        """Returns the argument of a substatement."""
        return next((each.argument for each in self.all(keyword)), default)


@dataclasses.dataclass
class Type:
    """A resolved type. name: as written; base: the built-in type."""

    name: str
    base: str
    ranges: str = ""
    lengths: str = ""
    patterns: list = dataclasses.field(default_factory=list)
    """Pairs of pattern and whether it is inverted."""
    enums: dict = dataclasses.field(default_factory=dict)
    """Value -> description."""
    units: str = ""
    default: str = ""
    description: str = ""


@dataclasses.dataclass
class Node:
    """A node of data, an rpc or a notification. module: that names it."""

    kind: str
    name: str
    module: str
    description: str = ""
    below: list = dataclasses.field(default_factory=list)
    keys: tuple = ()
    type: Type = None
    default: str = ""
    units: str = ""
    mandatory: bool = False
    config: bool = True

    def child(self, name):
        """Returns the child of this name, also below choices; None if there is none."""
        for node in self.below:
            if node.kind in ("choice", "case"):
                found = node.child(name)
                if found:
                    return found
            elif node.name == name:
                return node
        return None


def parse(text):
    """Returns the module statement of a YANG text."""
    tokens, at = [], 0
    while at < len(text):
        token = TOKEN.match(text, at)
        if not token:
            raise Fault(f"YANG: cannot read {text[at:at + 30]!r}")
        if token.lastgroup:
            tokens.append((token.lastgroup, token[0]))
        at = token.end()
    top = Statement("")
    _read(iter(tokens), top)
    return top.below[0]


def _read(tokens, parent):
    current, joins = None, False
    for kind, text in tokens:
        if kind == "mark" and text == "}":
            return
        if kind == "mark" and text in "{;":
            parent.below.append(current)
            if text == "{":
                _read(tokens, current)
            current = None
        elif kind == "mark":
            joins = True
        elif current is None:
            current = Statement(text)
        else:
            value = _value(kind, text)
            current.argument = current.argument + value if joins else value
            joins = False


def _value(kind, text):
    if kind == "single":
        return text[1:-1]
    if kind != "double":
        return text
    plain = re.sub(r"\s*\n\s*", " ", text[1:-1])
    return re.sub(
        r"\\(.)", lambda escaped: {"n": "\n", "t": "\t"}.get(escaped[1], escaped[1]), plain
    )


class Modules:
    """All modules of the tree, by name."""

    def __init__(self, tree):
        self.texts = {}
        for name in tree.files:
            if name.startswith(FOLDERS) and name.endswith(".yang"):
                self.texts[pathlib.Path(name).stem.partition("@")[0]] = parse(tree.read(name))
        if not self.texts:
            raise Fault(f"no YANG modules below {' or '.join(FOLDERS)}")

    @functools.cached_property
    def typedefs(self):
        return self._definitions("typedef")

    @functools.cached_property
    def groupings(self):
        return self._definitions("grouping")

    def _definitions(self, keyword):
        return {
            (module, each.argument): each
            for module, text in self.texts.items()
            for each in text.all(keyword)
        }

    def _home(self, module, name):
        """Returns the module and the local name of a name with or without prefix."""
        prefix, _, local = name.rpartition(":")
        if not prefix or prefix == self.texts[module].get("prefix"):
            return module, local
        for each in self.texts[module].all("import"):
            if each.get("prefix") == prefix:
                return each.argument, local
        raise Fault(f"YANG: module {module} has no prefix {prefix}")

    def nodes(self, module, keyword):
        """Returns the nodes of a module: keyword container, rpc, notification or augment."""
        return [self._node(module, each, True) for each in self.texts[module].all(keyword)]

    def top(self, name):
        """Returns the container "module:name", None if there is none."""
        module, _, local = name.partition(":")
        if module not in self.texts:
            return None
        found = [node for node in self.nodes(module, "container") if node.name == local]
        return found[0] if found else None

    def _node(self, module, statement, config):
        config = statement.get("config", "true" if config else "false") == "true"
        node = Node(
            statement.keyword,
            statement.argument,
            module,
            statement.get("description"),
            keys=tuple(statement.get("key").split()),
            default=statement.get("default"),
            units=statement.get("units"),
            mandatory=statement.get("mandatory") == "true",
            config=config,
        )
        for each in statement.all("type"):
            node.type = self.resolve(module, each)
            node.default = node.default or node.type.default
            node.units = node.units or node.type.units
        node.below = self._children(module, statement, config)
        for key in node.keys:
            node.child(key).mandatory = True
        return node

    def _children(self, module, statement, config):
        found = []
        for each in statement.below:
            if each.keyword in (*DATA, "input", "output"):
                found.append(self._node(module, each, config))
            elif each.keyword == "uses":
                found += self._used(module, each, config)
        return found

    def _used(self, module, uses, config):
        home = self._home(module, uses.argument)
        nodes = self._children(home[0], self.groupings[home], config)
        for node in nodes:
            _rename(node, module)
        for refine in uses.all("refine"):
            holder = Node("", "", "", below=nodes)
            for step in refine.argument.split("/"):
                holder = holder.child(step)
            holder.default = refine.get("default", holder.default)
            holder.description = refine.get("description", holder.description)
        return nodes

    def resolve(self, module, statement):
        """Returns the Type of a statement "type" of a module."""
        name = statement.argument
        if name in TYPES:
            found = Type(name, name)
        else:
            home = self._home(module, name)
            typedef = self.typedefs.get(home)
            if typedef is None:
                return Type(name, "string")
            found = self.resolve(home[0], typedef.all("type")[0])
            found.name = home[1]
            found.units = typedef.get("units") or found.units
            found.default = typedef.get("default") or found.default
            found.description = typedef.get("description")
        found.ranges = statement.get("range") or found.ranges
        found.lengths = statement.get("length") or found.lengths
        found.patterns = found.patterns + [
            (each.argument, each.get("modifier") == "invert-match")
            for each in statement.all("pattern")
        ]
        found.enums = {
            each.argument: each.get("description") for each in statement.all("enum")
        } or found.enums
        return found


def _rename(node, module):
    node.module = module
    for each in node.below:
        _rename(each, module)
