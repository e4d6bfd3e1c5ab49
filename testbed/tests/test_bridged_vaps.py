# SPDX-License-Identifier: Apache-2.0
"""Checks what keeps the downlink of a station at its VAP, when a client of another VAP on the same
host takes its address. In virtual time, without the controller. Each VAP has a channel of its own.

    mn1 ))) wtp1 ---+--- swa ---+--- vap1 (with the radio of vap2) --- router
    mn2 ))) wtp2 ---+           +--- vap2
"""
import re

from conftest import plan
from cloudmac_testbed import virtual
from cloudmac_testbed.guest import bridged_vaps
from cloudmac_testbed.settings import ROOT

PAGE = ROOT / "docs" / "install" / "vap-host.md"
RECIPE = re.compile(r"^## A VLAN for each VAP\n.*?^```sh\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
CHANNELS = {1: 1, 2: 11}
TOPOLOGY = {
    "switches": ["swa"],
    "wtps": {f"wtp{one}": {"at": "swa", "channel": CHANNELS[one]} for one in CHANNELS},
    "vaps": {f"vap{one}": {"at": "swa", "channel": CHANNELS[one]} for one in CHANNELS},
    "stations": {f"mn{one}": {"vap": f"vap{one}"} for one in CHANNELS},
}
MOVED = {"before": 0, "of_the_thief": 0, "after": bridged_vaps.PINGS, "at": ["vap2"]}
KEPT = {"before": 0, "of_the_thief": 0, "after": 0, "at": ["vap1", "vap2"]}


def steal(built, folder, recipe):
    """Returns the rounds of bridged_vaps.steal()."""
    return virtual.measure(folder, built, plan(TOPOLOGY), bridged_vaps.steal, seed=1, recipe=recipe)


def test_one_bridge_moves_the_downlink_to_the_thief(radio_parts, scratch, nothing_left):
    """With isolated ports too, because the bridge learns addresses at these as at others."""
    assert steal(radio_parts, scratch / "run", None) == [MOVED, MOVED]


def test_the_recipe_of_the_page_keeps_it(radio_parts, scratch, nothing_left):
    recipe = RECIPE.search(PAGE.read_text(encoding="utf-8"))[1]
    assert steal(radio_parts, scratch / "run", recipe) == [KEPT]
