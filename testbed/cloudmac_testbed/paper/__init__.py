# SPDX-License-Identifier: Apache-2.0
"""The evaluation of "QoS enabled WiFi MAC layer processing as an example of a NFV
service" (Vestin, Kassler), figure by figure.

``setups`` declares lines and policies, ``plan`` measurements and figures with the paper's
numbers, ``figures`` makes numbers of raw samples, ``run`` measures in virtual time,
``capacity`` is figure 3, which needs real time, ``report`` shows it all beside the paper,
``flent`` writes files that flent reads."""
