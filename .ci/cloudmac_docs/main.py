# SPDX-License-Identifier: Apache-2.0
"""The command line of ``./cloudmac docs``."""
import argparse
import os
import pathlib
import shutil
import sys
import tempfile

from . import browser, commands, layout, links, prose, rendered, results, site, spelling
from .problems import Problem
from .tree import NoCheckout, Tree, UnreadableFile

CACHE = pathlib.Path(os.environ.get("CLOUDMAC_CACHE", "~/.cache/cloudmac")).expanduser()
SCREENSHOTS = pathlib.Path(os.environ.get("CLOUDMAC_SCREENSHOTS", CACHE / "screenshots"))


def check(tree, screenshots):
    """Returns all problems of the pages. Changes nothing in the tree. screenshots: folder that
    gets a picture of each page."""
    found = layout.check(tree) + spelling.check(tree) + commands.check(tree)
    found += numbers(tree)
    with tempfile.TemporaryDirectory(prefix="cloudmac-site-") as folder:
        built = pathlib.Path(folder)
        found += site.build(tree, built)
        pages = rendered.pages(tree, built)
        found += links.check(tree, built, pages)
        found += prose.check(tree, pages)
        found += browser.check(built, screenshots)
    return sorted(set(found))


def numbers(tree, write=lambda top: False):
    """Returns a problem if README's numbers are not the measured ones. write: corrects them."""
    try:
        write(tree.top)
        if results.is_current(tree.top):
            return []
        text = 'has old numbers: run "./cloudmac docs"'
    except ValueError as error:
        text = str(error)
    return [Problem("README.md", 0, text)]


def build(tree):
    """Writes README's numbers and builds the site. Returns the problems."""
    found = numbers(tree, results.write)
    target = tree.top / "site"
    shutil.rmtree(target, ignore_errors=True)
    found += site.build(tree, target, strict=False)
    if not found:
        print(f"built: {target}/index.html")
    return found


def main(argv):
    """Runs the command line. Returns the exit status: 0 if there are no problems."""
    parser = argparse.ArgumentParser(prog="cloudmac docs")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args(argv)
    try:
        found = check(Tree(), SCREENSHOTS) if arguments.check else build(Tree())
    except (NoCheckout, UnreadableFile) as error:
        print(f"cloudmac docs: {error}", file=sys.stderr)
        return 1
    for problem in found:
        print(problem, file=sys.stderr)
    if found:
        print(f"cloudmac docs: {len(found)} problems", file=sys.stderr)
    elif arguments.check:
        print("docs: ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
