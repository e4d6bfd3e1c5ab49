# SPDX-License-Identifier: Apache-2.0
"""hostapd's shares of the air (airtime_mode), which mac80211 keeps for each station."""

import re

import pytest
from daemons import station_entry
from security import OPEN
from traffic import exchange

_, JOIN = OPEN
WEIGHT = 777


def test_weight_of_a_station(cell):
    """airtime_mode=1: weights by configuration. A station without one has mac80211's 256."""
    if cell.air.kind == "stock":
        pytest.skip("mac80211_hwsim has no airtime fairness")
    first, second = cell.station(), cell.station()
    ap = cell.access_point(airtime_mode=1, airtime_sta_weight=f"{first.address} {WEIGHT}")
    for station in (first, second):
        station.connect(ap, **JOIN)
        exchange(ap, station)
    assert [weight(ap, station) for station in (first, second)] == [WEIGHT, 256]


def weight(ap, station):
    """Returns the weight of a station in the kernel of its access point."""
    return int(re.search(r"airtime weight:\s*(\d+)", station_entry(ap.ifname, station.address))[1])
