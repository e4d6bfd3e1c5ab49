# SPDX-License-Identifier: Apache-2.0
"""Settings, state, operations and notifications of the YANG modules, as definition lists."""
import functools

from pyang import context, repository, types

from .tree import TOP
from .marks import code

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
    # Of a union, the last type is the one of today; the others are of older versions.
    kind = kind.search("type")[-1] if kind.arg == "union" else kind
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
    """Returns ", default ...", ", mandatory", or nothing."""
    if text_of(node, "mandatory") == "true" or getattr(node, "i_is_key", False):
        return ", mandatory"
    text = inherited(node, "default") if node.keyword != "list" else ""
    return f", default {code(text)}" if text else ""


def kept(node):
    """Returns ", state" for a member that is in the operational datastore only."""
    return ", state" if node.i_config is False else ""


def definitions(node, more=None, skip=()):
    """Returns a definition list of what is below a node. more: function that returns what follows
    the values; skip: names left out."""
    return "\n".join(
        f"{code(path)}: {values(each)}{more(each) if more else ''}\n:   {meaning(each)}\n"
        for path, each in rows(node, "", skip)
    )


def section(node, level, body):
    """A heading, the description of a node, and a body."""
    title = "#" * level + " " + node.arg.rpartition(":")[2]
    return f"{title}\n\n{text_of(node, 'description')}\n\n{body}\n"


def settings(path, level=3):
    """Sections with the settings of each container below a configuration tree."""
    return sections(path, level, default)


def state(path, level=3):
    """Sections with the members of each container below a state tree."""
    return sections(path, level)


def sections(path, level, more=None):
    """One section a container, or one for all if the tree has other nodes too."""
    node = find(path)
    parts = [each for each in node.i_children if each.keyword == "container"]
    if len(parts) < len(node.i_children) or not parts:
        parts = [node]
    return "\n".join(section(each, level, definitions(each, more)) for each in parts)


def operations(module, level=3):
    """Sections with input and output of each RPC of a module. The parameters of a policy's
    strategies are left out, because the settings list them."""
    policy = find("cloudmac:cloudmac/qos/policy")
    strategies = [each.arg for each in policy.i_children if each.keyword == "container"]
    found = []
    for rpc in modules()[module].search("rpc"):
        ways = {way.keyword: definitions(way, default, strategies) for way in rpc.i_children}
        body = [f"{way.capitalize()}:\n\n{ways[way]}" for way in sorted(ways) if ways[way]]
        found.append(section(rpc, level, "\n".join(body)))
    return "\n".join(found)


def notifications(module, level=3):
    """Sections with the members of each notification of a module."""
    found = modules()[module].search("notification")
    return "\n".join(section(each, level, definitions(each)) for each in found)


def augments(module, level=3):
    """Sections with what a module adds to the trees of others."""
    found = modules()[module].search("augment")
    return "\n".join(section(each, level, definitions(each, kept)) for each in found)


def typedefs(module):
    """A definition list of the types that a module defines."""
    found = modules()[module].search("typedef")
    return "\n".join(f"{code(each.arg)}: {values(each)}\n:   {meaning(each)}\n" for each in found)


MACROS = {
    "settings": settings,
    "state": state,
    "operations": operations,
    "notifications": notifications,
    "augments": augments,
    "types": typedefs,
}
