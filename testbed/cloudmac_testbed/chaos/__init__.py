# SPDX-License-Identifier: Apache-2.0
"""Random handovers with random faults in the middle of them.

invariants.py: what must hold once things have calmed down; run.py: the experiment."""
