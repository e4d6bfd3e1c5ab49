# SPDX-License-Identifier: Apache-2.0
"""A station is bound to a WTP that cannot serve it, as the one that could was not there:
when that comes, the station is served. Real time, with the controller.

    mn1 ))) wtp1 (channel 1) --- swa === swb --- vap1 (channel 1)
    mn2 ))) wtp2 (channel 6) -----+       +----- vap2 (channel 6)
"""
import pytest
from conftest import await_wtps, plan
from cloudmac_testbed import client, restconf
from cloudmac_testbed.guest import basics, diagnosis, station, traffic, wifi, wtp
from cloudmac_testbed.settings import LabError

pytestmark = [pytest.mark.slow, pytest.mark.controller]

LEARNED = "data/cloudmac-learned:cloudmac-learned/station={bssid},{station}"
SECONDS = 120
"""A station that has failed to connect several times waits before it tries again."""
DOCUMENT = {
    "switches": ["swa", "swb"],
    "wtps": {"wtp1": {"at": "swa", "channel": 1}, "wtp2": {"at": "swa", "channel": 6}},
    "vaps": {
        "vap1": {"at": "swb", "ssid": "one", "channel": 1},
        "vap2": {"at": "swb", "ssid": "two", "channel": 6},
    },
    "stations": {"mn1": {"vap": "vap1"}, "mn2": {"vap": "vap2"}},
    "links": [{"between": ["swa", "swb"]}],
}


def stations():
    return restconf.state("/stations").get("station", [])


def up():
    return {entry["name"] for entry in restconf.state("/wtps")["wtp"] if entry["up"]}


def test_the_wtp_on_the_vaps_channel_comes_later(all_parts, nothing_left):
    network = plan(DOCUMENT)
    wtps = {host.name: host.wired for host in network.of_kind("wtp")}
    with client.Lab(network, all_parts) as lab:
        await_wtps(network)
        for name in ("mn1", "mn2"):
            client.call(basics.join, name=name)
        bssid = network.hosts["vap2"].options["bssid"]
        key = {"bssid": bssid, "station": client.call(station.address, name="mn2")}

        # What a test says that finds no DHCP.
        said = client.call(diagnosis.of_station, name="mn2")
        for part, word in (
            ("mn2: station dump", bssid),
            ("vap2: stations", key["station"]),
            ("swa: rules", key["station"]),
            ("wtp2: leases", bssid),
        ):
            assert word in said.split(f"--- {part}\n")[1].split("---")[0], said

        def at():
            return next((s["wtp"] for s in stations() if key.items() <= s.items()), None)

        client.call(wtp.stop, name="wtp2")
        restconf.wait_for("wtp2 to be lost", lambda: up() == {"wtp1"})
        for bound in stations():
            if bound["station"] == key["station"]:
                restconf.request("DELETE", LEARNED.format(**bound))
        with pytest.raises(LabError, match="mn2 to associate"):
            # It looks around on all channels, and wtp1 hears that.
            client.call(station.reassociate, name="mn2", seconds=10)
        assert at() == wtps["wtp1"]
        client.call(wifi.start_agent, name="wtp2")
        restconf.wait_for("mn2 to be served by wtp2", lambda: at() == wtps["wtp2"], SECONDS)
        client.call(station.wait_associated, name="mn2", seconds=SECONDS)
        gateway = client.call(basics.gateway, name="mn2")
        assert client.call(traffic.ping, host="mn2", address=gateway, count=3)["lost"] == 0
        decisions = restconf.state("/steering")["decision"]
        why = {"from": wtps["wtp1"], "reason": "no-radio", **key}
        assert any(why.items() <= decision.items() for decision in decisions), decisions
        lab.check()
