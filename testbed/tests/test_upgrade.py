# SPDX-License-Identifier: Apache-2.0
"""Upgrades a controller with state from an earlier commit's distribution to this tree's, while the
WTP's agent stays that of the earlier commit. Real time, with the controller.

    mn ))) wtp1 --- swa === swb --- vap
"""
import dataclasses
import datetime

import pytest
from cloudmac_testbed import client, earlier, restconf, topology
from cloudmac_testbed.guest import basics, station
from conftest import await_wtps, configuration, wait_for
from echoes import echoes

pytestmark = pytest.mark.controller

PLAN = topology.load()
WEIGHTS = {"vap": [{"bssid": PLAN.hosts["vap"].options["bssid"], "weight": 512}]}
LEARNED = "data/cloudmac-learned:cloudmac-learned"
ABSENT = "0a:43:4d:00:00:99"
"""A station that is never on the air, so a controller that has lost it cannot learn it again."""
LEASE_S = 600
"""Longer than the start of a controller on a busy machine, as the guide to upgrades advises."""


def learned():
    """Returns (station, WTP) of all stations that the controller keeps over a restart."""
    kept = restconf.request("GET", f"{LEARNED}?content=config")["cloudmac-learned:cloudmac-learned"]
    return {(one["station"], one["wtp"]) for one in kept["station"]}


def expiry():
    """Returns when the last lease ends that a WTP has confirmed, None if there is none."""
    leases = [lease for wtp in restconf.state("/wtps")["wtp"] for lease in wtp.get("lease", [])]
    return max((datetime.datetime.fromisoformat(one["expires"]) for one in leases), default=None)


def expires_after(moment):
    last = expiry()
    return last is not None and last > moment


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
        settings = {"lease-time": LEASE_S * 1000}
        restconf.request(
            "PATCH", "data/cloudmac:cloudmac/settings", {"cloudmac:settings": settings}
        )
        wtp = served_by(address)
        assert wtp
        bssid = PLAN.hosts["vap"].options["bssid"]
        restconf.request(
            "PUT",
            f"{LEARNED}/station={bssid},{ABSENT}",
            {"cloudmac-learned:station": [{"bssid": bssid, "station": ABSENT, "wtp": wtp}]},
        )
        long_from_now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(
            seconds=LEASE_S / 2
        )
        wait_for("the longer lease", lambda: expires_after(long_from_now), 60)
        kept, known, until = configuration(), learned(), expiry()
        assert {(address, wtp), (ABSENT, wtp)} <= known
        with echoes("mn"):
            client.program("controller", "upgrade", to=str(all_parts.karaf))
            assert learned() == known
            await_wtps(PLAN)
            wait_for("the station to be known", lambda: served_by(address) == wtp, 60)
            wait_for("the old agent to renew its lease", lambda: expires_after(until), 60)
        assert configuration() == kept
        client.call(basics.join, name="mn")
        lab.check()
