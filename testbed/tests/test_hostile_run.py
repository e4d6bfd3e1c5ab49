# SPDX-License-Identifier: Apache-2.0
"""Runs ``lab run hostile --quick``: attackers on the air and on the wire, in paced time with the
controller. Topology: topologies/hostile.yaml."""
import pytest
from cloudmac_testbed import topology
from cloudmac_testbed.hostile import attacks, run

pytestmark = pytest.mark.controller


def test_network_withstands_its_neighbours(all_parts, nothing_left, tmp_path):
    network = topology.load("hostile")
    experiment = run.HostileExperiment(quick=True, network=network, folder=tmp_path)
    experiment.built = all_parts
    experiment.measure(experiment.measurements())
    # It raises LabError for losses that are not explained, restarts, memory, and silent attacks.
    data = experiment.report()
    assert data["restarts"] == 0 and data["reassociations"] == {}
    assert {name for name, one in data["attacks"].items() if one["counted"]} == {
        attack.name for attack in attacks.ATTACKS
    }
    # The harmless frames are as many as the forged ones.
    forged = sum(one["sent"] for one in data["attacks"].values())
    assert data["control_frames"] == forged
