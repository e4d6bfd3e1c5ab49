# SPDX-License-Identifier: Apache-2.0
"""Associates virtual stations with plain access points through WTPs.

In virtual time, without a controller; the lab requests the leases.

    ap (WPA2)   ((( wtp1 --- swa === swb --- v1 (of ap)
    safe (WPA3) (((                     +--- v2 (of safe)

In real time, with the controller.

    ap (WPA2)   ((( wtp1 (free) ---- swa === swb --- v1 (of ap)
    safe (WPA3) ((( wtp2 (pinned) ---+       +------ v2 (of safe)
                                             +------ v3 (of ap)
"""
import concurrent.futures

import pytest
from cloudmac_testbed import client, restconf, topology, virtual
from cloudmac_testbed.errors import LabError
from cloudmac_testbed.guest import (
    agent_client,
    basics,
    roaming,
    station,
    traffic,
    vsta,
    vsta_traffic,
    wifi,
    wtp,
)
from cloudmac_testbed.virtual_wifi import part
from conftest import plan
from echoes import echoes

PLACE = {"standard": "g", "channel": 6}
ACCESS_POINTS = {
    "ap": {"ssid": "plain", "security": "wpa2", **PLACE},
    "safe": {"ssid": "safe", "security": "wpa3", **PLACE},
}
STATIC = plan(
    {
        "switches": ["swa", "swb"],
        "wtps": {"wtp1": {"at": "swa", "stations": "free", "position": [5, 0]}},
        "aps": {name: {**ap, "position": [0, 0]} for name, ap in ACCESS_POINTS.items()},
        "virtual_stations": {"v1": {"at": "swb", "vap": "ap"}, "v2": {"at": "swb", "vap": "safe"}},
        "links": [{"between": ["swa", "swb"]}],
        "medium": {"exponent": 3},
    }
)
# The announcements are rare because a busy machine delays them, and the controller takes a WTP for
# lost after three intervals.
RADIO = {"at": "swa", "stations": "free", "announce_ms": 5000}
LIVE = plan(
    {
        "switches": ["swa", "swb"],
        "wtps": {"wtp1": RADIO, "wtp2": {**RADIO, "stations": "pinned"}},
        "aps": ACCESS_POINTS,
        "virtual_stations": {
            "v1": {"at": "swb", "vap": "ap"},
            "v2": {"at": "swb", "vap": "safe"},
            "v3": {"at": "swb", "vap": "ap"},
        },
        "links": [{"between": ["swa", "swb"]}],
    }
)
WTPS = {host.wired: host.name for host in LIVE.of_kind("wtp")}
ADDRESS = {host.name: host.options["address"] for host in LIVE.of_kind("vsta")}
KEYS = {"v1": "WPA2-PSK", "v2": "SAE", "v3": "WPA2-PSK"}


def test_associates_without_a_controller(radio_parts, scratch, nothing_left):
    """WPA2 and WPA3, on one radio, through switches that learn."""
    found = virtual.measure(
        scratch / "run", radio_parts, STATIC, vsta_traffic.joins, seed=1, names=["v1", "v2"]
    )
    assert {name: one["key_mgmt"] for name, one in found.items()} == {"v1": "WPA2-PSK", "v2": "SAE"}
    assert {name: one["lost"] for name, one in found.items()} == {"v1": 0, "v2": 0}


def test_station_without_a_namespace_associates(radio_parts, scratch, nothing_left):
    """A stock radio in the lab kernel's initial namespace: native ))) ap."""
    network = topology.parse(part.document("native"))
    found = virtual.measure(
        scratch / "run", radio_parts, network, vsta_traffic.joins, seed=1, names=[part.GUEST]
    )
    assert found[part.GUEST]["lost"] == 0


@pytest.fixture(name="lab")
def _lab(lab_keeper, all_parts):
    lab = lab_keeper.lab(LIVE, all_parts)
    yield lab
    lab.check()


def ping(name, count=20):
    """Returns how many of a virtual station's pings are lost."""
    address = client.call(basics.gateway, name=name)
    return client.call(traffic.ping, host=name, address=address, count=count)["lost"]


def serving(name):
    """Returns the WTP that serves a virtual station by the controller's state."""
    found = restconf.virtual_stations().get(ADDRESS[name], {})
    return WTPS.get(found.get("wtp"))


def leases():
    """Returns WTP -> addresses of virtual stations of which it has the lease."""
    return {
        name: {lease["bssid"] for lease in found if lease.get("role") == "station"}
        for name, found in client.call(agent_client.leases).items()
    }


def move(name, wtp_):
    """Moves a virtual station, and waits until only the new WTP has its lease."""
    (wired,) = [wired for wired, known in WTPS.items() if known == wtp_]
    restconf.move_virtual_station(ADDRESS[name], wired)
    restconf.wait_for(f"{name} at {wtp_}", lambda: serving(name) == wtp_)
    restconf.wait_for(
        f"one lease of {name}",
        lambda: [at for at, held in leases().items() if ADDRESS[name] in held] == [wtp_],
        seen=leases,
    )


@pytest.mark.controller
def test_controller_binds_virtual_stations(lab):
    for name, joined in lab.joined.items():
        assert joined["key_mgmt"] == KEYS[name]
        assert ping(name) == 0, name
        assert serving(name)
    holding = leases()
    assert set().union(*holding.values()) == set(ADDRESS.values())
    for name in ADDRESS:
        assert ADDRESS[name] in holding[serving(name)]


@pytest.mark.controller
def test_scan_beside_a_stream_loses_nothing(lab):
    with concurrent.futures.ThreadPoolExecutor() as pool:
        streaming = pool.submit(ping, "v1", 100)
        seen = client.call(vsta.scan, name="v3")
        assert streaming.result() == 0
    assert {lab.joined["v1"]["bssid"], lab.joined["v2"]["bssid"]} <= set(seen["found"])
    assert client.call(station.status, name="v3")["wpa_state"] == "COMPLETED"


@pytest.mark.controller
def test_moves_between_wtps_without_a_new_association(lab):
    before = client.call(roaming.connections, name="v1")
    for _ in range(2):
        move("v1", next(name for name in WTPS.values() if name != serving("v1")))
        assert ping("v1") == 0
    assert client.call(roaming.connections, name="v1") == before


@pytest.mark.controller
def test_second_role_on_a_lease_is_refused(lab):
    """A radio with stations = free has no leases of VAPs at all."""
    move("v1", "wtp2")
    before = leases()
    for name, bssid, code in (
        ("wtp2", ADDRESS["v1"], "-32006"),
        ("wtp1", "02:43:4d:a0:00:77", "-32002"),
    ):
        params = {"bssid": bssid, "radio": 0, "ttl_ms": 60000}
        with pytest.raises(LabError, match=code):
            client.call(agent_client.call, wtp=name, method="ack.lease", params=params)
    assert leases() == before
    assert ping("v1") == 0


@pytest.mark.controller
def test_returns_after_the_agents_restart(lab):
    for name in WTPS.values():
        client.call(wtp.stop, name=name, kill=True)
    for name in WTPS.values():
        client.call(wifi.start_agent, name=name)
    for name in ADDRESS:
        client.call(station.wait_associated, name=name, seconds=90)
        restconf.wait_for(f"{name} to reach its gateway", lambda name=name: ping(name, 1) == 0, 90)


@pytest.mark.controller
def test_loses_nothing_at_the_controllers_restart(lab):
    """No echo of any virtual station is lost from the controller's death until its successor knows
    all of them."""
    with echoes(*ADDRESS):
        client.program("controller", "kill")
        assert not client.status()["controller_alive"]
        client.program("controller", "start")
        restconf.wait_for(
            "the controller to know all virtual stations",
            lambda: all(map(serving, ADDRESS)),
            120,
            seen=restconf.virtual_stations,
        )
    assert [ping(name) for name in ADDRESS] == [0] * len(ADDRESS)


def test_topology_of_the_lab_has_both_kinds_of_station():
    hosts = topology.load("virtual-wifi").hosts
    assert [hosts[name].kind for name in ("native", "v1", "v2")] == ["station", "vsta", "vsta"]
