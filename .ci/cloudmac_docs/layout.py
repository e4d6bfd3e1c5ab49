# SPDX-License-Identifier: Apache-2.0
"""Checks the length of the site's pages, and that readers can find each of them."""
import yaml

from .problems import Problem

MAX_LINES = 300
CONFIGURATION = "mkdocs.yml"


def check(tree, pages):
    """Returns the problems of pages below docs/."""
    listed = set(navigation(tree))
    found = []
    for name, page in pages.items():
        if not name.startswith("docs/"):
            continue
        if len(page.lines) > MAX_LINES:
            found.append(
                Problem(
                    name, 0, f"{len(page.lines)} lines, at most {MAX_LINES} are allowed: split it"
                )
            )
        if name not in listed:
            found.append(Problem(name, 0, f"is not in the nav of {CONFIGURATION}: add it there"))
    missing = listed - set(pages)
    text = tree.read(CONFIGURATION).splitlines()
    for name in sorted(missing):
        short = name.removeprefix("docs/")
        line = next((number for number, row in enumerate(text, 1) if short in row), 0)
        found.append(Problem(CONFIGURATION, line, f"nav lists {name}, which does not exist"))
    return found


def navigation(tree):
    """Yields the names of the pages in the nav."""
    yield from _targets(yaml.safe_load(tree.read(CONFIGURATION)).get("nav") or [])


def _targets(entry):
    if isinstance(entry, str):
        yield f"docs/{entry}"
    elif isinstance(entry, dict):
        for below in entry.values():
            yield from _targets(below)
    else:
        for below in entry:
            yield from _targets(below)
