# SPDX-License-Identifier: Apache-2.0
"""Checks the number and the length of pages, and that readers can find each of them."""
import yaml

from .problems import Problem
from .rendered import is_docs

MAX_PAGES, MAX_WORDS, MAX_LINES = 44, 60_000, 300
MAX_README_LINES = 60
CONFIGURATION = "mkdocs.yml"


def check(tree):
    """Returns the problems of all pages and READMEs."""
    texts = {name: tree.read(name) for name in tree.pages()}
    docs = {name: text for name, text in texts.items() if is_docs(name)}
    found = [
        Problem(name, 0, f"{lines} lines, at most {most} are allowed: say less, or link")
        for name, text in texts.items()
        for lines, most in [(len(text.splitlines()), _most_lines(name))]
        if lines > most
    ]
    if len(docs) > MAX_PAGES:
        found.append(Problem("docs", 0, f"{len(docs)} pages, at most {MAX_PAGES} are allowed"))
    words = sum(len(text.split()) for text in docs.values())
    if words > MAX_WORDS:
        found.append(Problem("docs", 0, f"{words} words, at most {MAX_WORDS} are allowed"))
    listed = set(navigation(yaml.safe_load(tree.read(CONFIGURATION)).get("nav") or []))
    for name in sorted(set(docs) - listed):
        found.append(Problem(name, 0, f"is not in the nav of {CONFIGURATION}: add it there"))
    return found


def _most_lines(name):
    if is_docs(name):
        return MAX_LINES
    return MAX_README_LINES if name.endswith("/README.md") else float("inf")


def navigation(entry):
    """Yields the names of the pages in the nav."""
    if isinstance(entry, str):
        yield f"docs/{entry}"
    else:
        for below in entry.values() if isinstance(entry, dict) else entry:
            yield from navigation(below)
