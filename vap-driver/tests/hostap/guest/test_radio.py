# SPDX-License-Identifier: Apache-2.0
"""Channels and their width, rates, WMM, power save, fragments, parameters of beacons."""

import re

import pytest
from air import STATIONS, phy_of, run
from daemon import until
from security import OPEN, psk
from selection import short
from sniffer import Sniffer
from traffic import GROUP, Port, exchange, passes

_, JOIN = OPEN
FIVE = {"hw_mode": "a", "channel": 36}
WIDE = {**FIVE, "ht_capab": "[HT40+]", "ieee80211ac": 1}
CHANNELS = {
    "b": {"hw_mode": "b", "ieee80211n": 0},
    "g": {"ieee80211n": 0},
    "n20": {"channel": 11},
    "n40": {"ht_capab": "[HT40+]"},
    "a": {**FIVE, "ieee80211n": 0},
    "n40-5": {**FIVE, "ht_capab": "[HT40+]"},
    "vht20": {**FIVE, "ieee80211ac": 1, "vht_oper_chwidth": 0},
    "vht80": {**WIDE, "vht_oper_chwidth": 1, "vht_oper_centr_freq_seg0_idx": 42},
    "he20": {"ieee80211ax": 1},
    "he80": {
        **{**WIDE, "vht_oper_chwidth": 1, "vht_oper_centr_freq_seg0_idx": 42},
        **{"ieee80211ax": 1, "he_oper_chwidth": 1, "he_oper_centr_freq_seg0_idx": 42},
    },
    "no-wmm": {"wmm_enabled": 0, "ieee80211n": 0},
    "short-slot-preamble": {"preamble": 1, "ieee80211n": 0},
    "beacon-interval": {"beacon_int": 40, "dtim_period": 3},
    "long-beacon-interval": {"beacon_int": 1000},
    "uapsd": {"uapsd_advertisement_enabled": 1},
    "rates": {"supported_rates": "60 120 240", "basic_rates": "60 120", "ieee80211n": 0},
    "multicast-to-unicast": {"multicast_to_unicast": 1},
    "element": {"vendor_elements": "dd0411223301", "interworking": 1},
}


@pytest.mark.parametrize(
    "name", short(CHANNELS, "g", "n20", "n40", "vht80", "he20", "no-wmm", "beacon-interval")
)
def test_channel(cell, name):
    options, network = psk()
    ap, station = cell.access_point(**options, **CHANNELS[name]), cell.station()
    station.connect(ap, **network)
    exchange(ap, station)


def test_wide_channel_of_the_station(cell):
    """The station uses the width that the access point announces."""
    options = {**WIDE, "vht_oper_chwidth": 1, "vht_oper_centr_freq_seg0_idx": 42}
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **JOIN)
    assert "width: 80 MHz" in run("iw", "dev", station.ifname, "info")
    exchange(ap, station)


def test_radar_channel(cell):
    """The access point looks for radar for 60 s before it starts."""
    ap = cell.access_point(hw_mode="a", channel=52, ieee80211d=1, ieee80211h=1)
    station = cell.station()
    station.connect(ap, **JOIN)
    exchange(ap, station)


SWITCHES = {
    "2.4": ({}, 2462, "ht"),
    "5": (FIVE, 5220, "ht"),
    "blocked": ({}, 2462, "ht blocktx"),
    "80": (
        {**WIDE, "vht_oper_chwidth": 1, "vht_oper_centr_freq_seg0_idx": 42},
        5745,
        "sec_channel_offset=1 center_freq1=5775 bandwidth=80 vht",
    ),
}


@pytest.mark.parametrize("name", short(SWITCHES, "2.4", "5", "80"))
def test_channel_switch(cell, name):
    """The station follows without a new association. In another band mac80211 would not."""
    options, frequency, more = SWITCHES[name]
    ap, station = cell.access_point(**psk()[0], **options), cell.station()
    station.connect(ap, **psk()[1])
    station.control.forget_events()
    ap.switch(frequency, more)
    station.control.event("CTRL-EVENT-CHANNEL-SWITCH")
    exchange(ap, station)
    station.control.no_event("CTRL-EVENT-DISCONNECTED", seconds=5)
    assert station.control.status()["freq"] == str(frequency)
    exchange(ap, station)


NEIGHBOURS = {
    "b": ({"hw_mode": "b", "ieee80211n": 0}, ("1", "1")),
    "g": ({"ieee80211n": 0}, ("0", "1")),
    "n": ({}, ("0", "0")),
}


@pytest.mark.parametrize("name", short(NEIGHBOURS, "b", "g"))
def test_protection_beside_a_neighbour(cell, name):
    """An access point on the same channel without 802.11g or 802.11n: OLBC."""
    options, expected = NEIGHBOURS[name]
    ap, other = cell.access_points([{}], [{"ssid": "other", **options}])
    station = cell.station()
    station.scan_for(other)  # it is on the air

    def olbc():
        status = ap.control.status()
        return status["olbc"], status["olbc_ht"]

    if expected == ("0", "0"):
        # Three more scans: the neighbour sends many beacons meanwhile.
        for _ in range(3):
            station.scan_for(other, passive=1)
    else:
        until(f"OLBC beside {name}", lambda: olbc() == expected)
    assert olbc() == expected
    station.connect(ap, **JOIN)
    exchange(ap, station)


@pytest.mark.parametrize("size", short((256, 500, 1000), 500))
def test_fragments(cell, size):
    """Of both directions, with a threshold in octets."""
    ap, station = cell.access_point(**psk()[0], fragm_threshold=size), cell.station()
    station.connect(ap, **psk()[1])
    phy = phy_of(station.ifname)
    run("iw", "phy", phy, "set", "frag", str(size))
    try:
        exchange(ap, station, sizes=(60, 400, 1000, 1400))
    finally:
        run("iw", "phy", phy, "set", "frag", "off")


def test_threshold_of_one_access_point(cell):
    """Another access point on the channel sends whole frames."""
    options, network = psk()
    station = cell.station()

    def kinds(ap):
        """Returns which kinds of data frames the access point sends to the station."""
        station.connect(ap, **network, bssid=ap.bssid)
        with Sniffer(STATIONS[2], ap.frequency) as air:
            assert passes(ap.ifname, station.ifname, station.address, 1400)
            heard = air.data_frames()
        station.control.do("DISCONNECT")
        ends = (ap.bssid, station.address)
        return {frame.fragment for frame in heard if (frame.transmitter, frame.receiver) == ends}

    ap, other = cell.access_points([{**options, "fragm_threshold": 500}], [options])
    assert (kinds(ap), kinds(other), kinds(ap)) == ({True}, {False}, {True})


@pytest.mark.full
def test_rts(cell):
    ap, station = cell.access_point(**psk()[0], rts_threshold=100), cell.station()
    station.connect(ap, **psk()[1])
    exchange(ap, station)


def power_save(station, mode):
    """Sets the power save mode of mac80211_hwsim: 0 off, 1 asleep."""
    path = f"/sys/kernel/debug/ieee80211/{phy_of(station.ifname)}/hwsim/ps"
    with open(path, "w", encoding="ascii") as file:
        file.write(str(mode))


@pytest.mark.parametrize("network", short(("open", "psk"), "psk"))
def test_frames_for_a_sleeping_station_wait(cell, network):
    options, variables = OPEN if network == "open" else psk()
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **variables)
    exchange(ap, station)
    with Port(ap.ifname) as out, Port(station.ifname) as there:
        power_save(station, 1)
        waiting = [out.send(station.address) for _ in range(5)]
        assert not there.receives(waiting[0], 1), "the station sleeps"
        power_save(station, 0)
        assert all(there.receives(content) for content in waiting)
    exchange(ap, station)


def test_station_with_power_save(cell):
    """mac80211's own power save: null frames, TIM, DTIM."""
    ap, station = cell.access_point(**psk()[0], dtim_period=2), cell.station()
    station.connect(ap, **psk()[1])
    run("iw", "dev", station.ifname, "set", "power_save", "on")
    try:
        for _ in range(5):
            assert passes(ap.ifname, station.ifname, station.address)
            assert passes(ap.ifname, station.ifname, GROUP)
            assert not passes(ap.ifname, station.ifname, "02:00:00:00:77:77", seconds=0.5)
    finally:
        run("iw", "dev", station.ifname, "set", "power_save", "off")


def test_group_frames_wait_for_the_dtim(cell):
    """One station sleeps, so the access point sends them after a DTIM beacon. Both are on."""
    ap = cell.access_point(**psk()[0], dtim_period=3)
    one, other = cell.station(), cell.station()
    for station in (one, other):
        station.connect(ap, **psk()[1])
    power_save(one, 1)
    try:
        for _ in range(3):
            assert passes(ap.ifname, other.ifname, GROUP)
    finally:
        power_save(one, 0)
    exchange(ap, one)


def test_retries_are_reported(cell):
    """hostapd's statistics come from TX statuses."""
    ap, station = cell.access_point(**psk()[0]), cell.station()
    station.connect(ap, **psk()[1])
    exchange(ap, station)
    dump = run("iw", "dev", ap.ifname, "station", "get", station.address)
    sent = int(re.search(r"tx packets:\s*(\d+)", dump)[1])
    failed = int(re.search(r"tx failed:\s*(\d+)", dump)[1])
    assert sent > 3 and failed == 0, dump


def test_burst(cell):
    """Individual frames keep their order."""
    ap, station = cell.access_point(**psk()[0]), cell.station()
    station.connect(ap, **psk()[1])
    with Port(ap.ifname) as here, Port(station.ifname) as there:
        down = [here.send(station.address, 1400) for _ in range(50)]
        assert all(there.receives(content) for content in down)
        up = [there.send(ap.bssid, 1400) for _ in range(50)]
        assert all(here.receives(content) for content in up)
