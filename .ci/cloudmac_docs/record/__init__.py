# SPDX-License-Identifier: Apache-2.0
"""What the pages of docs/results show of the result files in docs/measured.

Each module of tables has PARTS: "EXPERIMENT PART" -> function, which takes Measured and returns
Markdown. It returns an empty text if the result file is missing."""
import pathlib
import sys

# The testbed declares the lines, their labels and the paper's numbers.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "testbed"))
