# SPDX-License-Identifier: Apache-2.0
"""The programs under test: where they are, and how they run."""

import os
import pathlib
import subprocess


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def clock_at(start):
    """Returns the environment of a program whose clock starts at a UNIX time. None: no change."""
    if start is None:
        return {}
    preloaded = pathlib.Path(binary()).parent / "tests" / "component" / "wrong_clock.so"
    sanitizer = f"{os.environ.get('ASAN_OPTIONS', '')}:verify_asan_link_order=0"
    return {
        "LD_PRELOAD": str(preloaded),
        "WRONG_CLOCK": str(int(start)),
        "ASAN_OPTIONS": sanitizer.lstrip(":"),
    }


def binary():
    return os.environ["AGENT"]
