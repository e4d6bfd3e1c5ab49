# SPDX-License-Identifier: Apache-2.0
"""A station walks from one radio to the next: CloudMAC beside plain access points
and 802.11r.

plan.py: who walks where; figures.py: what was lost, and for how long nothing came;
report.py: table and plot; run.py: the experiment, live with the controller."""
