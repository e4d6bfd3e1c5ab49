# SPDX-License-Identifier: Apache-2.0
"""Stops and starts the controller, switches, agents and VAPs: rules and traffic are the same
afterwards. Real time, with the controller.

    mn ))) wtp1 --- swa === swb --- vap
"""
import contextlib

import pytest
from conftest import await_wtps, wait_for
from echoes import echoes
from cloudmac_testbed import client, restconf
from cloudmac_testbed.guest import agent_client, basics, station, switch, traffic, vap, wifi, wtp
from cloudmac_testbed.errors import LabError

pytestmark = pytest.mark.controller
SECONDS = 90


def rules():
    """Returns flows, groups and QoS rows of all switches, and the agents' leases."""
    return {
        "switches": {name: client.call(switch.state, name=name) for name in ("swa", "swb")},
        "qos": {name: client.call(switch.qos_rows, name=name) for name in ("swa", "swb")},
        "leases": client.call(agent_client.leases),
    }


def gateway():
    return client.call(basics.gateway, name="mn")


def reaches(count=3):
    with contextlib.suppress(LabError):
        return client.call(traffic.ping, host="mn", address=gateway(), count=count)["lost"] == 0
    return False


def same_as(before):
    with contextlib.suppress(LabError):
        return rules() == before
    return False


@pytest.fixture
def before(live):
    """Yields the rules with HTB applied. Waits for the same rules after the test."""
    await_wtps(live.topology)
    restconf.apply_qos("htb", 2)
    wait_for("the station to be reachable", reaches, 30)
    found = rules()
    yield found
    wait_for("the rules to be as before", lambda: same_as(found), SECONDS)
    wait_for("the station to be reachable", reaches, 30)
    restconf.operation("clear-qos")


def test_controller_killed_and_started(before):
    """The controller is not in the data path, so no echo is lost meanwhile. TCP has its turn
    without echoes: in a queue that it fills, CoDel may drop one. The virtual stations' test pings
    without that pause."""
    with echoes("mn"):
        client.program("controller", "kill")
        assert not client.status()["controller_alive"]
        assert rules()["switches"] == before["switches"]
    assert client.call(traffic.throughput, host="mn", address=gateway()) > 1
    with echoes("mn"):
        client.program("controller", "start")
        wait_for("the rules to be as before", lambda: same_as(before), SECONDS)


@pytest.mark.parametrize("name", ["swa", "swb"])
def test_switch_restarted(before, name):
    client.call(switch.restart, name=name)
    wait_for("the rules to be as before", lambda: same_as(before), SECONDS)


@pytest.mark.parametrize("name", ["swa", "swb"])
def test_switch_loses_rules_and_rows(before, name):
    """The switch comes back with an empty table and without QoS rows."""
    client.call(switch.forget, name=name)
    wait_for(
        "the rules to be as before",
        lambda: rules()["switches"][name]["flows"] == before["switches"][name]["flows"],
        SECONDS,
    )


@pytest.mark.parametrize("name", ["swa", "swb"])
def test_switch_loses_meters(before, name):
    """The switch deletes the rules with the meters. The controller can restore them before a test
    sees that, so their age shows it."""
    began = client.call(switch.forget_meters, name=name)

    def restored():
        since = client.call(switch.metered_since, name=name)
        return same_as(before) and since and min(since) > began - 0.1

    wait_for("the rules to be as before, installed again", restored, SECONDS)


def test_vap_has_its_own_meter_and_the_controller_counts_beacons(before):
    """The VAPs of a host send their beacons at the same time. A switch without VAPs has no
    such meter, although swa seemed to have one until its link was discovered."""
    switches = {client.call(switch.node_ids, name=name)[0]: name for name in ("swa", "swb")}
    known = {name: vaps_meters(before["switches"][name]) for name in ("swa", "swb")}
    assert [len(lines) for lines in known.values()] == [0, 1]
    assert "rate=1 " in known["swb"][0] and "burst_size=1" in known["swb"][0]

    def passed():
        return {
            switches[meter["switch"]]: int(meter["passed"])
            for meter in restconf.state("/counters").get("meter", [])
            if meter["name"] == "known-beacons"
        }

    wait_for(
        "copies of beacons to be counted at swb alone",
        lambda: (counts := passed()).get("swb", 0) > 0 and "swa" not in counts,
        30,
    )


def vaps_meters(state):
    """Returns the meters of known VAPs' beacons in a switch's state."""
    numbers = range(4923, 5947)  # Meter.KNOWN_BEACONS
    return [
        line for line in state["meters"] if int(line.split()[0].removeprefix("meter=")) in numbers
    ]


@pytest.mark.parametrize("kill", [False, True])
def test_agent_restarted(before, kill):
    client.call(wtp.stop, name="wtp1", kill=kill)
    client.call(wifi.start_agent, name="wtp1")
    await_wtps_lease(before)


def await_wtps_lease(before):
    wait_for(
        "the lease to be there again",
        lambda: client.call(agent_client.leases) == before["leases"],
        SECONDS,
    )


def test_vap_restarted(before):
    client.call(wifi.restart_vap, name="vap")
    client.call(station.wait_associated, name="mn", seconds=60)
    wait_for("the station to be reachable", reaches, 30)


def test_silent_vap_has_no_meter(before):
    client.call(vap.stop_hostapd, name="vap")
    try:
        wait_for(
            "the silent VAP's meter to be removed",
            lambda: not vaps_meters(client.call(switch.state, name="swb")),
            SECONDS,
        )
    finally:
        client.call(wifi.start_vap, name="vap")
    client.call(station.wait_associated, name="mn", seconds=60)
    wait_for("the rules to be as before", lambda: same_as(before), SECONDS)


def channel(bssid):
    """Returns the channel of a VAP, as the controller knows it."""
    known = restconf.state("/vaps")["vap"]
    return next((entry.get("channel") for entry in known if entry["bssid"] == bssid), None)


def test_vap_restarted_on_another_channel(before, live):
    """The VAP restarts before it counts as lost, so rules keep forwarding its beacons."""
    options = live.topology.hosts["vap"].options
    for number in (11, options["channel"]):
        client.call(wifi.restart_vap, name="vap", channel=number)
        wait_for(
            f"the controller to know of channel {number}",
            lambda wanted=number: channel(options["bssid"]) == wanted,
            30,
        )
        client.call(station.wait_associated, name="mn", seconds=60)
        wait_for("the station to be reachable", reaches, 30)


def beacon_meters():
    """Returns the numbers of the meters that VAPs' beacons have at swb, and swb's whole state."""
    state = client.call(switch.state, name="swb")
    return [int(line.split()[0].removeprefix("meter=")) for line in vaps_meters(state)], state


def test_foreign_meter_is_avoided(live):
    """Another controller has added a meter with the number that the VAP's beacons would get. Last
    in this file: the controller keeps the other number until it ends."""
    await_wtps(live.topology)
    wait_for("the VAP to have a meter", lambda: len(beacon_meters()[0]) == 1, SECONDS)
    usual = beacon_meters()[0][0]
    other = usual + 4096  # Meter.STEP
    client.call(vap.stop_hostapd, name="vap")
    try:
        wait_for("the silent VAP's meter to be removed", lambda: not beacon_meters()[0], SECONDS)
        client.call(switch.add_foreign_meter, name="swb", number=usual)
    finally:
        client.call(wifi.start_vap, name="vap")
    client.call(station.wait_associated, name="mn", seconds=60)
    wait_for(
        "another number to be used",
        lambda: any(f"meter:{other}," in line for line in beacon_meters()[1]["flows"]),
        SECONDS,
    )
    state = beacon_meters()[1]
    assert [line for line in state["meters"] if line.startswith(f"meter={usual} kbps")]
    assert not [line for line in state["flows"] if f"meter:{usual}," in line]
    wait_for("the station to be reachable", reaches, 30)
    client.call(switch.delete_meter, name="swb", number=usual)
