# SPDX-License-Identifier: Apache-2.0
"""Tests what is kept of a lab in which a test fails. Boots nothing."""
import json

import failed_lab

STATE = {
    "stations": {
        "station": [{"bssid": "02:43:4d:a0:00:01", "station": "02:00:00:00:00:00", "wtp": "w"}]
    },
    "flows": {"flow": [{"id": "a", "state": "installed"}, {"id": "b", "state": "pending"}]},
}


def test_facts_name_stations_and_rules_that_are_not_in_force():
    assert failed_lab.facts(STATE) == [
        "1 stations, 1 of 2 rules not installed",
        "station 02:00:00:00:00:00 of 02:43:4d:a0:00:01: WTP w",
        'not installed: {"id": "b", "state": "pending"}',
    ]
    assert failed_lab.facts({}) == ["0 stations, 0 of 0 rules not installed"]


def test_logs_are_kept_beside_the_record_of_boots(tmp_path, monkeypatch):
    monkeypatch.setenv("CLOUDMAC_BOOTS", str(tmp_path / "live.boots"))
    monkeypatch.setattr(
        failed_lab.restconf, "request", lambda *_: {"cloudmac-state:cloudmac-state": STATE}
    )
    monkeypatch.setattr(failed_lab.client, "call", lambda *_, name: [f"flow of {name}"])
    run = tmp_path / "run"
    (run / "exchange" / "log").mkdir(parents=True)
    (run / "exchange" / "log" / "hostapd.log").write_text("associated")
    hosts = {"swa": {"kind": "switch"}, "mn1": {"kind": "station"}}
    (run / "exchange" / "plan.json").write_text(
        json.dumps({"topology": json.dumps({"hosts": hosts})})
    )
    assert failed_lab.keep("test_x[a b]", run) == []
    (run / "about.json").touch()
    lines = failed_lab.keep("test_x[a b]", run)
    kept = tmp_path / "failed-test_x-a-b-"
    assert lines[0] == f"logs, flows and the controller's state are in {kept}"
    assert lines[1:] == failed_lab.facts(STATE)
    assert (kept / "swa.flows").read_text() == "flow of swa" and not (kept / "mn1.flows").exists()
    assert (kept / "log" / "hostapd.log").read_text() == "associated"
    assert (
        json.loads((kept / "controller.json").read_text())["cloudmac-state:cloudmac-state"] == STATE
    )
