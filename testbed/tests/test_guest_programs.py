# SPDX-License-Identifier: Apache-2.0
"""Programs of traffic, without a lab."""
import sys

from cloudmac_testbed.guest import traffic

LINES = 100_000


def test_a_program_that_nobody_reads_goes_on():
    """It writes more than a pipe holds, and ends although its output is read later."""
    code = f"for line in range({LINES}): print(line)"
    program = traffic.Program(None, [sys.executable, "-c", code])
    assert program.wait(timeout=30) == 0
    assert program.output().split() == [str(line) for line in range(LINES)]
