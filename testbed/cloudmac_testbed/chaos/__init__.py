# SPDX-License-Identifier: Apache-2.0
"""``lab run chaos``: random handovers, with faults in the middle of some.

``invariants.py``: what must hold after them; ``run.py``: the experiment."""
