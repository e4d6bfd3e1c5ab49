# SPDX-License-Identifier: Apache-2.0
"""Runs programs, also with a wrong clock."""

import os
import subprocess


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def clock_at(start):
    """Returns the environment of a program whose clock starts at a UNIX time. None: no change."""
    if start is None:
        return {}
    sanitizer = f"{os.environ.get('ASAN_OPTIONS', '')}:verify_asan_link_order=0"
    return {
        "LD_PRELOAD": os.environ["WRONG_CLOCK_LIBRARY"],
        "WRONG_CLOCK": str(int(start)),
        "ASAN_OPTIONS": sanitizer.lstrip(":"),
    }
