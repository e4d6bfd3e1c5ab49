# SPDX-License-Identifier: Apache-2.0
"""``lab run sizing`` and ``lab run cost``: measure memory and processor time of VAPs, stations
and frames.

``plan.py``: the measurements; ``keys.py``, ``dot11.py``: a station's handshake and frames,
without I/O; ``crowd.py``: many stations on a wire; ``relay.py``: frames through one part;
``processor.py``: the lab kernel's use of a processor; ``figures.py``, ``report.py``: results;
``run.py``, ``cost.py``: the experiments."""
