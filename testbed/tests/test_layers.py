# SPDX-License-Identifier: Apache-2.0
"""Which modules of the testbed import which. No lab runs."""
import ast
import functools

import pytest
from conftest import TESTBED
from cloudmac_testbed import keeping

PACKAGE = TESTBED / "cloudmac_testbed"
SHARED = ("guest", "wires", "topologies")
"""Folders of the package that are no experiment's."""
EXPERIMENTS = sorted(
    path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name[0] != "_"
)
EXPERIMENTS = [name for name in EXPERIMENTS if name not in SHARED]


def module_files(folder, words):
    """Returns the files of a module of the testbed that an import names; none if it is another's.
    words: of the dotted name; the last one may be a name in the module."""
    for end in (len(words), len(words) - 1):
        place = folder.joinpath(*words[:end])
        if end and place.with_suffix(".py").is_file():
            return {place.with_suffix(".py")}
        if end and (place / "__init__.py").is_file():
            return {place / "__init__.py"}
    return set()


@functools.cache
def imported(path):
    """Returns the files of the testbed that a file imports, also within functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            folder = path.parents[node.level - 1] if node.level else TESTBED
            words = node.module.split(".") if node.module else []
            for name in node.names:
                found |= module_files(folder, [*words, name.name])
        elif isinstance(node, ast.Import):
            for name in node.names:
                found |= module_files(TESTBED, name.name.split("."))
    return found


def reached(paths):
    """Returns these files, and all of the testbed that they import directly or not."""
    found, waiting = set(), list(paths)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += imported(path)
    return found


def folders(paths):
    return {path.parent.name for path in paths if PACKAGE in path.parents}


def test_imports_are_found():
    assert {"hostile", "sizing"} <= set(EXPERIMENTS)
    found = reached([PACKAGE / "guest" / "frame_cost.py"])
    names = {str(path.relative_to(TESTBED)) for path in found}
    assert {
        "cloudmac_testbed/calls.py",
        "cloudmac_testbed/guest/vap_host.py",
        "cloudmac_testbed/wires/dot11.py",
        "cloudmac_wire/tag.py",
    } <= names
    assert "hybrid" in folders(reached([PACKAGE / "__main__.py"]))


@pytest.mark.parametrize(
    "folder, below",
    [
        ("wires", {PACKAGE.name, "wires"}),
        ("guest", {PACKAGE.name, "wires", "guest"}),
    ],
)
def test_what_experiments_share_imports_nothing_of_theirs(folder, below):
    for path in (PACKAGE / folder).glob("*.py"):
        assert folders(reached([path])) <= below, path.name


def test_kept_results_depend_on_all_that_the_guest_imports():
    wanted = reached((PACKAGE / "guest").glob("*.py")) | reached((PACKAGE / "wires").glob("*.py"))
    assert wanted - set(keeping.sources()) == set()


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.stem)
def test_no_module_imports_itself_by_way_of_others(path):
    assert path not in reached(imported(path) - {PACKAGE / "__init__.py"})
