# SPDX-License-Identifier: Apache-2.0
"""Tests the record of the runs of the stage lab."""
import json

import pytest
from cloudmac_check import lab_report


@pytest.fixture(name="checks")
def _checks(tmp_path, monkeypatch):
    monkeypatch.setenv("CLOUDMAC_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "checks"


def keep(checks, hour, outcome, failed, *, ran=9, log="9 passed in 60.00s (0:01:00)", **stage):
    """Keeps the outputs of a run of the stages wire and lab."""
    folder = checks / f"2026-01-02-{hour:02}0000"
    folder.mkdir(parents=True)
    stage = {"unsteady": [], "reason": "", "seconds": 60.4} | stage
    document = {
        "commit": "abc",
        "started": f"2026-01-02T{hour:02}:00:00+00:00",
        "stages": [
            {"stage": "wire", "outcome": "passed"},
            {"stage": "lab", "outcome": outcome, **stage},
        ],
    }
    (folder / "times.json").write_text(json.dumps(document))
    (folder / "lab.json").write_text(json.dumps({"collected": 9, "ran": ran, "failed": failed}))
    (folder / "lab.log").write_text(f"........\n{log}\n")
    return folder


def test_passed_unsteady_and_failed_runs_are_recorded(checks):
    keep(checks, 1, "passed", [], log="7 passed, 2 skipped, 3 deselected in 60.00s (0:01:00)")
    keep(checks, 2, "UNSTEADY", ["t"], unsteady=["t"])
    keep(checks, 3, "FAILED", ["t", "u"], reason="2 tests failed")
    keep(checks, 4, "FAILED", ["t"], ran=4, reason="the run was aborted")
    calm, unsteady, failed, aborted = lab_report.runs(checks)
    assert (calm["passed"], calm["failed"], calm["seconds"]) == (7, 0, 60)
    assert calm["other_stages_beside"] == 1 and "reason" not in calm
    assert (unsteady["passed"], unsteady["failed"], unsteady["unsteady"]) == (8, 0, ["t"])
    assert (failed["passed"], failed["failed"]) == (7, 2)
    assert (failed["reason"], failed["failed_tests"]) == ("2 tests failed", ["t", "u"])
    assert (aborted["passed"], aborted["failed"]) == (3, 1)


def test_runs_without_an_end_and_without_a_lab_are_left_out(checks):
    (keep(checks, 1, "passed", []) / "times.json").unlink()
    (keep(checks, 2, "FAILED", []) / "lab.json").unlink()
    document = {"commit": "abc", "started": "x", "stages": [{"stage": "wire"}]}
    (keep(checks, 3, "passed", []) / "times.json").write_text(json.dumps(document))
    assert lab_report.runs(checks) == []


def test_a_run_is_added_once(checks, tmp_path):
    record = tmp_path / "lab-runs.json"
    record.write_text(json.dumps({"what": "runs", "runs": [{"started": "2026-01-03"}]}))
    keep(checks, 1, "passed", [])
    for _ in range(2):
        assert lab_report.main([str(record)]) == 0
    kept = json.loads(record.read_text())
    assert kept["what"] == "runs"
    assert [run["started"][:10] for run in kept["runs"]] == ["2026-01-02", "2026-01-03"]
