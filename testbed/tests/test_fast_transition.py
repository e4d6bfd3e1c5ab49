# SPDX-License-Identifier: Apache-2.0
"""A station of wpa_supplicant roams between two VAPs of a network by fast BSS transition (IEEE
802.11-2020, clause 13). Real time, with the controller.

    mn ))) wtp --- swa === swb --- one, two: one SSID and mobility domain
"""
import pytest
from cloudmac_testbed import client, restconf
from cloudmac_testbed.guest import agent_client, station, vap
from conftest import plan

pytestmark = [pytest.mark.controller, pytest.mark.full]

NETWORK = {"at": "swb", "ssid": "campus", "mobility_domain": "a1b2"}
TOPOLOGY = plan(
    {
        "switches": ["swa", "swb"],
        "wtps": {"wtp": {"at": "swa"}},
        "vaps": {"one": NETWORK, "two": NETWORK},
        "stations": {"mn": {"vap": "one"}},
        "links": [{"between": ["swa", "swb"]}],
    }
)
ROAMS = 10
OTHER = "02:00:00:00:99:00"


@pytest.fixture(name="lab")
def _lab(lab_keeper, all_parts):
    lab = lab_keeper.lab(TOPOLOGY, all_parts)
    yield lab
    lab.check()


def bound_to(mac):
    """Returns the BSSIDs of the VAPs to which a station is bound."""
    return {
        one["bssid"]
        for one in restconf.state("/stations").get("station", [])
        if one["station"] == mac
    }


def test_a_station_changes_its_vap_without_a_new_handshake(lab):
    """The other VAP is a first contact of the controller. The station derives its keys from the
    first handshake; DHCP shows that they are right."""
    mac = client.call(station.address, name="mn")
    bssids = {host.options["bssid"]: host.name for host in TOPOLOGY.of_kind("vap")}
    first = client.call(station.status, name="mn")["bssid"]
    (second,) = bssids.keys() - {first}
    client.call(station.await_beacon, name="mn", bssid=second, mhz=2437)
    # The WTP acknowledges for the VAP, as if it served another station there (docs/reference/limits.md).
    wtp = TOPOLOGY.hosts["wtp"].wired
    restconf.operation("bind", bssid=second, station=OTHER, wtp=[wtp])
    restconf.wait_for(
        "the lease of the second VAP",
        lambda: second in str(client.call(agent_client.call, wtp="wtp", method="ack.list")),
    )
    for number in range(ROAMS):
        to = (second, first)[number % 2]
        found = client.call(station.roam, name="mn", bssid=to)
        assert found["key_mgmt"] == "FT-PSK", found
        restconf.wait_for(f"the binding to {to}", lambda: to in bound_to(mac), 10)
    restconf.operation("unbind", bssid=second, station=OTHER)
    counted = {bssid: client.call(vap.handshakes, name=bssids[bssid]) for bssid in bssids}
    assert counted == {first: 1, second: 0}
