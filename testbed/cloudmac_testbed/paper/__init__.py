# SPDX-License-Identifier: Apache-2.0
"""``./cloudmac reproduce``: the evaluation of "QoS enabled WiFi MAC layer processing as an
example of a NFV service" (Vestin, Kassler), figure by figure.

``setups.py`` declares lines and policies, ``plan.py`` measurements and figures with the paper's
numbers. ``figures.py`` computes figures, ``run.py`` is the experiment in virtual time.
``capacity.py`` is Figure 3, which needs real time. ``report.py`` writes tables and plots beside
the paper's, ``flent.py`` files for flent."""
