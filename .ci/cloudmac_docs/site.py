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
TESTBED = PACKAGES.parent / "testbed"
NOTED = re.compile(r"(?:WARNING|ERROR)\s+-\s+(.*?)(?=^(?:INFO|WARNING|ERROR)\s+-|\Z)", re.M | re.S)
COLOUR = re.compile(r"\x1b\[\d*m")
FILE = re.compile(r"'([^']+\.md)'")


def build(tree, folder, strict=True):
    """Builds the site into a folder. Returns the problems that mkdocs reports. strict: warnings
    are problems."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
        + ["--config-file", str(tree.top / CONFIGURATION)],
        cwd=tree.top,
        env={**os.environ, "PYTHONPATH": f"{PACKAGES}:{TESTBED}"},
        capture_output=True,
        text=True,
        check=False,
    )
    output = COLOUR.sub("", done.stdout + done.stderr)
    if done.returncode:
        return [Problem(CONFIGURATION, 0, f"mkdocs fails:\n{output.strip()}")]
    return [_problem(text.strip()) for text in NOTED.findall(output)] if strict else []


def _problem(text):
    file = FILE.search(text)
    return Problem(f"docs/{file[1]}" if file else CONFIGURATION, 0, f"mkdocs: {text}")
