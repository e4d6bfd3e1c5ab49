# SPDX-License-Identifier: Apache-2.0
"""Loads an access point with ``cloudmac-load`` and four virtual stations, in virtual time.

    box (4 virtual stations) --- swa --- wtp1, wtp2 (free) ))) ap
"""
from cloudmac_testbed import topology, virtual
from cloudmac_testbed.guest import loading
from cloudmac_testbed.virtual_wifi import w10_load

STATIONS = 4


def test_four_stations_join_and_carry_traffic(radio_parts, scratch, nothing_left):
    found = virtual.measure(
        scratch / "run",
        radio_parts,
        topology.parse(w10_load.document()),
        loading.measure,
        seed=1,
        host=w10_load.BOX,
        target=w10_load.TARGETS["plain"],
        stations=STATIONS,
        wtps=list(w10_load.RADIOS),
        seconds=w10_load.QUICK_SECONDS,
        stagger_s=w10_load.STAGGER_S,
        timeout_s=w10_load.TIMEOUT_S,
    )
    assert (found["stations"], found["associated"], found["failures"]) == (STATIONS, STATIONS, 0)
    for way, total in found["total_mbps"].items():
        each = [one["mbps"][way] for one in found["each"]]
        assert len(each) == STATIONS and min(each) > 0, (way, each)
        # 802.11g carries at most 54 Mb/s.
        assert 5 < total < 54, way
