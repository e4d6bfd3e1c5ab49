# SPDX-License-Identifier: Apache-2.0
"""matplotlib, with a backend that needs no display."""
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  the backend must be chosen first

__all__ = ["pyplot"]
