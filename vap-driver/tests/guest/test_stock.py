# SPDX-License-Identifier: Apache-2.0
"""The kernel's own mac80211_hwsim beside this module. Late in a run: where UML
unloads a module, KASAN's shadow is not cleaned."""

import os

import pytest
from lab import Radio, Veth, radios, run


@pytest.mark.skipif(not os.environ.get("VAP_STOCK"), reason="no stock module given")
def test_loads_beside_the_stock_module(module):
    """mac80211_hwsim and this one share no name."""
    run("insmod", os.environ["VAP_STOCK"], "radios=2")
    try:
        with Veth() as veth, Radio(veth.a) as radio:
            run("ip", "link", "set", radio.ifname, "up")
            assert len(radios()) == 1
            assert len(run("iw", "dev").stdout.split("Interface")) == 1 + 1 + 2
    finally:
        run("rmmod", "mac80211_hwsim")
