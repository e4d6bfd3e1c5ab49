# SPDX-License-Identifier: Apache-2.0
"""The Open vSwitch of the virtual machine, one for all modules of tests, and where they find what
they share with the component tests."""

import functools
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
sys.path[:0] = [str(HERE.parent / "component"), str(TOP.parent / "daemon/tests/component")]
os.environ["CPP"] = str(TOP / "build/cloudmac-cpp")
os.environ["LVNF"] = str(TOP.parent / "lvnf")

from openvswitch import OpenVSwitch  # noqa: E402


@functools.cache
def the_switch():
    return OpenVSwitch()
