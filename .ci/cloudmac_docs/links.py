# SPDX-License-Identifier: Apache-2.0
"""Checks links and images of pages, and paths of pages in sources. Links to other sites are not
fetched."""
import posixpath
import re
import urllib.parse

from .problems import Problem
from .rendered import anchors, html_of, is_docs

ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
NAMED = re.compile(r"\bdocs/[\w./-]+\.md\b")
NO_SOURCE = (".md", ".svg", ".json", ".xz", ".png", ".patch")


def check(tree, site, pages):
    """Returns the problems of all links. pages: from rendered.pages()."""
    found = []
    for name, page in pages.items():
        for each in page.select("a[href], img[src]"):
            target = each.get("href") or each.get("src")
            if not ELSEWHERE.match(target):
                text = _fault(tree, site, pages, name, target)
                if text:
                    found.append(Problem(name, 0, f"the link {target} {text}"))
    return found + _sources(tree)


def _fault(tree, site, pages, name, target):
    path, _, anchor = urllib.parse.unquote(target).partition("#")
    goal = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    if is_docs(name):
        goal = re.sub(r"\.html$", ".md", goal)
        made = html_of(site, goal) if goal.endswith(".md") else site / goal.removeprefix("docs/")
        if not is_docs(goal) or not made.is_file() or path.endswith(".md"):
            return "leads to nothing on the site: correct it, or write the path in backticks"
    elif not (tree.top / goal).exists():
        return f"leads to {goal}, which does not exist: correct the path"
    if anchor and goal in pages and anchor not in anchors(pages[goal]):
        return f"has no heading in {goal}; it has: {', '.join(sorted(anchors(pages[goal])))[:300]}"
    return ""


def _sources(tree):
    """Returns a problem for each page that a source names and that does not exist."""
    found, known = [], set(tree.files)
    for name in tree.files:
        # The tests of these checks have pages that do not exist.
        if not name.endswith(NO_SOURCE) and not name.startswith(".ci/tests/"):
            for number, line in enumerate(tree.read(name).splitlines(), 1):
                found += [
                    Problem(name, number, f"names {page}, which does not exist: correct the path")
                    for page in NAMED.findall(line)
                    if page not in known
                ]
    return found
