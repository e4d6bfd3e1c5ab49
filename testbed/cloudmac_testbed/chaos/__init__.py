# SPDX-License-Identifier: Apache-2.0
"""``lab run chaos``: random handovers, some of them with a fault.

``invariants.py``: conditions that must hold afterwards; ``run.py``: the experiment."""
