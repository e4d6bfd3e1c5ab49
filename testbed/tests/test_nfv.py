# SPDX-License-Identifier: Apache-2.0
"""Network functions at a packet node, by the controller and the Python SDK, in a small run of the
experiment. Real time, with the controller.

    ct1, ct2, wtp1 -- pn1 == swa == pn2 -- ct4, wtp2 ((( mn
                              |
                           ct3, vap
"""
import json

import pytest
from cloudmac_testbed import topology
from cloudmac_testbed.nfv.run import PARTS, NfvExperiment

pytestmark = pytest.mark.controller


def test_a_small_run_of_the_experiment(all_parts, nothing_left, tmp_path):
    network = topology.load("nfv")
    data = NfvExperiment(quick=True, network=network, folder=tmp_path).run()
    assert data == json.loads((tmp_path / "nfv.json").read_text(encoding="utf-8"))
    assert [data[name]["verdict"] for name in PARTS] == ["one run"] * len(PARTS)
    assert data["N2"]["equal"] == 100 and data["seed"] == 1
    assert data["N10"]["single_error"] == data["N10"]["count_error"] == 0
    assert data["N18"]["connections"] == data["N18"]["went_on"] == data["N18"]["moved"] == 1
    assert data["N11"]["verdict"] == "one run" and data["N11"]["crossings"] == 6
