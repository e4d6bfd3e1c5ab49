# SPDX-License-Identifier: Apache-2.0
"""Fast BSS transition (802.11r): between two access points of one hostapd."""

import pytest
from security import enterprise, fast_transition, psk, sae, user
from selection import short
from traffic import exchange

PROTOCOLS = {
    "ft-psk": psk(key_mgmt="FT-PSK"),
    "ft-psk-pmf": psk(key_mgmt="FT-PSK", ap={"ieee80211w": 2}, station={"ieee80211w": 2}),
    "ft-sae": sae(key_mgmt="FT-SAE"),
}


def move(cell, station, ap, over_ds=False):
    """Moves a station by a fast transition to another access point of the mobility domain."""
    station.scan_for(ap)
    station.control.do(f"FT_DS {ap.bssid}" if over_ds else f"ROAM {ap.bssid}")
    station.wait_connected()
    ap.wait_for(station)
    assert station.control.status()["bssid"] == ap.bssid
    exchange(ap, station)


def domain(cell, base, **more):
    """Starts two access points of one mobility domain."""
    return cell.access_points(*([fast_transition(base, number, **more)] for number in (0, 1)))


@pytest.mark.parametrize("name", short(PROTOCOLS, "ft-psk", "ft-sae"))
def test_over_the_air(cell, name):
    base = PROTOCOLS[name]
    aps, station = domain(cell, base), cell.station()
    station.connect(aps[0], bssid=aps[0].bssid, **base[1])
    station.control.do("SET_NETWORK 0 bssid any")
    for ap in (aps[1], aps[0], aps[1]):
        move(cell, station, ap)
        assert station.control.status()["key_mgmt"].startswith("FT-")


@pytest.mark.parametrize("name", short(PROTOCOLS, "ft-psk"))
def test_over_the_distribution_system(cell, name):
    """The action frames go to the access point that the station leaves."""
    base = PROTOCOLS[name]
    aps, station = domain(cell, base, ft_over_ds=1), cell.station()
    station.connect(aps[0], bssid=aps[0].bssid, **base[1])
    station.control.do("SET_NETWORK 0 bssid any")
    for ap in (aps[1], aps[0]):
        move(cell, station, ap, over_ds=True)


def test_enterprise(cell, certificates):
    base = (enterprise(cell, certificates, "FT-EAP"), user(certificates, "PEAP", "auth=MSCHAPV2"))
    aps, station = domain(cell, base), cell.station()
    station.connect(aps[0], bssid=aps[0].bssid, **{**base[1], "key_mgmt": "FT-EAP"})
    station.control.do("SET_NETWORK 0 bssid any")
    for ap in (aps[1], aps[0]):
        move(cell, station, ap)
