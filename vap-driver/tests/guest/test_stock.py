# SPDX-License-Identifier: Apache-2.0
"""The kernel's own mac80211_hwsim and this module at the same time. This file comes
late in a run, because UML does not clean KASAN's shadow of an unloaded module."""

import os

import pytest
from lab import DriverRadio, Veth, radios, run


@pytest.mark.skipif(not os.environ.get("VAP_STOCK"), reason="no stock module was given")
def test_loads_beside_the_stock_module(module):
    """The two modules register no common name."""
    run("insmod", os.environ["VAP_STOCK"], "radios=2")
    try:
        with Veth() as veth, DriverRadio(veth.a) as radio:
            run("ip", "link", "set", radio.ifname, "up")
            assert len(radios()) == 1
            assert len(run("iw", "dev").stdout.split("Interface")) == 1 + 1 + 2
    finally:
        run("rmmod", "mac80211_hwsim")
