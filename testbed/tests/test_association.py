# SPDX-License-Identifier: Apache-2.0
"""Associates through the whole path, with WPA2 and WPA3, in virtual time on the rules that
the controller installed in a live lab.

    mn ))) wtp1 --- swa === swb --- vap        WPA2, and with switches that learn
    topologies/campus.yaml                     WPA3: mn2 and vap2
"""
import pytest
from conftest import take_snapshot
from cloudmac_testbed import topology, virtual
from cloudmac_testbed.guest import reassociation

ATTEMPTS = 20


def associate(lab, folder, name):
    """Returns the results of ATTEMPTS associations on a snapshot of a shared lab."""
    result = virtual.measure(
        folder / "run",
        lab.parts,
        lab.topology,
        reassociation.associations,
        seed=1,
        snapshot=take_snapshot(folder / "snapshot"),
        name=name,
        attempts=ATTEMPTS,
    )
    assert result["errors"] == []
    assert len(result["seconds"]) == ATTEMPTS
    return result


@pytest.mark.controller
def test_every_wpa2_attempt_succeeds(live, scratch):
    result = associate(live, scratch, "mn")
    assert result["key_mgmt"] == live.joined["mn"]["key_mgmt"] == "WPA2-PSK"
    assert result["sae_handshakes"] == 0


@pytest.mark.controller
def test_every_wpa3_attempt_succeeds(campus, scratch):
    result = associate(campus, scratch, "mn2")
    assert result["key_mgmt"] == campus.joined["mn2"]["key_mgmt"] == "SAE"
    assert result["sae_handshakes"] == ATTEMPTS


@pytest.mark.parametrize("security", ["open", "wpa2", "wpa3"])
def test_association_with_learning_switches(radio_parts, scratch, security):
    """Agent and driver need no controller if the switches learn."""
    plan = topology.load()
    plan.hosts["vap"].options["security"] = security
    result = virtual.measure(
        scratch / "run",
        radio_parts,
        plan,
        reassociation.associations,
        seed=1,
        name="mn",
        attempts=3,
    )
    assert result["errors"] == [] and len(result["seconds"]) == 3
