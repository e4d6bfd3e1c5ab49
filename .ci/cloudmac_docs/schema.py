# SPDX-License-Identifier: Apache-2.0
"""Compares the pages' examples of RESTCONF with the YANG modules."""
from . import yang
from .examples import read
from .markdown import Page
from .problems import Problem

WIDE = ("int64", "uint64", "decimal64")
"""Types whose values are strings in JSON (RFC 7951)."""
OF_VIRTUAL_STATIONS = (
    "operations/cloudmac:hand-over-virtual-station",
    "data/cloudmac-state:cloudmac-state/virtual-stations",
)
"""The network of the examples has no virtual station, so an example of a refusal suffices."""


def check(tree):
    """Returns the problems of all examples, and a problem for each RPC and tree without one."""
    found, every = [], []
    for name in tree.pages():
        examples, problems = read(Page(name, tree.read(name)))
        found += problems
        every += examples
    modules = yang.modules(tree.top)
    for example in every:
        found += [Problem(example.page, example.line, text) for text in faults(modules, example)]
    good = {
        example.place
        for example in every
        if example.status < 400 or example.place in OF_VIRTUAL_STATIONS
    }
    lacking = [place for place in wanted(modules) if place not in good]
    return found + [Problem("docs", 0, f"no example of {place}: add one") for place in lacking]


def wanted(modules):
    """Yields the path of each RPC and of each tree, which need an example."""
    for name, module in modules.items():
        for rpc in module.search("rpc"):
            yield f"operations/{name}:{rpc.arg}"
        for top in module.search("container"):
            place = f"data/{name}:{top.arg}"
            if all(each.keyword == "container" for each in top.i_children):
                yield from (f"{place}/{each.arg}" for each in top.i_children)
            else:
                yield place


def faults(modules, example):
    """Returns in what an example differs from the YANG modules."""
    resource, _, path = example.place.partition("/")
    first, *steps = path.split("/")
    module = first.partition(":")[0]
    if module not in modules:
        return []
    node = yang.child(modules[module], first.partition(":")[2])
    for step in steps:
        node = node and yang.child(node, step.partition("=")[0])
    if node is None:
        return [f"YANG has no {path}: correct the path"]
    succeeds = example.status < 400
    if resource == "operations":
        found = document_faults(node.search_one("input"), f"{module}:input", example.body, True)
        output = node.search_one("output")
        has_output = output is not None and bool(output.i_children)
        if succeeds and example.status != (200 if has_output else 204):
            return found + [f"{first} answers {200 if has_output else 204}, not {example.status}"]
        if succeeds and has_output:
            found += document_faults(output, f"{module}:output", example.answer, False)
        return found
    member, found = f"{module}:{node.arg}", []
    if succeeds and example.method == "GET":
        found += document_faults(node, member, example.answer, False)
    elif succeeds and example.answer is not None:
        found.append(f"{example.method} has no body in its answer")
    if example.method in ("PUT", "PATCH"):
        found += document_faults(node, member, example.body, True)
    return found


def document_faults(node, member, document, is_complete):
    """Returns the faults of a document with one member for a node. is_complete: mandatory
    nodes must be there."""
    if not isinstance(document, dict) or list(document) != [member]:
        return [f'the JSON must have the one member "{member}"']
    return list(_faults(node, document[member], member, is_complete))


def _faults(node, value, where, is_complete):
    if node.keyword in ("list", "leaf-list"):
        if not isinstance(value, list):
            yield f"{where} is no list"
            return
        one = _leaf_faults if node.keyword == "leaf-list" else _members_faults
        for each in value:
            yield from one(node, each, where, is_complete)
    elif node.keyword == "leaf":
        yield from _leaf_faults(node, value, where, is_complete)
    else:
        yield from _members_faults(node, value, where, is_complete)


def _members_faults(node, value, where, is_complete):
    if not isinstance(value, dict):
        yield f"{where} is no object"
        return
    for name, below in value.items():
        child = yang.child(node, name.rpartition(":")[2])
        if child is None:
            yield f"YANG has no {where}/{name}"
        else:
            yield from _faults(child, below, f"{where}/{name}", is_complete)
    for child in node.i_children:
        is_key = getattr(child, "i_is_key", False)
        is_mandatory = is_key or (is_complete and yang.text_of(child, "mandatory") == "true")
        if is_mandatory and child.arg not in value:
            yield f"{where} lacks {child.arg}"


def _leaf_faults(node, value, where, _is_complete):
    statement = node.search_one("type")
    spec, errors = statement.i_type_spec, []
    if spec is None:
        return  # of a module that pyang does not have
    base = spec
    while base.base is not None:
        base = base.base
    if base.name == "boolean":
        right = isinstance(value, bool)
    elif getattr(base, "is_int", False) and base.name not in WIDE:
        right = isinstance(value, int) and not isinstance(value, bool)
    else:
        right = isinstance(value, str)
    if not right:
        yield f"{where}: {value!r} has not the JSON type of {base.name}"
        return
    if getattr(base, "is_int", False) or base.name == "decimal64":
        value = spec.str_to_val(errors, statement.pos, str(value), statement.i_module)
    if value is not None:
        spec.validate(errors, statement.pos, value, statement.i_module)
    yield from (f"{where}: {' '.join(map(str, args))}" for _, _, args in errors)
