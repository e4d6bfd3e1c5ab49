# SPDX-License-Identifier: Apache-2.0
"""The search for the QoS policy that gives CloudMAC's frames HTB's delay and
rate and leaves the others FQ-CoDel's throughput and latency.

``policies`` declares what is tried, ``figures`` makes numbers and the choice of
raw samples, ``search`` runs it, ``report`` shows it."""
