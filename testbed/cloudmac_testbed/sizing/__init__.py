# SPDX-License-Identifier: Apache-2.0
"""``lab run sizing``: what a machine full of VAPs costs, by how many VAPs and stations.

plan.py: what is measured; keys.py, dot11.py: a station's handshake and frames, pure;
crowd.py: many stations on a wire; processor.py: what the lab kernel uses of a processor;
figures.py, report.py: results; run.py: the experiment."""
