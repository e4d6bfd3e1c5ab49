# SPDX-License-Identifier: Apache-2.0
"""Reports signals and drains a WTP under traffic, in real time with the controller. Both
WTPs hear all stations.

    mn1 mn2 mn3 ))) wtp1 --- swa === swb === swc --- vap1 (WPA2): mn1 mn3
                ))) wtp2 -------------+       +----- vap2 (WPA3): mn2
"""
import concurrent.futures
import contextlib

import pytest
from cloudmac_testbed import client, restconf
from cloudmac_testbed.guest import basics, traffic

pytestmark = pytest.mark.controller

MOBILITY = "data/cloudmac:cloudmac/mobility"
WTPS = "data/cloudmac:cloudmac/wtps"


def ping(station):
    address = client.call(basics.gateway, name=station.name)
    return client.call(traffic.ping, host=station.name, address=address, count=50)["lost"]


def served():
    return restconf.state("/stations")["station"]


def sampling_rules():
    return [rule for rule in restconf.state("/flows").get("flow", []) if rule["table"] == 1]


def logged():
    return {entry["number"]: entry for entry in restconf.state("/steering")["decision"]}


@pytest.fixture
def mobility(campus):
    """Yields the lab with mobility enabled, and signals from reports and from samples."""
    restconf.request("PUT", MOBILITY, {"mobility": {"enabled": True, "source": "both"}})
    yield campus
    restconf.request("DELETE", MOBILITY)
    restconf.wait_for("the sampling rules to be removed", lambda: not sampling_rules())


@contextlib.contextmanager
def drained(wtp):
    """Drains a WTP, ends that, and removes the WTP's configuration, which holds the state."""
    restconf.operation("drain-wtp", wtp=wtp)
    try:
        yield
    finally:
        restconf.operation("undrain-wtp", wtp=wtp)
        restconf.request("DELETE", f"{WTPS}/wtp={wtp.replace(':', '%3A')}")


def test_signals_and_draining(mobility):
    """All stations leave a draining WTP. Each loses no echo, and each handover is notified
    as it is logged."""
    stations = mobility.topology.of_kind("station")
    restconf.wait_for(
        "the sampling rules to be installed",
        lambda: [rule["state"] for rule in sampling_rules()] == ["installed"] * 2,
    )
    with concurrent.futures.ThreadPoolExecutor() as pool:
        pings = [pool.submit(ping, station) for station in stations]
        restconf.wait_for(
            "signals of all stations at both WTPs",
            lambda: all(len(station.get("signal", [])) == 2 for station in served()),
        )
        wtp = served()[0]["wtp"]
        before = set(logged())
        with restconf.events("cloudmac-state:steering-decided") as events, drained(wtp):
            restconf.wait_for(
                "the WTP to have no stations",
                lambda: restconf.state("/drains").get("wtp") == [{"id": wtp, "stations-left": 0}],
            )
            # Other tests of this lab have drained, too.
            decisions = [
                entry
                for number, entry in logged().items()
                if number not in before and entry["reason"] == "drain"
            ]
            restconf.wait_for(
                "a notification of each logged handover",
                lambda: decisions and all(entry in events for entry in decisions),
            )
            assert [done.result() for done in pings] == [0] * len(stations)
            assert wtp not in {station["wtp"] for station in served()}
    counted = restconf.state("/mobility")
    assert int(counted["reports"]) and int(counted["samples"])
