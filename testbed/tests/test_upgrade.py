# SPDX-License-Identifier: Apache-2.0
"""Upgrades a controller with state from an earlier commit's distribution to this tree's, while the
WTP's agent stays that of the earlier commit. Real time, with the controller.

    mn ))) wtp1 --- swa === swb --- vap
"""
import dataclasses

import pytest
from cloudmac_testbed import client, earlier, restconf, topology
from cloudmac_testbed.guest import basics, station
from conftest import await_wtps, configuration, wait_for
from echoes import echoes

pytestmark = pytest.mark.controller

PLAN = topology.load()
WEIGHTS = {"vap": [{"bssid": PLAN.hosts["vap"].options["bssid"], "weight": 512}]}


def served_by(address):
    """Returns the WTP of a station, None if the controller does not know the station."""
    for known in restconf.state("/stations").get("station", []):
        if known["station"] == address:
            return known["wtp"]
    return None


@pytest.mark.skipif(not earlier.is_known(), reason=f"no commit {earlier.COMMIT} in this history")
def test_upgrade_keeps_state_and_traffic(all_parts, nothing_left):
    """Configuration and learned state are the same afterwards, and no echo of the station is lost.
    The new controller leases at the old agent."""
    before = earlier.built()
    parts = dataclasses.replace(all_parts, karaf=before.karaf, agent=before.agent)
    with client.Lab(PLAN, parts) as lab:
        await_wtps(PLAN)
        client.call(basics.join, name="mn")
        address = client.call(station.address, name="mn")
        restconf.apply_qos("htb", 2)
        restconf.request("PUT", "data/cloudmac:cloudmac/airtime", {"cloudmac:airtime": WEIGHTS})
        kept, wtp = configuration(), served_by(address)
        assert wtp
        with echoes("mn"):
            client.program("controller", "upgrade", to=str(all_parts.karaf))
            await_wtps(PLAN)
            wait_for("the station to be known", lambda: served_by(address) == wtp, 60)
        assert configuration() == kept
        client.call(basics.join, name="mn")
        lab.check()
