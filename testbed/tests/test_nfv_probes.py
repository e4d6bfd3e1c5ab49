# SPDX-License-Identifier: Apache-2.0
"""N16 without a lab, and runs of some parts of ``lab run nfv``."""
import json

import pytest
from cloudmac_testbed import topology
from cloudmac_testbed.guest import probes as made_up
from cloudmac_testbed.nfv import probes
from cloudmac_testbed.nfv.run import NfvExperiment
from cloudmac_wire import VAP_ANY, Direction, Frame


def test_a_probe_request_is_as_a_wtp_forwards_it():
    octets = made_up.request(7, 1, "functions")
    parsed = Frame.parse(octets, Direction.UPLINK)
    assert parsed.station == octets[6:12].hex(":") and parsed.tag.vap == VAP_ANY
    assert parsed.frame[0] == made_up.REQUEST == made_up.subtype_of(octets)
    assert parsed.frame[24:35] == b"\0\x09functions"
    assert octets != made_up.request(8, 1, "functions")
    assert octets[6:12] != made_up.request(7, 2, "functions")[6:12]


@pytest.mark.parametrize("octets", [bytes(60), made_up.request(1, 1, "")[:22], b""])
def test_other_frames_have_no_subtype(octets):
    assert made_up.subtype_of(octets) is None


def found(**changed):
    """Returns what a run of N16 finds if all is well."""
    flood = {"sent": 50_000, "seconds": 5.0, "asked_ms": [3.0, None], "backhaul": 0}
    return {
        "before_ms": [9.0, 10.0, None],
        "backhaul_before": 5,
        "with_ms": [1.0, 2.0, 3.0],
        "flood": flood | changed,
        "answered": 33_000,
        "counted": {},
    }


def test_the_summary_of_probes():
    two = probes.summary([found(), found(sent=49_000, backhaul=2)])
    assert (two["before_ms"], two["with_ms"], two["meanwhile_ms"]) == (9.5, 2.0, 3.0)
    assert (two["asked"], two["unanswered"], two["meanwhile_unanswered"]) == (6, 0, 2)
    assert (two["sent"], two["per_s"], two["backhaul"]) == (99_000, 9900, 2)
    assert probes.summary([found() | {"with_ms": [None]}])["with_ms"] is None


def _experiment(folder, **settings):
    return NfvExperiment(network=topology.load("nfv"), folder=folder, **settings)


def test_a_run_of_some_parts_keeps_the_others(tmp_path, monkeypatch):
    run = {"commit": "abc", "quick": True, "seed": 1}
    before = {"N2": {"run": run}, "N8": {"run": run}, "N13": {}, "commit": "abc", "seed": 1}
    (tmp_path / "nfv.json").write_text(json.dumps(before))
    some = _experiment(tmp_path, quick=True, names=["N8", "N16"])
    assert [part.name for part in some.measurements()] == ["N8", "N16"]
    assert some.earlier() == {"N2": {"run": run}, "commit": "abc", "seed": 1}
    assert not _experiment(tmp_path, names=["N8"]).earlier()
    assert not _experiment(tmp_path, quick=True, seed=2, names=["N8"]).earlier()
    with pytest.raises(ValueError, match="no series N99"):
        _experiment(tmp_path, names=["N99"])
    only = _experiment(tmp_path, quick=True, names=["N16"])
    own = {"clock": "real", "commit": "def", "command": "c", "seed": 1}
    monkeypatch.setattr(only, "kept", lambda part: [found()])
    monkeypatch.setattr(only, "about", lambda: own)
    whole = only.data()
    assert list(whole) == ["N2", "N8", "N16", "clock", "commit", "command", "seed"]
    assert (whole["commit"], whole["N16"]["run"]["commit"]) == ("abc", "def")
    assert whole["N16"]["verdict"] == "one run"
    (tmp_path / "nfv.json").unlink()
    assert only.data()["commit"] == "def"
