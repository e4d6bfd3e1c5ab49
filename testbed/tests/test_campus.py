# SPDX-License-Identifier: Apache-2.0
"""More than one of everything. Real time, with the controller.

    mn1 mn2 ))) wtp1 --- swa === swb === swc --- vap1 (WPA2)
        mn3 ))) wtp2 ------------ +       +--- vap2 (WPA3)
"""
import concurrent.futures

import pytest
from conftest import await_wtps
from cloudmac_testbed import client, demo, restconf, topology
from cloudmac_testbed.guest import basics, queueing, station, traffic, wtp

pytestmark = [pytest.mark.slow, pytest.mark.controller]


def test_all_stations_of_both_networks(all_parts, nothing_left):
    plan = topology.load("campus")
    with client.Lab(plan, all_parts) as lab:
        await_wtps(plan)
        for host in plan.of_kind("station"):
            joined = client.call(basics.join, name=host.name)
            vap = plan.hosts[host.options["vap"]]
            assert joined["bssid"] == vap.options["bssid"]
            assert joined["address"].rsplit(".", 1)[0] == vap.address.rsplit(".", 1)[0]
            address = client.call(basics.gateway, name=host.name)
            assert client.call(traffic.ping, host=host.name, address=address, count=5)["lost"] == 0
        trunks = client.call(queueing.trunk_ports)
        assert len(trunks) == 4
        restconf.apply_qos("htb", len(trunks))
        for switch, port in trunks:
            client.call(queueing.wait_qdisc, switch=switch, port=port, kind=demo.QDISC["htb"])
        lab.check()


def test_aggregates_of_one_network_do_not_silence_the_other(all_parts, nothing_left):
    """A WTP shows its kernel an access point to have frames aggregated, and what is injected
    for a network that it does not show may then never be sent."""
    plan = topology.load("campus")
    with client.Lab(plan, all_parts) as lab:
        await_wtps(plan)
        for name in ("mn1", "mn2"):
            client.call(basics.join, name=name)
            # Both WTPs hear it as well as each other.
            restconf.operation(
                "hand-over",
                bssid=plan.hosts[plan.hosts[name].options["vap"]].options["bssid"],
                station=client.call(station.address, name=name),
                wtp=plan.hosts["wtp1"].wired,
            )
        gateway = {name: client.call(basics.gateway, name=name) for name in ("mn1", "mn2")}
        with concurrent.futures.ThreadPoolExecutor() as pool:
            ping = pool.submit(
                client.call, "traffic.ping", host="mn2", address=gateway["mn2"], count=30
            )
            flow = pool.submit(
                client.call,
                "traffic.throughput",
                host="mn1",
                address=gateway["mn1"],
                seconds=3,
                reverse=True,
            )
            restconf.wait_for(
                "wtp1 to show its kernel both access points",
                lambda: client.call(wtp.access_points, name="wtp1") == 2,
                10,
            )
            flow.result()
            assert len(ping.result()["samples"]) >= 27
        lab.check()
