# SPDX-License-Identifier: Apache-2.0
"""An access point and a station over a veth pair, with unmodified hostapd and
wpa_supplicant:

    hostapd, wlan0 === va ------ vb === wlan1, wpa_supplicant (in a namespace)
"""

import contextlib
import re

import pytest
from lab import (
    DriverRadio,
    Netns,
    Veth,
    address,
    connected,
    hostapd,
    ping,
    radios,
    run,
    supplicant,
    wait_for,
)

PSK = "wpa=2\nwpa_key_mgmt={}\nrsn_pairwise=CCMP\nwpa_passphrase=correct horse\nieee80211w={}\n"
NETWORK = 'psk="correct horse"\nkey_mgmt={}\nieee80211w={}\n'
SECURITY = {
    "open": ("", "key_mgmt=NONE"),
    "wpa2": (PSK.format("WPA-PSK", 0), NETWORK.format("WPA-PSK", 0)),
    "wpa2-pmf": (PSK.format("WPA-PSK-SHA256", 2), NETWORK.format("WPA-PSK-SHA256", 2)),
    "sae": (PSK.format("SAE", 2), NETWORK.format("SAE", 2)),
}
G24 = {"hw_mode": "g", "channel": "6"}
N5 = {"hw_mode": "a", "channel": "36"}
AC5 = N5 | {
    "ieee80211ac": "1",
    "ht_capab": "[HT40+]",
    "vht_oper_chwidth": "1",
    "vht_oper_centr_freq_seg0_idx": "42",
}


@contextlib.contextmanager
def pair(*options):
    """Creates two radios back to back, the second in a namespace of its own."""
    with Veth() as wire, Netns() as netns, DriverRadio(wire.a, *options) as ap:
        with DriverRadio(wire.b, *options) as station:
            station.move(netns)
            yield ap, station


def explain(ap, station, access_point, client):
    """Prints logs, counters and stations of a connection that fails."""
    for daemon in (access_point, client):
        print(daemon.log.read_text()[-2000:])
    for radio in (ap, station):
        if radio.phy in (r["name"] for r in radios(radio.netns)):
            print(radio.phy, {name: n for name, n in radio.stats().items() if n})
            print(
                run(
                    "iw", "dev", radio.ifname, "station", "dump", netns=radio.netns, check=False
                ).stdout
            )


@contextlib.contextmanager
def associated(ap, station, security="wpa2", channel=G24, frequency=2437, **settings):
    """Connects the station to the access point. Their addresses are 10.0.0.2 and 10.0.0.1."""
    ap_security, network = SECURITY[security]
    with hostapd(ap, ap_security, **channel, **settings) as access_point:
        with supplicant(station, network, frequency) as client:
            try:
                wait_for(lambda: connected(client), f"connected with {security}")
                wait_for(lambda: access_point.said("AP-STA-CONNECTED"), "hostapd reports it")
                address(ap, "10.0.0.1/24")
                address(station, "10.0.0.2/24")
                yield access_point, client
            except AssertionError:
                explain(ap, station, access_point, client)
                raise


@pytest.mark.parametrize("security", SECURITY)
@pytest.mark.parametrize("channel,frequency", [(G24, 2437), (N5, 5180)], ids=["2.4", "5"])
def test_associates(module, security, channel, frequency):
    """Each security and band: traffic passes, and each frame gets its TX status."""
    with pair() as (ap, station), associated(ap, station, security, channel, frequency):
        ping("10.0.0.2")
        ping("10.0.0.1", netns=station.netns)
        link = run("iw", "dev", station.ifname, "link", netns=station.netns).stdout
        assert f"freq: {frequency}" in link
        for rates in (link, run("iw", "dev", ap.ifname, "station", "dump").stdout):
            assert re.search(r"rx bitrate:.* MCS \d", rates), "receives at 802.11n rates"
            assert re.search(r"tx bitrate:.* MCS \d", rates), "sends at 802.11n rates"
        stats = ap.stats()
        assert stats["status_acked"] > 6
        for name in (
            "status_timeout",
            "status_unmatched",
            "tx_drop_80211",
            "rx_drop_80211",
            "status_overflow",
        ):
            assert stats[name] == 0, name
        wait_for(lambda: ap.describe()["pending"] == 0, "no frame awaits its status")


def test_80211ac(module):
    """VHT rates are used on 80 MHz."""
    with pair() as (ap, station), associated(ap, station, "wpa2", AC5, 5180):
        for _ in range(10):  # rate control needs some frames to reach VHT rates
            ping("10.0.0.1", netns=station.netns)
        link = run("iw", "dev", station.ifname, "link", netns=station.netns).stdout
        assert re.search(r"rx bitrate:.* VHT-MCS \d .*VHT-NSS", link)
        assert re.search(r"tx bitrate:.* VHT-MCS \d .*VHT-NSS", link)


def test_vlan(module):
    """Traffic passes on a VLAN. A radio on no VLAN receives nothing of it."""
    with Veth() as wire, Netns() as netns:
        with DriverRadio(wire.a, "--vlan", "7") as ap, DriverRadio(
            wire.b, "--vlan", "7"
        ) as station, DriverRadio(wire.b) as deaf:
            assert ap.describe()["vlan"] == 7
            station.move(netns)
            run("ip", "link", "set", deaf.ifname, "up")
            with associated(ap, station):
                ping("10.0.0.2")
            assert deaf.stats()["rx_frames"] == 0


def test_multichannel_radio(module):
    """Radios with two channels at a time use hardware scan and off-channel periods."""
    with pair("--channels", "2") as (ap, station), associated(ap, station):
        ping("10.0.0.2")


def test_two_bss_on_one_radio(module):
    """hostapd's second BSS has a VAP id of its own."""
    second = "bss={}_1\nssid=second\nbssid=02:aa:00:00:00:11\n"
    with Veth() as wire, Netns() as netns, Netns() as other:
        with DriverRadio(wire.a, "--address", "02:aa:00:00:00:10") as ap, DriverRadio(
            wire.b
        ) as one, DriverRadio(wire.b) as two:
            one.move(netns)
            two.move(other)
            with hostapd(ap, second.format(ap.ifname)):
                with supplicant(one, "key_mgmt=NONE", 2437) as first_client:
                    wait_for(lambda: connected(first_client), "connected to the first BSS")
                run("iw", "dev", two.ifname, "set", "type", "managed", netns=other)
                run("ip", "link", "set", two.ifname, "up", netns=other)
                run("iw", "dev", two.ifname, "connect", "second", "2437", netns=other)
                wait_for(
                    lambda: "02:aa:00:00:00:11"
                    in run("iw", "dev", two.ifname, "link", netns=other).stdout,
                    "connected to the second BSS",
                )


def test_scan_while_connected(module):
    """Traffic passes after a scan of other channels."""
    with pair() as (ap, station), associated(ap, station):
        run(
            "iw", "dev", station.ifname, "scan", "freq", "2412", "2437", "5180", netns=station.netns
        )
        ping("10.0.0.2")


def test_station_notices_that_the_access_point_is_gone(module):
    """The station reports frames to a silent access point as not acknowledged."""
    with pair() as (ap, station), associated(ap, station) as (_, client):
        run("ip", "link", "set", ap.lower, "down")
        wait_for(lambda: client.said("CTRL-EVENT-DISCONNECTED"), "beacon loss is detected")


@pytest.mark.busy
def test_bulk_traffic(module):
    """TCP in both directions: each frame gets its status, and none is dropped."""
    with pair() as (ap, station), associated(ap, station):
        server = ["iperf3", "-s", "-1", "-D", "--logfile", "/run/iperf.log"]
        for reverse in ([], ["-R"]):
            run(*server)
            run(
                "iperf3",
                "-c",
                "10.0.0.1",
                "-t",
                "3",
                "--connect-timeout",
                "5000",
                *reverse,
                netns=station.netns,
            )
        wait_for(lambda: ap.describe()["pending"] == 0, "every frame has its status")
        stats = ap.stats()
        assert stats["tx_drop_mtu"] == stats["tx_drop_80211"] == 0
        assert stats["status_acked"] > 100
