# SPDX-License-Identifier: Apache-2.0
"""The last test of a run: all memory was freed."""

from pathlib import Path

import pytest
from lab import wait_for

KMEMLEAK = Path("/sys/kernel/debug/kmemleak")


@pytest.mark.skipif(not KMEMLEAK.exists(), reason="this kernel has no kmemleak")
def test_no_memory_is_leaked():
    """kmemleak finds no leak. It reports only memory that is older than five seconds."""
    born = float(Path("/proc/uptime").read_text().split()[0])
    wait_for(
        lambda: float(Path("/proc/uptime").read_text().split()[0]) > born + 6,
        "the latest allocation is older than five seconds",
    )
    for _ in range(2):  # kmemleak reports leaks that two scans find
        KMEMLEAK.write_text("scan")
    report = KMEMLEAK.read_text()
    ours = [
        block
        for block in report.split("unreferenced object")[1:]
        if "cloudmac" in block or "hwsim" in block or "80211" in block
    ]
    assert not ours, "unreferenced object" + "unreferenced object".join(ours[:5])
