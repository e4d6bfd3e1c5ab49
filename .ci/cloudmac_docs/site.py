# SPDX-License-Identifier: Apache-2.0
"""Builds the site with mkdocs."""
import os
import pathlib
import re
import subprocess
import sys

from .layout import CONFIGURATION
from .problems import Problem

PACKAGES = pathlib.Path(__file__).resolve().parents[1]
NOTED = re.compile(r"(?:WARNING|ERROR)\s+-\s+(?P<text>.*)")
COLOUR = re.compile(r"\x1b\[\d*m")
FILE = re.compile(r"'([^']+\.md)'")


def build(tree, folder, strict=True):
    """Builds the site into a folder. Returns the problems that mkdocs reports. strict: warnings
    are problems."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
        + ["--strict"] * strict
        + ["--config-file", str(tree.top / CONFIGURATION)],
        cwd=tree.top,
        env={**os.environ, "PYTHONPATH": str(PACKAGES)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return []
    output = COLOUR.sub("", done.stdout + done.stderr)
    texts = [noted["text"] for noted in map(NOTED.match, output.splitlines()) if noted]
    whole = Problem(CONFIGURATION, 0, f"mkdocs fails:\n{output.strip()}")
    return [_problem(text) for text in texts] or [whole]


def _problem(text):
    file = FILE.search(text)
    return Problem(f"docs/{file[1]}" if file else CONFIGURATION, 0, f"mkdocs: {text}")
