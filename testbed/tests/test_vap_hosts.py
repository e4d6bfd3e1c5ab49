# SPDX-License-Identifier: Apache-2.0
"""The controller's sessions with VAP hosts: what they name, and which VAPs need one. Beacons that use
the BSSID or the VAP id of another VAP. Real time, with the controller.

    mn ))) wtp1 --+-- swa === swb --- vap
         ct1    --+
"""
import contextlib
import datetime
import time

import pytest
from conftest import wait_for
from cloudmac_testbed import client, pki, restconf
from cloudmac_testbed.guest import agent_client, basics, inject, switch, traffic, vap, vapd, wifi
from cloudmac_testbed.settings import RUNTIME
from cloudmac_wire import Frame, RadioTag

pytestmark = pytest.mark.controller
SETTINGS = "data/cloudmac:cloudmac/settings"
FORGED = "02:43:4d:a0:77:01"
IMPOSTOR = "02:43:4d:a0:77:02"
TIMEOUT_S = 10
"""Least value of station-timeout."""
BROADCAST = b"\xff" * 6


def host():
    """Returns the state of the lab's VAP host."""
    return restconf.state("/vap-hosts")["vap-host"][0]


def state_of(bssid):
    """Returns the state of a VAP, None if the controller does not know it."""
    vaps = restconf.state("/vaps").get("vap", [])
    return next((one for one in vaps if one["bssid"] == bssid), None)


def await_session(state):
    restconf.wait_for(
        f"the session to be {state}", lambda: host()["session"]["state"] == state, seen=host
    )


@contextlib.contextmanager
def restarted(name, **options):
    """Ends cloudmac-vapd of a host, starts it with these options, and at the end without them."""
    client.call(vapd.stop, name=name)
    try:
        client.call(vapd.start, name=name, **options)
        yield
    finally:
        client.call(vapd.stop, name=name)
        client.call(vapd.start, name=name)
        await_session("open")


def beacon(bssid, ssid):
    """Returns a VAP's beacon on the wire, in hexadecimal."""
    address = bytes.fromhex(bssid.replace(":", ""))
    elements = bytes([0, len(ssid)]) + ssid.encode() + b"\1\4\x82\x84\x8b\x96" + b"\3\1\6"
    frame = b"\x80\0\0\0" + BROADCAST + address * 2 + bytes(10) + b"\x64\0\1\0" + elements
    tag = RadioTag(level=20, rate=2, priority=7, kind=0, vap=int.from_bytes(address[4:], "big"))
    radiotap = b"\0\0\x08\0\0\0\0\0"
    station_address = "ff:ff:ff:ff:ff:ff"
    return (
        Frame(
            direction="downlink",
            tag=tag,
            station=station_address,
            radiotap=radiotap,
            frame=frame,
        )
        .build()
        .hex()
    )


def send_beacons(sender, bssid, ssid):
    """Sends beacons of a VAP from a host's wire."""
    client.call(
        inject.send, host=sender, interface="eth0", frames=[beacon(bssid, ssid)] * 5, gap_s=0.2
    )


@contextlib.contextmanager
def settings(**values):
    """Sets settings of the controller. Removes them at the end."""
    before = restconf.request("GET", "data/cloudmac:cloudmac?content=config")
    had = before["cloudmac:cloudmac"].get("settings")
    restconf.request("PATCH", SETTINGS, {"cloudmac:settings": values})
    try:
        yield
    finally:
        if had is None:
            restconf.request("DELETE", SETTINGS)
        else:
            restconf.request("PUT", SETTINGS, {"cloudmac:settings": had})


def test_session_names_the_vap_and_its_stations(live):
    """The controller knows the VAP by its host's session, and hostapd's stations."""
    await_session("open")
    bssid = live.topology.hosts["vap"].options["bssid"]
    restconf.wait_for(
        "the VAP to be named", lambda: [one["bssid"] for one in host().get("vap", [])] == [bssid]
    )
    (named,) = host()["vap"]
    assert named["ssid"] == live.topology.hosts["vap"].options["ssid"]
    assert named["frequency"] == 2437
    assert state_of(bssid)["host"] == "vap"
    restconf.wait_for("the station to be counted", lambda: host()["vap"][0]["stations"] == 1)


def silence(bssid):
    """Returns for how many seconds the controller has seen no frame of the VAP's station; 0 if it
    has seen none yet. Fails if the station is not bound."""
    bound = restconf.state("/stations").get("station", [])
    (seen,) = [one.get("last-seen") for one in bound if one["bssid"] == bssid]
    return time.time() - datetime.datetime.fromisoformat(seen).timestamp() if seen else 0


def test_silent_station_stays_bound_while_its_vap_holds_it(live):
    """hostapd still has the station after station-timeout, so it can be reached from the LAN."""
    await_session("open")
    bssid = live.topology.hosts["vap"].options["bssid"]
    assert reaches()
    with settings(**{"station-timeout": TIMEOUT_S}):
        restconf.wait_for(
            "a silence of twice the time-out", lambda: silence(bssid) > 2 * TIMEOUT_S, 120
        )
        found = client.call(traffic.ping, host="vap", address=live.joined["mn"]["address"], count=5)
        assert found["lost"] == 0, found


def test_frame_of_the_vap_finds_the_last_wtp_of_a_station(live):
    """Without a session, the binding ends after station-timeout. hostapd still has the station."""
    await_session("open")
    assert reaches()
    client.call(vapd.stop, name="vap")
    try:
        with settings(**{"station-timeout": TIMEOUT_S}):
            restconf.wait_for(
                "the binding to end", lambda: not restconf.state("/stations").get("station"), 120
            )
            found = client.call(
                traffic.ping, host="vap", address=live.joined["mn"]["address"], count=5
            )
            assert found["lost"] == 0, found
            # The controller publishes the steering log once a second.
            restconf.wait_for(
                "the decision in the steering log",
                lambda: "downlink"
                in [each["reason"] for each in restconf.state("/steering").get("decision", ())],
            )
    finally:
        client.call(vapd.start, name="vap")
    await_session("open")


def test_restart_of_the_daemon_interrupts_nothing(live):
    """The VAP stays served while its host has no session."""
    bssid = live.topology.hosts["vap"].options["bssid"]
    address = client.call(basics.gateway, name="mn")
    client.call(vapd.stop, name="vap")
    restconf.wait_for("the session to end", lambda: host()["session"]["state"] != "open")
    try:
        found = client.call(traffic.ping, host="mn", address=address, count=20)
        assert found["lost"] == 0, found
        assert "host" not in state_of(bssid)
    finally:
        client.call(vapd.start, name="vap")
    await_session("open")
    restconf.wait_for("the VAP to be named again", lambda: state_of(bssid).get("host") == "vap")


def test_another_host_at_the_address_is_refused(live):
    """Its certificate is of the right authority, but has another name."""
    pki.of_vap_hosts(live.parts.pki, RUNTIME / "exchange" / "pki", ["another"])
    with restarted("vap", identity="another"):
        await_session("refused")
        assert host()["session"]["error"]


def test_host_of_another_authority_is_refused(live):
    folder = RUNTIME / "exchange" / "otherhost"
    pki.agents(live.parts.pki, folder, [], ["vap"])
    with restarted("vap", folder="/run/exchange/otherhost"):
        await_session("refused")
        assert host()["session"]["error"]


def test_hostapd_ends_and_returns(live):
    """The session tells both. The station connects again."""
    bssid = live.topology.hosts["vap"].options["bssid"]
    await_session("open")
    client.call(vap.stop_hostapd, name="vap")
    try:
        restconf.wait_for("the VAP to be gone", lambda: not host().get("vap"))
    finally:
        client.call(wifi.start_vap, name="vap")
    restconf.wait_for(
        "the VAP to be named", lambda: [one["bssid"] for one in host().get("vap", [])] == [bssid]
    )
    wait_for("the station to be reachable", reaches, 60)


def has_lease(bssid):
    """Returns true if a WTP acknowledges for the VAP."""
    found = client.call(agent_client.leases)
    return any(lease["bssid"] == bssid for leases in found.values() for lease in leases)


def test_a_killed_hostapd_loses_its_lease_at_once(live):
    """It says nothing, but its WTP must not acknowledge for it until the beacons' silence counts."""
    bssid = live.topology.hosts["vap"].options["bssid"]
    await_session("open")
    wait_for("the lease", lambda: has_lease(bssid), 60)
    client.call(vap.stop_hostapd, name="vap", kill=True)
    killed = time.monotonic()
    try:
        wait_for("the end of the lease", lambda: not has_lease(bssid), 20)
        seconds = time.monotonic() - killed
        print(f"the lease ended {seconds:.2f} s after hostapd")
        # Without the session, the silence of beacons takes 10 s.
        assert seconds < 10
        restconf.wait_for("the VAP to be down", lambda: not state_of(bssid)["up"], 5)
    finally:
        client.call(wifi.start_vap, name="vap")
    wait_for("the station to be reachable", reaches, 60)


def reaches():
    address = client.call(basics.gateway, name="mn")
    return client.call(traffic.ping, host="mn", address=address, count=3)["lost"] == 0


def test_a_vap_without_a_session_is_refused_where_one_is_needed(live):
    """Beacons show a VAP that no session names."""
    await_session("open")
    with settings(**{"vaps-need-session": True}):
        # From the right host's port.
        send_beacons("vap", FORGED, "forged")
        restconf.wait_for("the refusal to be shown", lambda: state_of(FORGED))
        shown = state_of(FORGED)
        assert any("session" in problem for problem in shown["problem"]), shown
        assert "wtp" not in shown
        assert reaches()


def port_of(name, port):
    """Returns the id of a switch's port in the controller's state."""
    node, _ = client.call(switch.node_ids, name=name)
    return f"{node}:{client.call(switch.port_number, name=name, port=port)}"


def await_problem(bssid, words):
    """Waits until a VAP has this problem. Returns its state."""
    restconf.wait_for(
        f"the problem of {bssid}",
        lambda: words in (state_of(bssid) or {}).get("problem", []),
        seen=lambda: state_of(bssid),
    )
    return state_of(bssid)


def assert_state_as(before):
    """Fails unless a VAP is where it was, and the same WTP serves it."""
    after = state_of(before["bssid"])
    assert after["up"]
    for member in ("port", "ssid", "host", "wtp"):
        assert after[member] == before[member], after


def assert_served_as(before):
    """Fails unless a VAP is where it was, the same WTP serves it, and the station reaches it."""
    assert_state_as(before)
    assert reaches()


def test_beacons_from_another_port_take_over_no_bssid(live):
    await_session("open")
    bssid = live.topology.hosts["vap"].options["bssid"]
    before, other = state_of(bssid), port_of("swa", "ct1")
    assert before["port"] == port_of("swb", "vap")
    send_beacons("ct1", bssid, "impostor")
    await_problem(bssid, f"beacons with its BSSID also arrive at {other} and are refused")
    assert_served_as(before)


@contextlib.contextmanager
def forgotten(bssid):
    """Removes a VAP from the controller's memory at the end."""
    try:
        yield
    finally:
        with contextlib.suppress(restconf.Refused):
            restconf.request("DELETE", f"data/cloudmac-learned:cloudmac-learned/vap={bssid}")


def test_an_ssid_in_use_needs_a_session_or_a_setting(live):
    """An impostor's BSSID and VAP id are its own, so only the SSID is against it."""
    await_session("open")
    options = live.topology.hosts["vap"].options
    before = state_of(options["bssid"])
    with forgotten(IMPOSTOR), restconf.events("cloudmac:vap-refused") as events:
        send_beacons("ct1", IMPOSTOR, options["ssid"])
        refused = await_problem(
            IMPOSTOR,
            f"it is refused: its SSID is in use by {options['bssid']}, and shared-ssids is false",
        )
        assert refused["port"] == port_of("swa", "ct1")
        assert not refused["up"] and "wtp" not in refused
        wait_for("the notification", lambda: reasons(events, IMPOSTOR) == ["ssid-in-use"])
        assert_state_as(before)
        with settings(**{"shared-ssids": True}):
            send_beacons("ct1", IMPOSTOR, options["ssid"])
            restconf.wait_for(
                "the second VAP to be up", lambda: (state_of(IMPOSTOR) or {}).get("up")
            )
        assert_state_as(before)
        # Open vSwitch may reorder the first frames after ten idle seconds. CCMP drops the late ones.
        wait_for("the station to be reachable", reaches, 60)


def reasons(events, bssid):
    """Returns why a VAP was refused, by the notifications."""
    return [event["reason"] for event in events if event["bssid"] == bssid]


def test_a_vap_with_the_vap_id_of_another_is_refused(live):
    """Both show it. The VAP id is the last two octets of the BSSID."""
    await_session("open")
    bssid = live.topology.hosts["vap"].options["bssid"]
    twin = "0a" + bssid[len("0a") :]
    assert twin != bssid
    before, other = state_of(bssid), port_of("swa", "ct1")
    send_beacons("ct1", twin, "twin")
    refused = await_problem(twin, f"it is refused: its VAP id is in use by {bssid}")
    assert refused["port"] == other and not refused["up"] and "wtp" not in refused
    await_problem(bssid, f"VAP {twin} at {other} has the same VAP id and is refused")
    assert_served_as(before)
