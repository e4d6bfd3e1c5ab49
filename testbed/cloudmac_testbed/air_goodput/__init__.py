# SPDX-License-Identifier: Apache-2.0
"""``lab run air``: measures the goodput of stations through CloudMAC and through a plain access
point, by rate and by distance.

``plan.py``: the measurements; ``figures.py``: figures of the samples; ``report.py``: tables and
plots; ``run.py``: the experiment."""
