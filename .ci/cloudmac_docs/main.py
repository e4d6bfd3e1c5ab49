# SPDX-License-Identifier: Apache-2.0
"""The command line of ``./cloudmac docs``."""
import argparse
import pathlib
import shutil
import sys
import tempfile

from . import commands, examples, generated, layout, links, sentences, site, spelling
from .markdown import Page
from .tree import NoCheckout, Tree, UnreadableFile

SITE = "site"


def parser():
    """Returns the parser of the arguments. The front door prints the help."""
    described = argparse.ArgumentParser(prog="cloudmac docs")
    described.add_argument("--check", action="store_true")
    return described


def check(tree):
    """Returns all problems of the pages. Changes nothing in the tree."""
    pages = {name: Page(name, tree.read(name)) for name in tree.pages()}
    found = generated.check(tree)
    found += links.check(tree, pages)
    found += layout.check(tree, pages)
    found += sentences.check(pages)
    found += spelling.check(tree)
    found += examples.check(tree, pages)
    found += commands.check(tree, pages)
    with tempfile.TemporaryDirectory(prefix="cloudmac-site-") as folder:
        found += site.build(tree, folder)
    return sorted(set(found))


def build(tree):
    """Builds the site. Returns the problems."""
    target = pathlib.Path(tree.top) / SITE
    shutil.rmtree(target, ignore_errors=True)
    found = site.build(tree, target, strict=False)
    if not found:
        print(f"built: {target}/index.html")
    return found


def main(argv):
    """Runs the command line. Returns the exit status: 0 if there are no problems."""
    arguments = parser().parse_args(argv)
    try:
        found = (check if arguments.check else build)(Tree())
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
