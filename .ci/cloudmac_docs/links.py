# SPDX-License-Identifier: Apache-2.0
"""Checks links and images of pages. It does not fetch links to other sites."""
import posixpath
import re
import urllib.parse

from . import markdown
from .problems import Problem

ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def check(tree, pages):
    """Returns the problems of all links. pages: name -> markdown.Page of all pages."""
    names = set(tree.files)
    folders = {parent for name in names for parent in _parents(name)}
    found = []
    for page in pages.values():
        for line, target in page.links:
            if ELSEWHERE.match(target):
                continue
            text = _fault(page, target, pages, names, folders)
            if text:
                found.append(Problem(page.name, line, text))
    return found


def _parents(name):
    while name:
        name = posixpath.dirname(name)
        yield name


def _fault(page, target, pages, names, folders):
    path, _, anchor = urllib.parse.unquote(target).partition("#")
    name = page.name
    if path:
        name = posixpath.normpath(posixpath.join(posixpath.dirname(page.name), path))
        if page.name.startswith("docs/") and not name.startswith("docs/"):
            return (
                f"the link {target} leads out of docs/, which the site does not have: "
                "write the path in backticks"
            )
        folder = "" if name == "." else name
        if name not in names and folder not in folders:
            return f"the link {target} leads to {name}, which does not exist: correct the path"
    if not anchor:
        return ""
    if name not in pages:
        return f"the link {target} has an anchor, but {name} is no page: remove the anchor"
    slugs = [markdown.forge_slug]
    if page.name.startswith("docs/"):
        slugs.append(markdown.site_slug)
    if any(anchor not in pages[name].anchors(slug) for slug in slugs):
        known = set.intersection(*(pages[name].anchors(slug) for slug in slugs))
        return f"the link {target} has no heading in {name}; it has: {', '.join(sorted(known))}"
    return ""
