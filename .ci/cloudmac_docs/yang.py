# SPDX-License-Identifier: Apache-2.0
"""Tables of settings, state, operations and notifications, from the YANG modules."""
import functools

from pyang import context, repository, types

from .tree import TOP
from .tables import code, table

FOLDERS = ("cloudmac-api/src/main/yang", "cloudmac-ovsdb/model/src/main/yang")
WITHOUT_ROW = ("container", "choice", "case")


@functools.lru_cache
def modules(top=TOP):
    """Returns name -> module, as pyang's statements, of all modules in FOLDERS.

    OpenDaylight's modules, which cloudmac-ovsdb augments, come with a build only. Other errors
    raise ValueError."""
    known = context.Context(repository.FileRepository("", use_env=False))
    found = {}
    for path in sorted(path for folder in FOLDERS for path in (top / folder).glob("*.yang")):
        module = known.add_module(str(path), path.read_text(encoding="utf-8"))
        found[path.stem.partition("@")[0]] = module
    known.validate()
    errors = [
        f"{at}: {tag} {about}" for at, tag, about in known.errors if tag != "MODULE_NOT_FOUND"
    ]
    if errors:
        raise ValueError("\n".join(errors))
    return found


def find(path, top=TOP):
    """Returns the statement of "module:name/name". Raises KeyError."""
    module, _, rest = path.partition(":")
    node = modules(top)[module]
    for name in filter(None, rest.split("/")):
        node = child(node, name)
        if node is None:
            raise KeyError(f"no {path} in the YANG modules")
    return node


def child(node, name):
    """Returns the child of this name, also below choices; None if there is none."""
    for each in getattr(node, "i_children", ()):
        if each.keyword in ("choice", "case"):
            below = child(each, name)
            if below is not None:
                return below
        elif each.arg == name:
            return each
    return None


def rows(node, path="", skip=()):
    """Yields path and statement of the leaves and lists below a node. skip: names left out."""
    for each in node.i_children:
        if each.keyword in ("choice", "case"):
            yield from rows(each, path, skip)
        elif each.arg not in skip:
            here = f"{path}/{each.arg}".lstrip("/")
            if each.keyword not in WITHOUT_ROW:
                yield here, each
            if each.keyword in ("container", "list"):
                yield from rows(each, here, skip)


def text_of(node, keyword):
    """Returns the text of a substatement on one line, "" if there is none."""
    found = node.search_one(keyword)
    return " ".join(found.arg.split()) if found is not None else ""


def inherited(node, keyword):
    """Returns the text of a substatement of a leaf or else of its typedefs."""
    while node is not None:
        if text_of(node, keyword):
            return text_of(node, keyword)
        kind = node.search_one("type")
        node = kind.i_typedef if kind is not None else None
    return ""


def values(node):
    """Returns the values that a node can have, with their unit."""
    if node.keyword == "list":
        return f"list by {code(node.search_one('key').arg)}" if node.search_one("key") else "list"
    kind = node.search_one("type")
    spec, words = kind.i_type_spec, kind.arg.rpartition(":")[2]
    if isinstance(spec, types.EnumTypeSpec):
        words = ", ".join(code(name) for name, _ in spec.enums)
    elif isinstance(spec, types.RangeTypeSpec):
        words = spans(spec.ranges)
    elif words == "string" and kind.search_one("length") is not None:
        words = f"string of {kind.search_one('length').arg.replace('..', ' to ')} characters"
    many = "any number of: " if node.keyword == "leaf-list" else ""
    return f"{many}{words} {inherited(node, 'units')}".strip()


def spans(ranges):
    """Returns ranges as text: "1 to 5, 9"."""
    return ", ".join(f"{low} to {high}" if high is not None else str(low) for low, high in ranges)


def meaning(node):
    """Returns the description, with those of the values that the leaf itself defines."""
    kind = node.search_one("type")
    enums = kind.search("enum") if kind is not None else ()
    own = [f"{code(each.arg)}: {text_of(each, 'description')}" for each in enums]
    return " ".join([text_of(node, "description"), *own])


def default(node):
    """Returns the default, or "mandatory"."""
    if text_of(node, "mandatory") == "true" or getattr(node, "i_is_key", False):
        return "mandatory"
    return code(inherited(node, "default") if node.keyword != "list" else "")


def settings(path, level=3):
    """Sections with the settings of each container below a configuration tree."""
    return sections(path, level, ["setting", "values", "default", "meaning"], (values, default))


def state(path, level=3):
    """Sections with the members of each container below a state tree."""
    return sections(path, level, ["member", "values", "meaning"], (values,))


def sections(path, level, columns, functions):
    """One section a container, or one for all if the tree has other nodes too."""
    node = find(path)
    parts = [each for each in node.i_children if each.keyword == "container"]
    if len(parts) < len(node.i_children) or not parts:
        parts = [node]
    return "\n".join(section(each, level, columns, functions) for each in parts)


def section(node, level, columns, functions=(values,), skip=()):
    """A heading, the description and a table of what is below a node."""
    lines = [
        [code(path), *(function(each) for function in functions), meaning(each)]
        for path, each in rows(node, "", skip)
    ]
    title = node.arg.rpartition(":")[2] if node.keyword == "augment" else node.arg
    head = f"{'#' * level} {title}\n\n{text_of(node, 'description')}\n\n"
    return head + (table(columns, lines) if lines else "")


def operations(module, level=3):
    """Sections with input and output of each RPC of a module."""
    return "\n".join(operation(rpc, level) for rpc in modules()[module].search("rpc"))


def operation(rpc, level):
    """A section with input and output of an RPC. The parameters of a policy's strategies are left
    out, because the settings list them."""
    policy = find("cloudmac:cloudmac/qos/policy")
    strategies = [each.arg for each in policy.i_children if each.keyword == "container"]
    lines = [
        [way.keyword, code(path), values(node), default(node), meaning(node)]
        for way in sorted(rpc.i_children, key=lambda way: way.keyword)
        for path, node in rows(way, "", strategies)
    ]
    shown = table(["", "member", "values", "default", "meaning"], lines) if lines else ""
    return f"{'#' * level} {rpc.arg}\n\n{text_of(rpc, 'description')}\n\n{shown}"


def notifications(module, level=3):
    """Sections with the members of each notification of a module."""
    columns = ["member", "values", "meaning"]
    return "\n".join(
        section(each, level, columns) for each in modules()[module].search("notification")
    )


def kept(node):
    """Returns the datastore in which a member of an augment is kept."""
    return "state" if node.i_config is False else "configuration"


def augments(module, level=3):
    """Sections with what a module adds to the trees of others."""
    columns = ["member", "values", "kept in", "meaning"]
    found = modules()[module].search("augment")
    return "\n".join(section(each, level, columns, (values, kept)) for each in found)


def typedefs(module):
    """Table of the types that a module defines."""
    lines = [
        [code(each.arg), values(each), meaning(each)]
        for each in modules()[module].search("typedef")
    ]
    return table(["type", "values", "meaning"], lines)


MACROS = {
    "settings": settings,
    "state": state,
    "operations": operations,
    "notifications": notifications,
    "augments": augments,
    "types": typedefs,
}
