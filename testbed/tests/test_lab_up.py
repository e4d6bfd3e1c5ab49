# SPDX-License-Identifier: Apache-2.0
"""``lab up`` with mobility, two networks and a virtual station, in real time with the controller.

    mn ))) wtp1 --- swa === swb --- vap, second (without a station)
        v1's antenna wtp2 (free) --- swa, v1 at swb, of the plain access point ap
"""
import subprocess

import pytest
import yaml
from cloudmac_testbed import client, restconf
from cloudmac_testbed.guest import station
from conftest import command, finished

pytestmark = pytest.mark.controller

TOPOLOGY = {
    "switches": ["swa", "swb"],
    "wtps": {"wtp1": {"at": "swa"}, "wtp2": {"at": "swa", "stations": "free"}},
    "vaps": {"vap": {"at": "swb"}, "second": {"at": "swb"}},
    "aps": {"ap": {"ssid": "plain"}},
    "stations": {"mn": {"vap": "vap"}},
    "virtual_stations": {"v1": {"at": "swb", "vap": "ap", "wtp": "wtp2"}},
    "links": [{"between": ["swa", "swb"]}],
    "mobility": {"hysteresis": 5},
}


def test_stations_of_both_kinds_are_connected_and_mobility_acts(all_parts, nothing_left, tmp_path):
    file = tmp_path / "both.yaml"
    file.write_text(yaml.safe_dump(TOPOLOGY, sort_keys=False), encoding="utf-8")
    status, told = finished(command("lab", "up", "--topology", str(file)), 300)
    assert status == 0, told
    for name, access_point in (("mn", "vap"), ("v1", "ap")):
        assert f"lab: {name}: associated with {access_point}, " in told, told
        assert client.call(station.status, name=name)["wpa_state"] == "COMPLETED"
    for name, says in (
        ("wtp1", "its session is open"),
        ("wtp2", "its session is open"),
        ("vap", "found, 02:43:4d:a0:00:01 on channel 6"),
        ("second", "found, 02:43:4d:a0:00:02 on channel 6"),
    ):
        assert f"lab: {name}: {says}\n" in told, told
    assert "lab: up: swa, swb, wtp1, wtp2, vap, second, mn, ap, v1\n" in told, told
    found = restconf.request("GET", "data/cloudmac:cloudmac/mobility?content=config")
    assert found["cloudmac:mobility"] == {
        "enabled": True,
        "observe-only": False,
        "hysteresis": 5,
    }
    assert "Mobility is on" in told and "cloudmac:log" in told
    for host, line, says in (
        ("v1", "wpa_cli status", "wpa_state=COMPLETED"),
        ("v1", "cloudmac-vap list", "v10"),
        ("ap", "hostapd_cli status", "state=ENABLED"),
    ):
        words = ("lab", "shell", host, *line.split())
        status, output = finished(command(*words, stdin=subprocess.DEVNULL))
        assert status == 0 and says in output, output
    # What the printed command shows.
    status, output = finished(command("lab", "console", "cloudmac:log"))
    assert status == 0 and "first-contact" in output, output
