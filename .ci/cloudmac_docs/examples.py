# SPDX-License-Identifier: Apache-2.0
"""Examples of RESTCONF in pages: a block "sh request" with one call of c, and the next block,
"http", with its answer.

The check compares them with the YANG modules. A test of the lab sends them to a controller and
compares the answers (testbed/tests/test_documented_requests.py)."""
import dataclasses
import json
import re
import shlex

from .problems import Problem
from .yang import FOLDERS, Modules

REQUEST, ANSWER = "sh request", "http"
VARIABLES = {
    "R": "http://127.0.0.1:8181/rests",
    "S": "$R/data/cloudmac-state:cloudmac-state",
    "C": "$R/data/cloudmac:cloudmac",
}
"""Of the shell, as the page on RESTCONF sets them."""
STATUS = re.compile(r"HTTP/1\.1 (\d{3}) .+")
WIDE = ("int64", "uint64", "decimal64")
"""Types whose values are strings in JSON (RFC 7951)."""
LIMITS = {
    f"{sign}int{bits}": (0 if sign else -(2 ** (bits - 1)), 2 ** (bits if sign else bits - 1) - 1)
    for sign in ("", "u")
    for bits in (8, 16, 32, 64)
}


OF_VIRTUAL_STATIONS = (
    "operations/cloudmac:hand-over-virtual-station",
    "data/cloudmac-state:cloudmac-state/virtual-stations",
)


class Malformed(Exception):
    """A block is not an example; the message says what to do."""


@dataclasses.dataclass(frozen=True)
class Example:
    """A request and its answer. path: behind /rests/, with its query; body, answer: of JSON, None
    if there is none."""

    page: str
    line: int
    method: str
    path: str
    body: object
    status: int
    answer: object

    @property
    def place(self):
        return self.path.partition("?")[0]


def read(page):
    """Returns the examples of a page in order, and the problems of its blocks."""
    found, problems = [], []
    for index, block in enumerate(page.blocks):
        if block.info != REQUEST:
            continue
        try:
            if page.blocks[index + 1 : index + 2] == []:
                raise Malformed(f'no block "{ANSWER}" with the answer follows: add it')
            method, path, body = request(block.text)
            status, answer = answered(page.blocks[index + 1])
            found.append(Example(page.name, block.line, method, path, body, status, answer))
        except Malformed as fault:
            problems.append(Problem(page.name, block.line, str(fault)))
    return found, problems


def request(text):
    """Returns method, path and body of a call of c. Raises Malformed."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise Malformed(f"the shell cannot read it: {error}") from None
    if not words or words.pop(0) != "c":
        raise Malformed("a request is one call of c")
    method, body, address = "GET", None, ""
    while words:
        word = words.pop(0)
        if word in ("-X", "-d") and words:
            value = words.pop(0)
            method, body = (value, body) if word == "-X" else (method, _json(value))
        elif word.startswith("-") or address:
            raise Malformed(f"c takes -X METHOD, -d BODY and one address, not {word}")
        else:
            address = word
    for name, value in reversed(VARIABLES.items()):
        address = re.sub(rf"\${name}\b", value, address)
    base = f"{VARIABLES['R']}/"
    if not address.startswith(base):
        raise Malformed(f"{address or 'no address'} is not below $R")
    return method, address.removeprefix(base), body


def answered(block):
    """Returns status and body of a block with an answer. Raises Malformed."""
    first, _, rest = block.text.partition("\n")
    status = STATUS.fullmatch(first.strip())
    if block.info != ANSWER or not status:
        raise Malformed(
            f'the next block must be marked "{ANSWER}" and begin with "HTTP/1.1 STATUS TEXT"'
        )
    return int(status[1]), _json(rest) if rest.strip() else None


def _json(text):
    try:
        return json.loads(text)
    except ValueError as error:
        raise Malformed(f"this is not JSON: {error}") from None


def missing(documented, real, where=""):
    """Returns what an answer lacks of the documented one: members, or entries of lists that have
    the same members. Values can differ, but not their types."""
    if isinstance(documented, dict) and isinstance(real, dict):
        return [
            text
            for name, value in documented.items()
            for text in (
                missing(value, real[name], f"{where}/{name}")
                if name in real
                else [f"{where}/{name} is missing"]
            )
        ]
    if isinstance(documented, list) and isinstance(real, list):
        found = []
        for value in documented:
            lacks = [missing(value, each, where) for each in real]
            if [] not in lacks:
                found += min(lacks, key=len, default=[f"{where} has no entry"])
        return found
    if type(documented) is not type(real):
        return [f"{where} is {real!r}, not of the type of {documented!r}"]
    return []


def check(tree, pages):
    """Returns the problems of all examples, and a problem for each RPC and tree without one."""
    found, every = [], []
    for page in pages.values():
        examples, problems = read(page)
        found += problems
        every += examples
    if not any(name.startswith(FOLDERS) for name in tree.files):
        return found
    modules = Modules(tree)
    for example in every:
        found += [Problem(example.page, example.line, text) for text in faults(modules, example)]
    return found + [
        Problem("docs/reference/restconf.md", 0, f"no example of {place} in any page: add one")
        for place in lacking(modules, every)
    ]


def lacking(modules, every):
    """Returns the places that need an example and have none that succeeds. The network of the
    examples has no virtual station: there a refused example suffices."""
    good = {
        example.place
        for example in every
        if example.status < 400 or example.place in OF_VIRTUAL_STATIONS
    }
    return [place for place in wanted(modules) if place not in good]


def wanted(modules):
    """Yields the path of each RPC and of each tree, which need an example."""
    for module in modules.texts:
        for rpc in modules.nodes(module, "rpc"):
            yield f"operations/{module}:{rpc.name}"
        for top in modules.nodes(module, "container"):
            place = f"data/{module}:{top.name}"
            if all(each.kind == "container" for each in top.below):
                yield from (f"{place}/{each.name}" for each in top.below)
            else:
                yield place


def faults(modules, example):
    """Returns in what an example differs from the YANG modules."""
    resource, _, path = example.place.partition("/")
    first, *steps = path.split("/")
    module, _, name = first.partition(":")
    if module not in modules.texts:
        return []
    if resource == "operations":
        return _operation_faults(modules, module, name, example)
    node = modules.top(first)
    for step in steps:
        node = node and node.child(step.partition("=")[0])
    if node is None:
        return [f"YANG has no {path}: correct the path"]
    found = []
    member = f"{module}:{node.name}"
    if example.status < 400 and example.method == "GET":
        found += _member_faults(node, member, example.answer, False)
    elif example.answer is not None and example.status < 400:
        found.append(f"{example.method} has no body in its answer")
    if example.method in ("PUT", "PATCH"):
        found += _member_faults(node, member, example.body, True)
    return found


def _operation_faults(modules, module, name, example):
    rpc = next((each for each in modules.nodes(module, "rpc") if each.name == name), None)
    if rpc is None:
        return [f"YANG has no rpc {module}:{name}"]
    ways = {each.kind: each for each in rpc.below}
    found = _member_faults(ways["input"], f"{module}:input", example.body, True)
    if example.status >= 400:
        return found
    expected = 200 if "output" in ways else 204
    if example.status != expected:
        found.append(f"{name} answers {expected}, not {example.status}")
    elif "output" in ways:
        found += _member_faults(ways["output"], f"{module}:output", example.answer, False)
    return found


def _member_faults(node, member, document, is_complete):
    """Returns the faults of a document with one member for a node. is_complete: mandatory
    nodes must be there."""
    if not isinstance(document, dict) or list(document) != [member]:
        return [f'the JSON must have the one member "{member}"']
    return list(_faults(node, document[member], member, is_complete))


def _faults(node, value, where, is_complete):
    if node.kind in ("list", "leaf-list"):
        if not isinstance(value, list):
            yield f"{where} is no list"
            return
        for each in value:
            yield from (
                _leaf_faults(node, each, where)
                if node.kind == "leaf-list"
                else _members_faults(node, each, where, is_complete)
            )
    elif node.kind == "leaf":
        yield from _leaf_faults(node, value, where)
    else:
        yield from _members_faults(node, value, where, is_complete)


def _members_faults(node, value, where, is_complete):
    if not isinstance(value, dict):
        yield f"{where} is no object"
        return
    for name, below in value.items():
        child = node.child(name.rpartition(":")[2])
        if child is None:
            yield f"YANG has no {where}/{name}"
        else:
            yield from _faults(child, below, f"{where}/{name}", is_complete)
    needed = [
        each.name
        for each in node.below
        if each.name in node.keys or (is_complete and each.mandatory)
    ]
    yield from (f"{where} lacks {name}" for name in needed if name not in value)


def _leaf_faults(node, value, where):
    kind = node.type
    if kind.base in LIMITS:
        if isinstance(value, str) != (kind.base in WIDE) or isinstance(value, bool):
            yield f"{where}: {value!r} must be a {'string' if kind.base in WIDE else 'number'}"
        elif not _within(kind, int(value)):
            yield f"{where}: {value!r} is not {kind.ranges or kind.base}"
    elif kind.base == "boolean":
        if not isinstance(value, bool):
            yield f"{where}: {value!r} is neither true nor false"
    elif not isinstance(value, str):
        yield f"{where}: {value!r} is no string"
    elif kind.enums and value not in kind.enums:
        yield f"{where}: {value!r} is none of {', '.join(kind.enums)}"
    else:
        for pattern, is_inverted in kind.patterns:
            if bool(re.fullmatch(pattern, value)) == is_inverted:
                yield f"{where}: {value!r} does not fit the pattern {pattern}"


def _within(kind, number):
    spans = [part.strip().split("..") for part in kind.ranges.split("|")] if kind.ranges else []
    low, high = LIMITS[kind.base]
    if not low <= number <= high:
        return False
    return not spans or any(int(span[0]) <= number <= int(span[-1]) for span in spans)
