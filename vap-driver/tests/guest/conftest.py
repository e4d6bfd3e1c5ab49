# SPDX-License-Identifier: Apache-2.0
"""Every test gets a freshly loaded module and ends with a clean kernel log."""

import re

import pytest
from lab import Module, kernel_log

SPLAT = re.compile(
    r"WARNING|BUG:|KASAN|Oops|INFO: (task|rcu|trying|possible|suspicious)|"
    r"possible (circular|recursive|irq)|suspicious RCU|refcount_t|general protection|"
    r"unregister_netdevice: waiting|DEBUG_LOCKS|kernel BUG|list_(add|del) corruption|"
    r"ODEBUG|leaked reference|invalid opcode|bad unlock balance|sleeping function"
)
# Printed once by lockdep or at boot, about other things.
HARMLESS = re.compile(r"taint|RETBleed|Spectre|MDS CPU bug|unsafe_.*WARNING")


@pytest.fixture(autouse=True)
def clean_log():
    """Fail a test during which the kernel complained."""
    before = len(kernel_log())
    yield
    new = kernel_log()[before:]
    splats = [line for line in new if SPLAT.search(line) and not HARMLESS.search(line)]
    if splats:
        pytest.fail("the kernel complained:\n" + "\n".join(new[-120:]), pytrace=False)


@pytest.fixture
def module(clean_log):
    """The module, loaded; unloaded afterwards whatever is left."""
    with Module() as loaded:
        yield loaded
