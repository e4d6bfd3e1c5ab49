# SPDX-License-Identifier: Apache-2.0
"""Two networks on two WTPs and three switches, in real time with the controller.

    mn1 mn2 ))) wtp1 --- swa === swb === swc --- vap1 (WPA2): mn1 mn3
        mn3 ))) wtp2 -------------+       +----- vap2 (WPA3): mn2
"""
import concurrent.futures
import re

import pytest
from cloudmac_testbed import client, restconf
from cloudmac_testbed.guest import basics, queueing, station, switch, traffic, wtp

pytestmark = pytest.mark.controller

AIRTIME = "data/cloudmac:cloudmac/airtime"


def test_all_stations_of_both_networks_are_served(campus):
    for host in campus.topology.of_kind("station"):
        joined = campus.joined[host.name]
        vap = campus.topology.hosts[host.options["vap"]]
        assert joined["bssid"] == vap.options["bssid"]
        assert joined["address"].rsplit(".", 1)[0] == vap.address.rsplit(".", 1)[0]
        address = client.call(basics.gateway, name=host.name)
        ping = client.call(traffic.ping, host=host.name, address=address, count=5)
        assert ping["lost"] == 0


COPIES = re.compile(r"priority=1000,dl_src=([0-9a-f:]{17}),dl_dst=")


def with_copies(name):
    """Returns the addresses of the stations for whose copies a switch has rules."""
    flows = client.call(switch.flows, name=name)
    return {found[1] for found in map(COPIES.search, flows) if found}


def test_switches_that_hear_a_station_have_rules_for_its_copies(campus):
    """Both WTPs hear all stations. The third switch has no WTP."""
    hosts = campus.topology.of_kind("station")
    addresses = {client.call(station.address, name=host.name) for host in hosts}

    gateways = {host.name: client.call(basics.gateway, name=host.name) for host in hosts}

    def dropped():
        for name, gateway in gateways.items():
            client.call(traffic.ping, host=name, address=gateway, count=5)
        return all(with_copies(name) == addresses for name in ("swa", "swb"))

    restconf.wait_for("rules for copies at both switches with a WTP", dropped)
    assert with_copies("swc") == set()


def test_policy_is_applied_to_all_links_in_a_row(campus):
    trunks = client.call(queueing.trunk_ports)
    assert len(trunks) == 4
    restconf.apply_qos("htb", len(trunks))
    for name, port in trunks:
        client.call(queueing.wait_qdisc, switch=name, port=port, kind="htb")
    restconf.operation("clear-qos")


def test_aggregates_of_one_network_do_not_silence_the_other(campus):
    """A WTP starts access points for the kernel to aggregate frames. The kernel may then
    never send a frame that is injected for a BSSID without one."""
    hosts = campus.topology.hosts
    for name in ("mn1", "mn2"):
        # Both WTPs hear all stations equally well.
        restconf.operation(
            "hand-over",
            bssid=hosts[hosts[name].options["vap"]].options["bssid"],
            station=client.call(station.address, name=name),
            wtp=hosts["wtp1"].wired,
        )
    gateway = {name: client.call(basics.gateway, name=name) for name in ("mn1", "mn2")}
    with concurrent.futures.ThreadPoolExecutor() as pool:
        ping = pool.submit(client.call, traffic.ping, host="mn2", address=gateway["mn2"], count=30)
        flow = pool.submit(
            client.call,
            traffic.throughput,
            host="mn1",
            address=gateway["mn1"],
            seconds=3,
            reverse=True,
        )
        restconf.wait_for(
            "wtp1 to run an access point for each network",
            lambda: client.call(wtp.access_points, name="wtp1") == 2,
            10,
        )
        flow.result()
        received = len(ping.result()["samples"])
        print(f"{received} of 30 echoes")
        # Silence loses all echoes from the start of the access points on.
        assert received >= 27


def weight(wtp, address):
    """Returns the weight of a station in the airtime state of a WTP, None if it is not listed."""
    for each in restconf.state("/airtime").get("wtp", []):
        for radio in each.get("radio", []) if each["id"] == wtp else []:
            for listed in radio.get("station", []):
                if listed["station"] == address:
                    return listed["weight"]
    return None


def test_airtime_weights_follow_a_station_through_a_handover(campus):
    hosts = campus.topology.hosts
    bssid = hosts["vap1"].options["bssid"]
    mn1 = client.call(station.address, name="mn1")
    gateway = client.call(basics.gateway, name="mn1")
    weights = {
        "vap": [{"bssid": bssid, "weight": 512}],
        "station": [{"station": mn1, "weight": 384}],
    }
    restconf.request("PUT", AIRTIME, {"cloudmac:airtime": weights})
    try:
        for name in ("wtp1", "wtp2"):
            restconf.operation("hand-over", bssid=bssid, station=mn1, wtp=hosts[name].wired)
            # The agent lists stations that it has sent to.
            assert client.call(traffic.ping, host="mn1", address=gateway, count=5)["lost"] == 0
            restconf.wait_for(
                f"{name} to have both weights", lambda: weight(hosts[name].wired, mn1) == 768
            )
    finally:
        restconf.request("DELETE", AIRTIME)
    restconf.wait_for(
        "wtp2 to have the default weight", lambda: weight(hosts["wtp2"].wired, mn1) == 256
    )
