# SPDX-License-Identifier: Apache-2.0
"""Runs the command blocks of pages that are marked "sh tested"."""
import os
import pathlib
import subprocess
import tempfile

from .markdown import Page
from .problems import Problem

MARK = "sh tested"
TIMEOUT_S = 120
"""Of one block, on a busy machine. A tested block needs seconds."""


def check(tree):
    """Runs all marked blocks. Returns a problem for each that fails.

    The blocks of a page run in order in one fresh copy of the tree, with an empty home."""
    found = []
    for name in tree.pages():
        blocks = [block for block in Page(name, tree.read(name)).blocks if block.info == MARK]
        if blocks:
            with tempfile.TemporaryDirectory(prefix="cloudmac-docs-") as folder:
                found += _run(tree, name, blocks, pathlib.Path(folder))
    return found


def _run(tree, name, blocks, folder):
    tree.copy_to(folder / "cloudmac")
    (folder / "home").mkdir()
    for block in blocks:
        status, output = _shell(block.text, folder / "cloudmac", folder / "home")
        if status:
            end = "\n".join(f"    {line}" for line in output.splitlines()[-15:])
            text = f'the tested block {status}: correct it, or remove the mark "tested"\n{end}'
            # What follows in the page can depend on it.
            return [Problem(name, block.line, text)]
    return []


def _shell(script, folder, home):
    """Runs a script without network. Returns what went wrong, "" if nothing, and its output."""
    alone = ["unshare", "--net", "--pid", "--fork", "--kill-child"] if os.geteuid() == 0 else []
    try:
        done = subprocess.run(
            [*alone, "bash", "-eu", "-o", "pipefail", "-c", script],
            cwd=folder,
            env={"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "dumb"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"does not end within {TIMEOUT_S} s", ""
    return (f"ends with status {done.returncode}" if done.returncode else ""), done.stdout
