# SPDX-License-Identifier: Apache-2.0
"""Stands at the other ends of the wires of a boot, in a process on the machine. guest/ calls its
declared methods. It imports nothing of guest/ and of the experiments.

``addresses.py``: addresses and settings that both ends compute; ``keys.py``, ``dot11.py``: a
station's handshake and frames, without I/O; ``crowd.py``: many stations on a wire; ``relay.py``:
frames through one part."""
