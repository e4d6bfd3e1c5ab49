# SPDX-License-Identifier: Apache-2.0
"""The compiler's package, for all tests."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
