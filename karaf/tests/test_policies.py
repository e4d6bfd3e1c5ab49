# SPDX-License-Identifier: Apache-2.0
"""Tests settings and RPCs of mobility in a running controller without WTPs.

The lab tests handovers. The file's name places it after the tests of another controller
on the same ports, and before the tests that stop this controller."""
import json

from switch import until

MOBILITY = "/rests/data/cloudmac:cloudmac/mobility"
WTPS = "/rests/data/cloudmac:cloudmac/wtps"
STATE = "/rests/data/cloudmac-state:cloudmac-state"
LEARNED = "/rests/data/cloudmac-learned:cloudmac-learned"
WTP = "02:c1:0d:aa:00:01"
BSSID = "02:c1:0d:00:a0:01"


def put(running, **settings):
    return running.send("PUT", MOBILITY, {"cloudmac:mobility": settings})


def read(running, path):
    status, text = running.get(path)
    assert status == 200, text
    return json.loads(text)


def rpc(running, name, **data):
    return running.send("POST", f"/rests/operations/cloudmac:{name}", {"cloudmac:input": data})


def drains(running):
    """Return the draining WTPs; none before the state is first published."""
    status, text = running.get(STATE + "/drains")
    return json.loads(text)["cloudmac-state:drains"].get("wtp") if status == 200 else None


def test_settings_with_a_policy_of_a_vap(running):
    status, text = put(
        running, enabled=True, source="both", period=100, vap=[{"bssid": BSSID, "hysteresis": 9}]
    )
    assert status in (201, 204), text
    mine = read(running, MOBILITY + "?content=config")["cloudmac:mobility"]
    assert mine["vap"] == [{"bssid": BSSID, "hysteresis": 9}]
    until("mobility runs", lambda: "Mobility: MobilitySettings[source=Both" in running.log())
    state = read(running, STATE + "/mobility")["cloudmac-state:mobility"]
    assert state["signals"] == 0


def test_invalid_settings_change_nothing(running):
    assert put(running, hysteresis=7)[0] in (201, 204)
    for settings in (
        {"hysteresis": 61},
        {"source": "guesses"},
        {"minimum-samples": 0},
        {"stale-after": 100, "report-interval": 100},
        {"vap": [{"bssid": BSSID, "stale-after": 100}]},
    ):
        status, text = put(running, **settings)
        assert status == 400, (settings, text)
        mine = read(running, MOBILITY + "?content=config")["cloudmac:mobility"]
        assert mine == {"hysteresis": 7}, settings


def test_log_and_commands_are_available(running):
    done = running.console("cloudmac:log")
    assert done.returncode == 0, done.stderr
    assert "No decision has been taken" in done.stdout
    done = running.console("cloudmac:handover 02:5a:00:00:00:01 " + WTP)
    assert "station 02:5a:00:00:00:01 is not bound" in done.stdout + done.stderr


def test_draining_a_wtp(running):
    status, text = rpc(running, "drain-wtp", wtp=WTP)
    assert status == 400 and "unknown WTP" in text, text
    body = {"cloudmac:wtps": {"wtp": [{"id": WTP, "name": "north"}]}}
    assert running.send("PUT", WTPS, body)[0] in (201, 204)
    assert rpc(running, "drain-wtp", wtp=WTP)[0] in (200, 204)
    mine = read(running, WTPS + "?content=config")["cloudmac:wtps"]["wtp"]
    assert mine == [{"id": WTP, "name": "north", "draining": True}]
    until("the WTP is drained", lambda: drains(running) == [{"id": WTP, "stations-left": 0}])
    done = running.console(f"cloudmac:drain --undo {WTP}")
    assert done.returncode == 0, done.stderr
    until("the WTP is not draining", lambda: not drains(running))
    assert running.send("DELETE", WTPS, None)[0] == 204


def test_forgetting_a_wtp(running):
    status, text = rpc(running, "forget-wtp", wtp=WTP)
    assert status == 400 and "has not learned it" in text, text
    path = f"{LEARNED}/wtp={WTP.replace(':', '%3A')}"
    learned = {"id": WTP, "port": "openflow:1:2"}
    status, text = running.send("PUT", path, {"cloudmac-learned:wtp": [learned]})
    assert status in (201, 204), text
    assert read(running, path)["cloudmac-learned:wtp"] == [learned]
    until("the controller knows it", lambda: rpc(running, "forget-wtp", wtp=WTP)[0] == 200)
    assert running.get(path)[0] in (404, 409)
