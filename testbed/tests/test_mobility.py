# SPDX-License-Identifier: Apache-2.0
"""Signals, by reports and by OpenFlow, decisions as events, and emptying a WTP while its stations
talk. Real time, with the controller; both WTPs hear all stations.

    mn1 mn2 mn3 ))) wtp1 --- swa === swb === swc --- vap1 (WPA2)
                ))) wtp2 ------------ +       +--- vap2 (WPA3)
"""
import concurrent.futures

import pytest
from conftest import await_wtps
from cloudmac_testbed import client, restconf, topology
from cloudmac_testbed.guest import basics, traffic

pytestmark = [pytest.mark.slow, pytest.mark.controller]

MOBILITY = "data/cloudmac:cloudmac/mobility"


def ping(station):
    address = client.call(basics.gateway, name=station.name)
    return client.call(traffic.ping, host=station.name, address=address, count=50)["lost"]


def served():
    return restconf.state("/stations")["station"]


def sampling_rules():
    return [rule for rule in restconf.state("/flows").get("flow", []) if rule["table"] == 1]


def logged():
    return {entry["number"]: entry for entry in restconf.state("/steering")["decision"]}


def test_signals_and_draining(all_parts, nothing_left):
    plan = topology.load("campus")
    stations = plan.of_kind("station")
    with client.Lab(plan, all_parts) as lab:
        await_wtps(plan)
        for station in stations:
            client.call(basics.join, name=station.name)
        restconf.request("PUT", MOBILITY, {"mobility": {"enabled": True, "source": "both"}})
        restconf.wait_for(
            "the rules of samples",
            lambda: [rule["state"] for rule in sampling_rules()] == ["installed"] * 2,
        )
        with concurrent.futures.ThreadPoolExecutor() as pool:
            pings = [pool.submit(ping, station) for station in stations]
            restconf.wait_for(
                "both WTPs to be known to hear all stations",
                lambda: all(len(station.get("signal", [])) == 2 for station in served()),
            )
            wtp = served()[0]["wtp"]
            with restconf.events("cloudmac-state:steering-decided") as told:
                restconf.operation("drain-wtp", wtp=wtp)
                restconf.wait_for(
                    "the WTP to be empty",
                    lambda: restconf.state("/drains").get("wtp")
                    == [{"id": wtp, "stations-left": 0}],
                )
                drained = [entry for entry in logged().values() if entry["reason"] == "drain"]
                restconf.wait_for(
                    "each move to be told, as it is in the log",
                    lambda: drained and all(entry in told for entry in drained),
                )
            assert [done.result() for done in pings] == [0] * len(stations)
        assert wtp not in {station["wtp"] for station in served()}
        counted = restconf.state("/mobility")
        assert int(counted["reports"]) and int(counted["samples"])
        restconf.request("DELETE", MOBILITY)
        restconf.wait_for("no more samples", lambda: not sampling_rules())
        lab.check()
