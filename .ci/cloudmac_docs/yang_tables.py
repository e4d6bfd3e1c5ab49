# SPDX-License-Identifier: Apache-2.0
"""Tables of settings, state, operations and notifications, from the YANG modules."""
import re

from .generated import Fault
from .tables import code, table
from .yang import Modules

NO_CELLS = ("container", "choice", "case")


def rows_below(node, path="", skip=()):
    """Yields path and node of all leaves and lists below a node. skip: names of containers."""
    for each in node.below:
        here = f"{path}/{each.name}".lstrip("/")
        if each.kind in ("choice", "case"):
            yield from rows_below(each, path, skip)
        elif each.name not in skip:
            if each.kind == "list":
                here += "=" + ",".join(key.upper() for key in each.keys)
            if each.kind not in NO_CELLS:
                yield here, each
            yield from rows_below(each, here, skip)


def type_text(node):
    """Returns the type with its range and its values, as text."""
    if node.kind == "list":
        return "list"
    if node.type.enums:
        words = ", ".join(code(name) for name in node.type.enums)
    elif node.type.base == "string":
        words = node.type.name if node.type.name != "string" else "string"
        if node.type.lengths and node.type.name == "string":
            words += f" of {span(node.type.lengths)} characters"
    elif node.type.ranges:
        words = span(node.type.ranges)
    else:
        words = node.type.name
    return f"any number of: {words}" if node.kind == "leaf-list" else words


def span(ranges):
    """Returns a range as text: "1..5 | 9" becomes "1 to 5, 9"."""
    return ", ".join(part.strip().replace("..", " to ") for part in ranges.split("|"))


def type_and_unit(node):
    return " ".join(filter(None, (type_text(node), node.units)))


def with_values(node):
    """Returns the description, with the meaning of the values of an enumeration."""
    meanings = [
        f"`{name}`: {text}" for name, text in (node.type.enums if node.type else {}).items() if text
    ]
    own = node.type and node.type.name == "enumeration"
    return " ".join([node.description, *(meanings if own else [])])


def short(path):
    """Returns the path without the keys of lists, which the rows of the lists show."""
    return re.sub(r"=[^/]*(?=/)", "", path)


def find(tree, path):
    """Returns the node of a path of names: "module:container/name"."""
    first, *rest = path.split("/")
    node = Modules(tree).top(first)
    for name in rest:
        node = node and node.child(name)
    if node is None:
        raise Fault(f"no {path} in the YANG modules: correct the argument of the mark")
    return node


def settings(tree, argument):
    """Table of a configuration tree. argument: its path, and containers to leave out."""
    path, *skip = argument.split(" without ")
    node = find(tree, path)
    skipped = skip[0].split() if skip else ()
    rows = [
        [code(short(at)), type_and_unit(each), default_text(each), with_values(each)]
        for at, each in rows_below(node, "", skipped)
    ]
    return table(["setting", "values", "default", "meaning"], rows)


def default_text(node):
    if node.mandatory:
        return "mandatory"
    return code(node.default)


def state(tree, path):
    """Table of a state tree."""
    rows = [
        [code(short(at)), type_and_unit(each), with_values(each)]
        for at, each in rows_below(find(tree, path))
    ]
    return table(["member", "values", "meaning"], rows)


def operation(tree, argument):
    """What an RPC does, with its input and output. argument: its module and its name."""
    module, name = argument.split()
    rpcs = {each.name: each for each in Modules(tree).nodes(module, "rpc")}
    if name not in rpcs:
        raise Fault(f"no rpc {name} in module {module}")
    rows = []
    for way in rpcs[name].below:
        skip = QOS_CONTAINERS if way.kind == "input" else ()
        rows += [
            [way.kind, code(short(at)), type_and_unit(each), default_text(each), with_values(each)]
            for at, each in rows_below(way, "", skip)
        ]
    columns = ["", "member", "values", "default", "meaning"]
    return f"{rpcs[name].description}\n\n{table(columns, rows)}"


QOS_CONTAINERS = ("htb", "hfsc", "prio", "cake", "sfq", "codel", "fq-codel", "pie", "fq-pie")


def notifications(tree, module):
    """All notifications of a module with their members."""
    parts = []
    for each in Modules(tree).nodes(module, "notification"):
        rows = [
            [code(short(at)), type_and_unit(node), with_values(node)]
            for at, node in rows_below(each)
        ]
        parts += [f"### {each.name}\n", f"{each.description}\n"]
        parts.append(table(["member", "values", "meaning"], rows))
    return "\n".join(parts)


def augments(tree, module):
    """The augments of a module: what they add to the trees of others."""
    parts = []
    for each in Modules(tree).nodes(module, "augment"):
        rows = [
            [
                code(short(at)),
                type_and_unit(node),
                "" if node.config else "state",
                with_values(node),
            ]
            for at, node in rows_below(each)
        ]
        place = "/".join(part.rpartition(":")[2] for part in each.name.split("/"))
        parts += [f"### {place}\n".replace("### /", "### "), f"{each.description}\n"]
        parts.append(table(["member", "values", "", "meaning"], rows))
    return "\n".join(parts)


def types(tree, module):
    """The types of a module that other tables name, with their meaning."""
    modules = Modules(tree)
    rows = []
    for (home, name), typedef in modules.typedefs.items():
        if home == module:
            kind = modules.resolve(module, typedef.all("type")[0])
            text = f"{span(kind.ranges) if kind.ranges else ''} {typedef.get('units')}"
            rows.append([code(name), kind.base, text.strip(), typedef.get("description")])
    return table(["type", "of", "values", "meaning"], rows)


def values(tree, argument):
    """The values of an enumeration type and what they mean."""
    module, name = argument.split()
    modules = Modules(tree)
    typedef = modules.typedefs.get((module, name))
    if typedef is None:
        raise Fault(f"no type {name} in module {module}")
    kind = typedef.all("type")[0]
    rows = [[code(each.argument), each.get("description")] for each in kind.all("enum")]
    return table(["value", "meaning"], rows)


GENERATORS = {
    "settings": settings,
    "state": state,
    "operation": operation,
    "notifications": notifications,
    "augments": augments,
    "types": types,
    "values": values,
}
