# SPDX-License-Identifier: Apache-2.0
"""The last test of a run: nothing of all that was allocated was forgotten."""

from pathlib import Path

import pytest
from lab import wait_for

KMEMLEAK = Path("/sys/kernel/debug/kmemleak")


@pytest.mark.skipif(not KMEMLEAK.exists(), reason="this kernel does not look for leaks")
def test_no_memory_was_forgotten():
    """kmemleak, which takes only what is older than five seconds for lost."""
    born = float(Path("/proc/uptime").read_text().split()[0])
    wait_for(
        lambda: float(Path("/proc/uptime").read_text().split()[0]) > born + 6,
        "what was allocated last is old enough",
    )
    for _ in range(2):  # the first scan only suspects
        KMEMLEAK.write_text("scan")
    report = KMEMLEAK.read_text()
    ours = [
        block
        for block in report.split("unreferenced object")[1:]
        if "cloudmac" in block or "hwsim" in block or "80211" in block
    ]
    assert not ours, "unreferenced object" + "unreferenced object".join(ours[:5])
