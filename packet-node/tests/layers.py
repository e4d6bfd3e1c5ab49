#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the includes of the daemon: .ci/layers.py has the rules, and this the table."""

import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP.parent / ".ci"))

from layers import Part, main  # noqa: E402

PART = Part(
    layers=("gate", "node", "program", "control", ""),
    others=("daemon/base", "daemon/config", "daemon/server"),
    uses={"gate": (), "node": ("daemon/base", "gate")},
    headers=("../lvnf",),
    generated=("version.h", "gate.skel.h"),
    faces={"control": "methods.h"},
)

if __name__ == "__main__":
    sys.exit(main(PART, TOP))
