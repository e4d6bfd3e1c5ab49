#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the includes of the agent: .ci/layers.py has the rules, and this the table."""

import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP.parent / ".ci"))

from layers import Part, main  # noqa: E402

# What has no part in serving controllers does not use daemon/server.
LOW = ("daemon/base", "config")
PART = Part(
    layers=(
        *("config", "frame", "limits", "queue", "radio", "aggregation", "vsta", "control"),
        "",
    ),
    others=("daemon/base", "daemon/config", "daemon/server"),
    uses={
        "config": ("daemon/base", "daemon/config"),
        "frame": LOW,
        "limits": ("daemon/base", "frame"),
        "queue": (*LOW, "frame"),
        "radio": (*LOW, "frame", "queue"),
        "vsta": (*LOW, "frame", "limits", "queue", "radio"),
        "aggregation": (*LOW, "frame", "queue", "radio"),
    },
    headers=("../wire",),
    faces={"config": "wtp_config.h"},
)

if __name__ == "__main__":
    sys.exit(main(PART, TOP))
