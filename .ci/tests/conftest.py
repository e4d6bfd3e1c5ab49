# SPDX-License-Identifier: Apache-2.0
"""Makes the packages importable that the tests need: this folder's and the testbed's."""
import pathlib
import sys

CI = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CI), str(CI.parent / "testbed")]
