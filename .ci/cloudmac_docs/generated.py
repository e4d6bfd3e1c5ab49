# SPDX-License-Identifier: Apache-2.0
"""Generated parts of pages. They stand between "<!-- generated: NAME -->" and "<!-- end -->".

Each module of this package can have GENERATORS: name -> function. The function takes the Tree
and returns Markdown. "NAME ARGUMENT" in the mark passes the rest of the line as second one.

A module can also make files: draw(top) makes those that are out of date and returns their names,
stale(top) returns the names and changes nothing."""
import importlib
import pathlib
import pkgutil
import re

from .problems import Problem

BEGIN = re.compile(r"<!-- generated: (\S+)(?: (.*?))? -->\s*$")
END = "<!-- end -->"


class Fault(Exception):
    """A generator cannot read its source; the message says what to do."""


def modules():
    """Returns all modules of the package."""
    return [
        importlib.import_module(f"{__package__}.{module.name}")
        for module in pkgutil.iter_modules([str(pathlib.Path(__file__).parent)])
    ]


def generators():
    """Returns all generators of the package by name."""
    found = {}
    for module in modules():
        found.update(getattr(module, "GENERATORS", {}))
    return found


def renew(tree, name, text, known):
    """Returns a page's text with its generated parts made anew, and the problems of its marks.

    known: name -> generator."""
    lines, problems = [], []
    source = iter(enumerate(text.splitlines(), 1))
    for number, line in source:
        lines.append(line)
        begin = BEGIN.match(line)
        if not begin:
            continue
        kept, closed = _part(source)
        made = None
        if not closed:
            problems.append(Problem(name, number, f"this generated part has no {END}: add it"))
        elif begin[1] not in known:
            listed = ", ".join(sorted(known))
            problems.append(Problem(name, number, f"no generator {begin[1]}; there are: {listed}"))
        else:
            try:
                arguments = [begin[2]] if begin[2] else []
                made = known[begin[1]](tree, *arguments).strip("\n").split("\n")
            except Fault as fault:
                problems.append(Problem(name, number, f"{begin[1]}: {fault}"))
        lines += kept if made is None else ["", *made, ""]
        lines += [END] if closed else []
    return "\n".join(lines) + "\n", problems


def _part(source):
    """Returns the lines up to the end of a generated part, and whether it has an end."""
    kept = []
    for _, line in source:
        if line.strip() == END:
            return kept, True
        kept.append(line)
    return kept, False


def first_difference(old, new):
    """Returns the number of the first line that differs, from 1; 0 if none does."""
    before, after = old.splitlines(), new.splitlines()
    for number, pair in enumerate(zip(before, after), 1):
        if pair[0] != pair[1]:
            return number
    return 0 if len(before) == len(after) else min(len(before), len(after)) + 1


def check(tree):
    """Returns a problem for each page whose generated parts are not up to date."""
    known, found = generators(), []
    for name in tree.pages():
        text = tree.read(name)
        new, problems = renew(tree, name, text, known)
        found += problems
        line = first_difference(text, new)
        if line and not problems:
            found.append(
                Problem(name, line, 'a generated part is out of date: run "./cloudmac docs"')
            )
    for module in modules():
        for name in getattr(module, "stale", lambda top: [])(tree.top):
            found.append(Problem(name, 0, 'is out of date: run "./cloudmac docs"'))
    return found


def write(tree):
    """Makes all generated parts and files anew, in place. Returns the names of what changed, and
    the problems."""
    known, changed, found = generators(), [], []
    for module in modules():
        changed += getattr(module, "draw", lambda top: [])(tree.top)
    for name in tree.pages():
        text = tree.read(name)
        new, problems = renew(tree, name, text, known)
        found += problems
        if new != text and first_difference(text, new):
            (tree.top / name).write_text(new, encoding="utf-8")
            changed.append(name)
    return changed, found
