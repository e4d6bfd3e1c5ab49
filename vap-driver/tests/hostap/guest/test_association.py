# SPDX-License-Identifier: Apache-2.0
"""Scan, association and its end, without security unless it matters."""

import contextlib
from pathlib import Path

import pytest
from air import phy_of
from daemons import SSID
from security import OPEN, psk
from selection import short
from traffic import exchange, passes

_, JOIN = OPEN


def test_open(cell):
    ap, station = cell.access_point(), cell.station()
    station.connect(ap, **JOIN)
    exchange(ap, station)
    assert ap.stations() == [station.address]


@pytest.mark.full
@pytest.mark.parametrize("ssid", ("x", "0123456789abcdef0123456789abcdef", "Überlandstraße"))
def test_ssid(cell, ssid):
    """One octet, 32 octets, UTF-8."""
    ap, station = cell.access_point(ssid=ssid), cell.station()
    station.connect(ap, **JOIN)
    exchange(ap, station)


@pytest.mark.full
def test_passive_scan(cell):
    ap, station = cell.access_point(), cell.station()
    station.scan_for(ap, passive=1)


@pytest.mark.full
def test_scan_of_several_channels(cell):
    ap, station = cell.access_point(channel=11), cell.station()
    station.connect(ap, scan_freq="2412 2437 2462 5180", **JOIN)
    exchange(ap, station)


@pytest.mark.parametrize("kind", short((1, 2), 1))
def test_hidden_ssid(cell, kind):
    """Beacons with an empty SSID, and with zeros."""
    ap, station = cell.access_point(ignore_broadcast_ssid=kind), cell.station()
    station.scan_for(ap, passive=1)
    assert f"ssid={SSID}" not in station.control.ask(f"BSS {ap.bssid}").splitlines()
    station.connect(ap, scan_ssid=1, **JOIN)
    exchange(ap, station)


@pytest.mark.full
def test_hidden_ssid_needs_a_directed_probe(cell):
    ap, station = cell.access_point(ignore_broadcast_ssid=1), cell.station()
    station.select(ap, **JOIN)
    station.control.no_event("CTRL-EVENT-CONNECTED", seconds=10)


def test_reconnect(cell):
    ap, station = cell.access_point(), cell.station()
    station.connect(ap, **JOIN)
    for _ in range(3):
        station.control.do("DISCONNECT")
        station.control.event("CTRL-EVENT-DISCONNECTED")
        ap.control.event(f"AP-STA-DISCONNECTED {station.address}")
        assert not ap.stations()
        station.control.do("RECONNECT")
        station.wait_connected()
        ap.wait_for(station)
    exchange(ap, station)


@pytest.mark.full
def test_reassociate(cell):
    ap, station = cell.access_point(), cell.station()
    station.connect(ap, **JOIN)
    station.control.do("REASSOCIATE")
    station.wait_connected()
    exchange(ap, station)


@pytest.mark.parametrize("request_", short(("DEAUTHENTICATE", "DISASSOCIATE"), "DEAUTHENTICATE"))
def test_access_point_ends_the_association(cell, request_):
    """The station learns it by the frame, and comes back."""
    ap, station = cell.access_point(), cell.station()
    station.connect(ap, **JOIN)
    ap.control.do(f"{request_} {station.address} reason=4")
    event = station.control.event("CTRL-EVENT-DISCONNECTED")
    assert "reason=4" in event and "locally_generated" not in event, event
    station.wait_connected()
    ap.wait_for(station)
    exchange(ap, station)


@pytest.mark.full
def test_deauthentication_of_all(cell):
    """A broadcast frame ends both associations."""
    ap = cell.access_point()
    stations = [cell.station(), cell.station()]
    for station in stations:
        station.connect(ap, **JOIN)
    ap.control.do("DEAUTHENTICATE ff:ff:ff:ff:ff:ff")
    for station in stations:
        station.control.event("CTRL-EVENT-DISCONNECTED")
        station.wait_connected()


def test_access_point_restarts(cell):
    ap, station = cell.access_point(), cell.station()
    station.connect(ap, **JOIN)
    ap.control.do("DISABLE")
    ap.control.event("AP-DISABLED")
    station.control.event("CTRL-EVENT-DISCONNECTED")
    ap.control.do("ENABLE")
    ap.control.event("AP-ENABLED")
    station.wait_connected(30)
    ap.wait_for(station)
    exchange(ap, station)


def test_silent_station_is_polled(cell):
    """It acknowledges the null frames of the access point, and stays."""
    ap, station = cell.access_point(ap_max_inactivity=2), cell.station()
    station.connect(ap, **JOIN)
    ap.control.no_event("AP-STA-DISCONNECTED", seconds=15)
    exchange(ap, station)


@contextlib.contextmanager
def out_of_range(station):
    """Puts the station's radio into another group of radios that hear each other."""
    group = Path(f"/sys/kernel/debug/ieee80211/{phy_of(station.ifname)}/hwsim/group")
    group.write_text("2")
    try:
        yield
    finally:
        group.write_text("1")


def test_station_that_vanished_is_removed(cell):
    """It does not acknowledge the access point's null frames any more."""
    ap, station = cell.access_point(ap_max_inactivity=2), cell.station()
    station.connect(ap, **JOIN)
    with out_of_range(station):
        ap.control.event(f"AP-STA-DISCONNECTED {station.address}", seconds=30)


def test_access_point_that_vanished_is_noticed(cell):
    """The station receives no beacons and no probe responses."""
    ap, station = cell.access_point(), cell.station()
    station.connect(ap, **JOIN)
    with out_of_range(station):
        station.control.event("CTRL-EVENT-DISCONNECTED", seconds=30)
    station.wait_connected(60)


@pytest.mark.full
def test_limit_of_stations(cell):
    ap = cell.access_point(max_num_sta=1)
    first, second = cell.station(), cell.station()
    first.connect(ap, **JOIN)
    second.select(ap, **JOIN)
    second.control.event("CTRL-EVENT-AUTH-REJECT", "CTRL-EVENT-ASSOC-REJECT")
    assert ap.stations() == [first.address]


@pytest.mark.full
def test_denied_address(cell):
    deny = cell.folder / "deny"
    first, second = cell.station(), cell.station()
    deny.write_text(f"{first.address}\n")
    ap = cell.access_point(macaddr_acl=0, deny_mac_file=deny)
    first.scan_for(ap, passive=1)  # hostapd does not answer its probe requests
    first.select(ap, **JOIN)
    first.control.event("CTRL-EVENT-AUTH-REJECT")
    second.connect(ap, **JOIN)


def test_stations_reach_each_other(cell):
    ap = cell.access_point()
    one, other = cell.station(), cell.station()
    for station in (one, other):
        station.connect(ap, **JOIN)
    for a, b in ((one, other), (other, one)):
        assert passes(a.ifname, b.ifname, b.address)
        assert passes(a.ifname, b.ifname, "ff:ff:ff:ff:ff:ff")


@pytest.mark.full
def test_isolated_stations(cell):
    ap = cell.access_point(ap_isolate=1)
    one, other = cell.station(), cell.station()
    for station in (one, other):
        station.connect(ap, **JOIN)
    exchange(ap, one)
    assert not passes(one.ifname, other.ifname, other.address)


def test_roam(cell):
    first, second = cell.access_points([psk()[0]], [psk()[0]])
    station = cell.station()
    station.connect(first, bssid=first.bssid, **psk()[1])
    station.control.do("SET_NETWORK 0 bssid any")
    for ap in (second, first, second):
        station.roam(ap)
        exchange(ap, station)


def test_roam_to_another_channel(cell):
    first, second = cell.access_points([psk()[0]], [{**psk()[0], "channel": 6}])
    station = cell.station()
    both = f"{first.frequency} {second.frequency}"
    station.connect(first, bssid=first.bssid, scan_freq=both, **psk()[1])
    station.control.do("SET_NETWORK 0 bssid any")
    for ap in (second, first):
        station.roam(ap)
        exchange(ap, station)


def test_steering_by_bss_transition(cell):
    """802.11v: the access point requests the station to move (WNM action frames)."""
    options = {**psk()[0], "bss_transition": 1, "rrm_neighbor_report": 1}
    first, second = cell.access_points([options], [options])
    station = cell.station()
    station.connect(first, bssid=first.bssid, **psk()[1])
    station.control.do("SET_NETWORK 0 bssid any")
    station.scan_for(second)
    first.control.do(
        f"BSS_TM_REQ {station.address} pref=1 disassoc_imminent=1 disassoc_timer=50 "
        f"neighbor={second.bssid},0x0000,81,1,7,030101"
    )
    response = first.control.event(f"BSS-TM-RESP {station.address}")
    assert "status_code=0" in response, response
    station.wait_connected()
    second.wait_for(station)
    exchange(second, station)
