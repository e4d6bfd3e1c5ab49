# SPDX-License-Identifier: Apache-2.0
"""Fixtures: a newly loaded module per test, and a check of the kernel log."""

import re

import pytest
from lab import Module, kernel_log

SPLAT = re.compile(
    r"WARNING|BUG:|KASAN|Oops|INFO: (task|rcu|trying|possible|suspicious)|"
    r"possible (circular|recursive|irq)|suspicious RCU|refcount_t|general protection|"
    r"unregister_netdevice: waiting|DEBUG_LOCKS|kernel BUG|list_(add|del) corruption|"
    r"ODEBUG|leaked reference|invalid opcode|bad unlock balance|sleeping function"
)
# Lines of lockdep or of the boot that are no complaints.
HARMLESS = re.compile(r"taint|RETBleed|Spectre|MDS CPU bug|unsafe_.*WARNING")


@pytest.fixture(autouse=True)
def clean_log():
    """Fails a test if the kernel logs a warning or an error during it."""
    before = len(kernel_log())
    yield
    new = kernel_log()[before:]
    splats = [line for line in new if SPLAT.search(line) and not HARMLESS.search(line)]
    if splats:
        pytest.fail("warning or error in the kernel log:\n" + "\n".join(new[-120:]), pytrace=False)


@pytest.fixture
def module(clean_log):
    """Loads the module, and unloads it afterwards even if radios are left."""
    with Module() as loaded:
        yield loaded
