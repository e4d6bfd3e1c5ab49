# SPDX-License-Identifier: Apache-2.0
"""``lab run sizing`` and ``lab run cost``: measure memory and processor time of VAPs, stations
and frames.

``plan.py``: the measurements; ``machine.py``: a boot with one part of CloudMAC in it;
``processor.py``: the lab kernel's use of a processor; ``figures.py``, ``report.py``: results;
``run.py``, ``cost.py``: the experiments. ``../wires/`` stands at the other ends of the wires."""
