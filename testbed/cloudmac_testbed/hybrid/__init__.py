# SPDX-License-Identifier: Apache-2.0
"""``lab run hybrid``: looks for the queueing policy that gives CloudMAC's frames the delay and
rate of HTB, and other frames the throughput and latency of FQ-CoDel.

``policies.py`` declares policies and loads, ``figures.py`` computes figures and the choice,
``run.py`` is the experiment, ``report.py`` makes table and plot."""
