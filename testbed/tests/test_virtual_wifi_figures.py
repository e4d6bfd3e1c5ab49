# SPDX-License-Identifier: Apache-2.0
"""Tests the figures of ``lab run virtual-wifi`` on made-up raw results. No lab runs."""
import collections
import dataclasses

import pytest
from cloudmac_testbed import airtrace
from cloudmac_testbed.guest import vsta
from cloudmac_testbed.virtual_wifi import (
    parts,
    plan,
    report,
    w1_throughput,
    w2_round_trips,
    w3_processor,
    w4_many,
    w5_scans,
    w6_sleep,
    w9_moves,
)

ADDRESS, OTHER = "02:43:4d:a1:01:01", "02:43:4d:a1:01:02"


def frame(at, transmitter, flags=0, kind=airtrace.QOS_DATA, power=20, mbps=54.0):
    octets = bytes([kind, flags, 0, 0]) + bytes(6) + bytes.fromhex(transmitter.replace(":", ""))
    return airtrace.TracedFrame(at, "wtp1", True, 2437, mbps, power, octets + bytes(24))


def test_every_entry_has_a_topology_and_a_name_of_its_own():
    for quick in (True, False):
        names = []
        for part in parts.PARTS.values():
            for entry in part.entries(plan.Seeds(), quick):
                names.append(entry.name)
                assert entry.part == part.name
                if hasattr(entry, "network"):
                    assert entry.network().radios() > 0
        assert len(set(names)) == len(names)


def test_seeds_start_at_the_first_and_can_be_fewer():
    assert list(plan.Seeds(3).take(2)) == [3, 4]
    assert list(plan.Seeds(3, 1).take(2)) == [3]


def test_ratios_are_of_means():
    mbps = {"native": {"udp_up": [10, 30]}, "virtual": {"udp_up": [19, 19]}}
    assert w1_throughput.ratios(mbps, "virtual") == {"udp_up": 0.95}
    assert w1_throughput.ratios(mbps, "remote") == {}
    mbps["passthrough"] = {"udp_up": [10]}
    assert w1_throughput.ratios(mbps, "passthrough") == {"udp_up": 1}


@pytest.mark.parametrize("seeds, others", [(10, 3), (2, 1)])
def test_only_the_compared_systems_have_all_seeds(seeds, others):
    entries = parts.PARTS["W1"].entries(plan.Seeds(1, seeds), False)
    counts = collections.Counter(entry.variant for entry in entries)
    assert counts == {"native": seeds, "virtual": seeds, "passthrough": others, "remote": others}


def test_round_trips_are_paired_by_round():
    rounds = {"native": [[1.0, 1.0], [10.0]], "virtual": [[2.0], [10.0]]}
    assert w2_round_trips.paired(rounds, "virtual") == 1.5
    orders = {tuple(w2_round_trips.turns(number)) for number in range(4)}
    assert len(orders) == 4 and all(set(order) == set(w2_round_trips.NAMES) for order in orders)


def test_processor_time_is_without_that_of_an_idle_call():
    idle = {"kernel": 1_000_000, "programs": 500_000, "frames": 10, "lost": 0}
    loaded = {"kernel": 11_000_000, "programs": 5_500_000, "frames": 1020, "lost": 10}
    assert w3_processor.by_part([[idle, loaded]]) == {
        "kernel": 10.0,
        "programs": 5.0,
        "total": 15.0,
    }


def test_worst_share_is_the_largest_deviation_from_equal_shares():
    raws = [
        {"addresses": {"v1": "", "v2": ""}, "kinds": {"udp_up": {"mbps": {"v1": one, "v2": two}}}}
        for one, two in ((9.0, 11.0), (11.0, 9.0))
    ]
    assert w4_many.worst_share(raws, "udp_up") == 0.1
    assert w4_many.total(raws, "udp_up") == 20


def test_time_off_channel_is_between_doze_and_the_next_frame_without_it():
    doze = airtrace.POWER_SAVE | airtrace.TO_DS
    first = frame(0, ADDRESS, doze)
    frames = [
        first,
        frame(100, OTHER),
        frame(5000, ADDRESS, doze),
        frame(first.end + 12_000, ADDRESS, airtrace.TO_DS),
        frame(40_000, ADDRESS, airtrace.TO_DS),
    ]
    assert w5_scans.absences(frames, ADDRESS) == [[first.end, first.end + 12_000]]


def test_an_absence_can_last_until_the_end_of_the_trace():
    doze = frame(0, ADDRESS, airtrace.POWER_SAVE | airtrace.TO_DS)
    last = dataclasses.replace(frame(doze.end + 5000, OTHER), mhz=2412)
    assert w5_scans.absences([last, doze], ADDRESS) == [[doze.end, last.at]]


def test_a_frame_elsewhere_outside_of_an_absence_is_unannounced():
    doze = airtrace.POWER_SAVE | airtrace.TO_DS
    first = frame(0, ADDRESS, doze)
    away = dataclasses.replace(frame(first.end + 10, OTHER), mhz=2412)
    back = frame(first.end + 20, ADDRESS, airtrace.TO_DS)
    late = dataclasses.replace(frame(first.end + 30, OTHER), mhz=2412)
    found = {"addresses": {w5_scans.STREAMER: ADDRESS}, "scans": {"all": {}}}
    raw = w5_scans.analyse(found, lambda _: [first, away, back, late])
    assert raw["scans"]["all"] == {"probes": 0, "away_ms": [0.02], "unannounced": 1}


def test_networks_of_an_earlier_scan_are_not_found():
    entry = "BSS 02:00:00:00:06:0{}(on wlan0)\n\tlast seen: {} ms ago\n\tSSID: x\n"
    listing = entry.format(1, 40) + entry.format(2, 900) + "BSS 02:00:00:00:06:03(on wlan0)\n"
    assert vsta.seen_within(listing, 0.6) == ["02:00:00:00:06:01"]


@pytest.mark.parametrize(
    "change, same",
    [({}, True), ({"power_dbm": {"5": 3}}, False), ({"mbps": {"6": 3}}, False)],
)
def test_frames_of_another_power_or_rate_are_not_unchanged(change, same):
    usual = {"power_dbm": {"20": 3}, "mbps": {"54": 3}, "dozes": {"False": 3}}
    assert w6_sleep.unchanged(usual | change, usual) == same


def test_traits_count_first_tries_of_one_station():
    frames = [
        frame(0, ADDRESS),
        frame(1, ADDRESS, airtrace.RETRY, mbps=6.0),
        frame(2, OTHER, power=5),
        frame(3, ADDRESS, airtrace.POWER_SAVE, kind=airtrace.QOS_NULL),
    ]
    assert w6_sleep.traits(frames, ADDRESS) == {
        "power_dbm": {"20": 1},
        "mbps": {"54": 1},
        "dozes": {"False": 2, "True": 1},
    }


def test_moves_count_losses_duplicates_and_associations():
    flow = {"sent": 10, "lost": [3], "twice": 1, "late": 0}
    call = {"sent": 3, "arrivals": [[0, 0.0, 1.0], [0, 0.0, 1.0], [1, 0.1, 1.0]]}
    chunk = {"flows": {"up": flow}, "call": {"down": call}, "connections": [1, 2]}
    raw = {"W9-virtual": {"chunks": [chunk], "moves": 5, "failed": []}}
    entry = w9_moves.Live("W9", "virtual")
    found = parts.PARTS["W9"].figures([entry], raw)
    assert (found["lost"], found["twice"], found["reassociations"]) == (2, 2, 1)
    assert report.TABLES["W9"](found)[1] == [["virtual", 5, 0, "2 of 13", 2, 1]]
