# SPDX-License-Identifier: Apache-2.0
"""Announces VAPs by a WTP with three radios, one of them at 5 GHz. Real time, with the controller.

    mn1  ))) channel 1  -+
    mn36 ))) channel 36 -- wtp --- sw --- vap1 (channel 1), vap36 (36), idle (11)
             channel 11 -+
"""
import pytest
from cloudmac_testbed import client, restconf
from cloudmac_testbed.guest import agent_client, basics, station, traffic, wifi
from conftest import plan

pytestmark = pytest.mark.controller

TOPOLOGY = plan(
    {
        "switches": ["sw"],
        "wtps": {"wtp": {"at": "sw", "radios": 3, "channels": [1, 36, 11]}},
        "vaps": {
            "vap1": {"at": "sw", "ssid": "one", "channel": 1},
            "vap36": {"at": "sw", "ssid": "five", "channel": 36},
            "idle": {"at": "sw", "ssid": "idle", "channel": 11},
        },
        "stations": {"mn1": {"vap": "vap1"}, "mn36": {"vap": "vap36"}},
    }
)
BSSIDS = {host.name: host.options["bssid"] for host in TOPOLOGY.of_kind("vap")}


@pytest.fixture(name="lab")
def _lab(lab_keeper, all_parts):
    lab = lab_keeper.lab(TOPOLOGY, all_parts)
    yield lab
    lab.check()


def radios(method, member):
    """Returns the radio of each VAP in the agent's answer to a method."""
    found = client.call(agent_client.call, wtp="wtp", method=method)[member]
    return {one["bssid"]: one["radio"] for one in found}


def leases():
    return radios("ack.list", "leases")


def permits():
    return radios("announce.list", "permits")


def test_each_vap_has_the_radio_on_its_channel(lab):
    each = {BSSIDS["vap1"]: 0, BSSIDS["vap36"]: 1, BSSIDS["idle"]: 2}
    restconf.wait_for("the permits of three VAPs", lambda: permits() == each, seen=permits)
    # The stations' probe requests gave the idle VAP a lease for two seconds.
    wanted = {BSSIDS["vap1"]: 0, BSSIDS["vap36"]: 1}
    restconf.wait_for("the leases of two VAPs", lambda: leases() == wanted, seen=leases)
    for name in lab.joined:
        address = client.call(basics.gateway, name=name)
        assert client.call(traffic.ping, host=name, address=address, count=20)["lost"] == 0


def test_vap_without_stations_is_on_the_air(lab):
    """Also after its move to another channel. It needs no lease."""
    client.call(station.await_beacon, name="mn1", bssid=BSSIDS["idle"], mhz=2462)
    for channel, radio, mhz in ((36, 1, 5180), (11, 2, 2462)):
        client.call(wifi.restart_vap, name="idle", channel=channel)
        restconf.wait_for(
            f"the permit of radio {radio}",
            lambda radio=radio: permits().get(BSSIDS["idle"]) == radio,
            seen=permits,
        )
        client.call(station.await_beacon, name="mn1", bssid=BSSIDS["idle"], mhz=mhz)
        assert BSSIDS["idle"] not in leases()
