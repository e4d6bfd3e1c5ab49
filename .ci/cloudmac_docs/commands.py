# SPDX-License-Identifier: Apache-2.0
"""Runs the command blocks of pages that are marked "sh tested"."""
import os
import pathlib
import subprocess
import tempfile

from .problems import Problem

MARK = "sh tested"
TIMEOUT_S = 120
"""Of one block, on a busy machine. A tested block needs seconds."""


def check(tree, pages):
    """Runs all marked blocks. Returns a problem for each that fails.

    The blocks of a page run in order in one fresh copy of the tree, with an empty home."""
    found = []
    for page in pages.values():
        blocks = [block for block in page.blocks if block.info == MARK]
        if blocks:
            with tempfile.TemporaryDirectory(prefix="cloudmac-docs-") as folder:
                found += _run(tree, page, blocks, pathlib.Path(folder))
    return found


def _run(tree, page, blocks, folder):
    copy, home = folder / "cloudmac", folder / "home"
    copy.mkdir()
    home.mkdir()
    tree.copy_to(copy)
    for block in blocks:
        status, output = _shell(block.text, copy, home)
        if status:
            # What follows in the page can depend on it.
            return [
                Problem(
                    page.name,
                    block.line,
                    f'the tested block {status}: correct it, or remove the mark "tested"\n'
                    + "\n".join(f"    {line}" for line in output.splitlines()[-15:]),
                )
            ]
    return []


def _shell(script, folder, home):
    """Runs a script without network. Returns what went wrong, "" if nothing, and its output."""
    alone = ["unshare", "--net", "--pid", "--fork", "--kill-child"] if os.geteuid() == 0 else []
    environment = {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    try:
        done = subprocess.run(
            [*alone, "bash", "-eu", "-o", "pipefail", "-c", script],
            cwd=folder,
            env=environment,
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
    if done.returncode:
        return f"ends with status {done.returncode}", done.stdout
    return "", done.stdout
