# SPDX-License-Identifier: Apache-2.0
"""A forger on the wire announces a WTP and receives the station with a strong signal, in real
time with the controller. And a WTP whose session ends keeps its station.

    mn ))) wtp1 --- swa === swb --- vap
            ct1 ----+  the forger
"""
import pytest
from conftest import await_wtps, wait_for
from cloudmac_testbed import client, restconf
from cloudmac_testbed.guest import basics, inject, station, traffic, wifi, wtp
from cloudmac_wire import Announcement, Control, Frame, Radio, RadioTag, vap_id

pytestmark = pytest.mark.controller
FORGED = "02:00:00:00:66:01"
"""Lower than the ids of the lab's WTPs: among equals, the lowest id wins."""
STRONG_DBM = -10
SECONDS = 90


def announcement():
    """Returns an announcement of the forged WTP, whose control address refuses connections."""
    radio = Radio(0, FORGED, 2412, 20, 20, 0, 8, 1)
    return Announcement(
        source=FORGED,
        wtp=FORGED,
        interval_ms=60_000,
        name="forged",
        radios=(radio,),
        ipv4=Control("127.0.0.1", 9),
    ).build()


def first_frame(mac, bssid):
    """Returns an Authentication frame of a station, as a WTP with a strong signal forwards it."""
    address, vap = (bytes.fromhex(text.replace(":", "")) for text in (mac, bssid))
    return Frame(
        direction="uplink",
        tag=RadioTag(level=STRONG_DBM, rate=2, priority=7, kind=0, vap=vap_id(bssid)),
        station=mac,
        radiotap=b"\0\0\x08\0\0\0\0\0",
        frame=b"\xb0\0\0\0" + vap + address + vap + b"\0\0" + b"\0\0\1\0\0\0",
    ).build()


def entry(wtp_id):
    """Returns the state of a WTP, None if there is none."""
    wtps = restconf.state("/wtps").get("wtp", [])
    return next((each for each in wtps if each["id"] == wtp_id), None)


def stations():
    return restconf.state("/stations").get("station", [])


def at(mac):
    """Returns the WTP that serves a station, None if it is not bound."""
    return next((each["wtp"] for each in stations() if each["station"] == mac), None)


def assert_reaches():
    gateway = client.call(basics.gateway, name="mn")
    assert client.call(traffic.ping, host="mn", address=gateway, count=3)["lost"] == 0


def test_station_is_bound_to_the_real_wtp(live):
    """The forger is alone at first: the real WTP's agent is away."""
    real = live.topology.hosts["wtp1"].wired
    bssid = live.topology.hosts["vap"].options["bssid"]
    mac = client.call(station.address, name="mn")
    client.call(wtp.stop, name="wtp1")
    try:
        client.call(inject.send, host="ct1", interface="eth0", frames=[announcement().hex()])
        wait_for("the forged WTP to be listed", lambda: entry(FORGED), 10)
        restconf.operation("unbind", bssid=bssid, station=mac)
        frames = [first_frame(mac, bssid).hex()] * 50
        client.call(inject.send, host="ct1", interface="eth0", frames=frames, gap_s=0.02)
    finally:
        client.call(wifi.start_agent, name="wtp1")
    await_wtps(live.topology)
    client.call(station.reassociate, name="mn", seconds=SECONDS)
    wait_for("the station to be bound to wtp1", lambda: at(mac) == real)
    assert_reaches()
    decisions = restconf.state("/steering")["decision"]
    assert not [each for each in decisions if each.get("to") == FORGED], decisions
    forged = entry(FORGED)["admission"]
    assert not forged["admitted"] and forged["problem"], forged


def test_wtp_without_a_session_keeps_its_station(live):
    """No other WTP could serve the station, so it stays bound however long the agent is away."""
    real = live.topology.hosts["wtp1"].wired
    mac = client.call(station.address, name="mn")
    assert at(mac) == real
    client.call(wtp.stop, name="wtp1")
    try:
        wait_for("the end of the session", lambda: not entry(real)["admission"]["admitted"], 60)
        assert entry(real)["admission"]["problem"]
        assert at(mac) == real
    finally:
        client.call(wifi.start_agent, name="wtp1")
    await_wtps(live.topology)
    wait_for("the WTP to be admitted", lambda: entry(real)["admission"]["admitted"], 60)
    client.call(station.wait_associated, name="mn", seconds=SECONDS)
    assert at(mac) == real
    assert_reaches()
