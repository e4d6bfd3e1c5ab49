# SPDX-License-Identifier: Apache-2.0
"""Association through the whole path, in virtual time on what the controller
installed; WPA2 and WPA3.

    mn ))) wtp1 --- swa === swb --- vap
"""
import pytest
from conftest import await_wtps, take_snapshot
from cloudmac_testbed import client, topology, virtual
from cloudmac_testbed.guest import basics, experiments

ATTEMPTS = 20
KEY_MANAGEMENT = {"wpa2": "WPA2-PSK", "wpa3": "SAE"}


@pytest.mark.slow
@pytest.mark.controller
@pytest.mark.parametrize("security", ["wpa2", "wpa3"])
def test_every_attempt_succeeds(all_parts, scratch, nothing_left, security):
    plan = topology.load()
    plan.hosts["vap"].options["security"] = security
    with client.Lab(plan, all_parts) as lab:
        await_wtps(plan)
        joined = client.call(basics.join, name="mn")
        assert joined["key_mgmt"] == KEY_MANAGEMENT[security]
        snapshot = take_snapshot(scratch / "snapshot")
        lab.check()
    result = virtual.measure(
        scratch / "run",
        all_parts,
        plan,
        experiments.associations,
        seed=1,
        snapshot=snapshot,
        name="mn",
        attempts=ATTEMPTS,
    )
    assert result["errors"] == []
    assert len(result["seconds"]) == ATTEMPTS
    assert result["key_mgmt"] == KEY_MANAGEMENT[security]
    assert result["sae_handshakes"] == (ATTEMPTS if security == "wpa3" else 0)


@pytest.mark.parametrize("security", ["open", "wpa2", "wpa3"])
def test_with_learning_switches(radio_parts, scratch, security):
    """Without a controller: agent and driver are enough of each other."""
    plan = topology.load()
    plan.hosts["vap"].options["security"] = security
    result = virtual.measure(
        scratch / "run", radio_parts, plan, experiments.associations, seed=1, name="mn", attempts=3
    )
    assert result["errors"] == [] and len(result["seconds"]) == 3
