# SPDX-License-Identifier: Apache-2.0
"""``lab run handover``: a station walks from one radio to the next, through CloudMAC, beside
plain access points and 802.11r.

``plan.py``: networks, walks and traffic; ``figures.py``: losses and gaps; ``report.py``: table
and plot; ``run.py``: the experiment, live with the controller."""
