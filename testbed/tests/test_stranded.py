# SPDX-License-Identifier: Apache-2.0
"""Binds a station to a WTP on the wrong channel while the right one is down. When that
comes back, it serves the station. Real time, with the controller.

    mn1, mn3 ))) wtp1 (channel 1) --- swa === swb --- vap1, vap3 (channel 1)
         mn2 ))) wtp2 (channel 6) -----+       +----- vap2 (channel 6)
"""
import contextlib

import pytest
from cloudmac_testbed import client, restconf
from cloudmac_testbed.guest import basics, diagnosis, station, traffic, wifi, wtp
from cloudmac_testbed.errors import LabError

pytestmark = pytest.mark.controller

LEARNED = "data/cloudmac-learned:cloudmac-learned/station={bssid},{station}"
SECONDS = 120
"""A station that has failed to connect several times waits before it tries again."""


def stations():
    return restconf.state("/stations").get("station", [])


def up():
    return {entry["name"] for entry in restconf.state("/wtps")["wtp"] if entry["up"]}


def test_diagnosis_of_a_station_shows_each_part(two_channels):
    """The text that a failed association or DHCP prints."""
    bssid = two_channels.topology.hosts["vap2"].options["bssid"]
    mac = client.call(station.address, name="mn2")
    text = client.call(diagnosis.of_station, name="mn2")
    for part, word in (
        ("mn2: station dump", bssid),
        ("vap2: stations", mac),
        ("swa: rules", mac),
        ("wtp2: leases", bssid),
    ):
        assert word in text.split(f"--- {part}\n")[1].split("---")[0], text


@contextlib.contextmanager
def agent_down(name):
    """Stops the agent of a WTP for a while, and waits until the controller knows it."""
    client.call(wtp.stop, name=name)
    try:
        restconf.wait_for(f"{name} to be lost", lambda: name not in up())
        yield
    finally:
        client.call(wifi.start_agent, name=name)


def test_station_is_served_when_the_wtp_on_its_channel_comes_back(two_channels):
    wtps = {host.name: host.wired for host in two_channels.topology.of_kind("wtp")}
    bssid = two_channels.topology.hosts["vap2"].options["bssid"]
    key = {"bssid": bssid, "station": client.call(station.address, name="mn2")}

    def at():
        return next((s["wtp"] for s in stations() if key.items() <= s.items()), None)

    with agent_down("wtp2"):
        for bound in stations():
            if bound["station"] == key["station"]:
                restconf.request("DELETE", LEARNED.format(**bound))
        with pytest.raises(LabError, match="mn2 to associate"):
            client.call(station.reassociate, name="mn2", seconds=10)
        # It scans all channels again and again. wtp1 hears its probe requests, which bind nobody.
        assert at() is None
        entry = {**key, "wtp": wtps["wtp1"]}
        restconf.request("PUT", LEARNED.format(**key), {"cloudmac-learned:station": [entry]})
        restconf.wait_for("mn2 to be bound to wtp1", lambda: at() == wtps["wtp1"])
    restconf.wait_for("mn2 to be served by wtp2", lambda: at() == wtps["wtp2"], SECONDS)
    client.call(station.wait_associated, name="mn2", seconds=SECONDS)
    gateway = client.call(basics.gateway, name="mn2")
    assert client.call(traffic.ping, host="mn2", address=gateway, count=3)["lost"] == 0
    decisions = restconf.state("/steering")["decision"]
    why = {"from": wtps["wtp1"], "reason": "no-radio", **key}
    assert any(why.items() <= decision.items() for decision in decisions), decisions
