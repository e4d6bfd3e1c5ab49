# SPDX-License-Identifier: Apache-2.0
"""Compares mac80211_hwsim radios on the medium with theory, in virtual time.

    mn1 ))) 5 m ((( ap                              a plain access point, 802.11b, g or n
    mn1 ))) 5 m ((( wtp1 --- swa === swb --- ap     CloudMAC; the switches learn
"""
import json
import os
import subprocess
import sys

import pytest
from cloudmac_testbed import client, topology, virtual
from cloudmac_testbed.guest import basics, goodput
from cloudmac_testbed.air_goodput import figures, plan
from cloudmac_testbed.settings import TESTBED

WITHIN = {"udp_down": 0.05, "tcp_up": 0.1}
"""Greatest difference from theory, as a share of it. One TCP flow varies more than UDP: seeds
gave 0.95, 1.05 and 1.01 of theory in 6 s at 6 Mb/s. iperf3's sender counts what its socket
buffer accepts, not what arrives, and a frame that is lost near the end holds up those behind it.
test_split_costs_no_airtime has 5 % for both."""
TCP_S = 6
STANDARDS = ("b", *plan.STANDARDS)
ENDS = {standard: (plan.rates(standard)[0], plan.rates(standard)[-1]) for standard in STANDARDS}
"""The lowest and the highest rate of each standard."""
LONG = pytest.mark.full
"""Mark of a measurement that lasts minutes, and of which the check has a shorter one."""
SLOW_MBPS = 1


def measure(radio_parts, folder, standard, side, points, seed=1, trace=False, **arguments):
    return virtual.measure(
        folder,
        radio_parts,
        plan.network(standard, side),
        goodput.measure_points,
        seed=seed,
        trace=trace,
        names=["mn1"],
        points=points,
        **arguments,
    )


def at_rates(labels, standard=None):
    return [
        {
            "rate": label,
            "distance": plan.NEAR_M,
            "mbps": plan.expected("udp_down", label, standard) * 1.3,
        }
        for label in labels
    ]


@pytest.mark.parametrize(
    "standard, labels",
    [
        *(pytest.param(s, ends, marks=LONG if s == "g" else ()) for s, ends in ENDS.items()),
        *(pytest.param(s, plan.rates(s), marks=LONG) for s in STANDARDS),
    ],
    ids=["b-ends", "g-ends", "n-ends", "b-all", "g-all", "n-all"],
)
def test_goodput_matches_theory(radio_parts, scratch, nothing_left, standard, labels):
    kinds = ("udp_down", "tcp_up") if standard == "g" else ("udp_down",)
    result = measure(
        radio_parts,
        scratch / "run",
        standard,
        "plain",
        at_rates(labels, standard),
        kinds=kinds,
        seconds=TCP_S,
        pings=standard != "b",
    )
    seen = {
        (label, kind): figures.of_kind(measured[kind])["mbps"]
        / plan.expected(kind, label, standard)
        for label, measured in zip(labels, result["points"])
        for kind in kinds
    }
    assert {key: ratio for key, ratio in seen.items() if abs(ratio - 1) > WITHIN[key[1]]} == {}


def test_split_costs_no_airtime(radio_parts, scratch, nothing_left):
    """CloudMAC's goodput is theory's, near the WTP and at a fixed rate."""
    kinds = ("udp_down", "tcp_up")
    result = measure(radio_parts, scratch / "run", "g", "cloudmac", at_rates([54]), kinds=kinds)
    for kind in kinds:
        mbps = figures.of_kind(result["points"][0][kind])["mbps"]
        assert mbps == pytest.approx(plan.expected(kind, 54), rel=WITHIN["udp_down"]), kind


def accounts(measured, station):
    """Returns the airtime to and from a station in microseconds, as the medium and as the
    agent counts it."""
    medium = {"tx": 0, "rx": 0}
    for account in measured["airtime"]:
        used = account["tx_us"] + account["response_us"]
        medium["tx"] += used if account["ra"] == station else 0
        medium["rx"] += used if account["ta"] == station else 0
    return medium, {way: measured["agent"][f"{station} {way}"] for way in ("tx", "rx")}


def test_agent_accounts_for_airtime(radio_parts, scratch, nothing_left):
    """The agent's airtime is within 3 % of the medium's: downlink with retries at several
    rates, uplink near the WTP. The agent cannot count tries that it did not receive."""
    points = [*at_rates([54]), {"rate": None, "distance": 75, "mbps": 30}]
    kinds = ("udp_down", "udp_up")
    result = measure(radio_parts, scratch / "run", "g", "cloudmac", points, kinds=kinds, seconds=1)
    station = "02:00:00:00:00:00"  # hwsim's first radio
    near, far = result["points"]
    for measured, kind, way in (
        (near["udp_down"], "near, down", "tx"),
        (far["udp_down"], "far, down", "tx"),
        (near["udp_up"], "near, up", "rx"),
    ):
        medium, agent = accounts(measured, station)
        assert medium[way] > 5e5
        assert agent[way] == pytest.approx(medium[way], rel=0.03), kind


def limited(side, rates):
    """Returns a network of 802.11n whose first station has only some rates."""
    plan_ = plan.network("n", side)
    plan_.hosts["mn1"].options["rates"] = rates
    return plan_


@pytest.mark.parametrize("side", plan.SIDES)
def test_one_slow_station(radio_parts, scratch, nothing_left, side):
    """A station that has only 1 Mb/s sends and receives at that rate, at an access point of
    802.11n: the slots stay short. The agent's airtime is the medium's. Beacons take 2 %."""
    expected = plan.expected("udp_down", SLOW_MBPS)
    result = virtual.measure(
        scratch / "run",
        radio_parts,
        limited(side, [SLOW_MBPS]),
        goodput.measure_points,
        seed=1,
        names=["mn1"],
        points=[{"rate": None, "distance": plan.NEAR_M, "mbps": expected * 1.3}],
        kinds=("udp_down", "udp_up"),
        seconds=TCP_S,
        pings=False,
    )
    for kind, way in (("udp_down", "tx"), ("udp_up", "rx")):
        measured = result["points"][0][kind]
        mbps = figures.of_kind(measured)["mbps"]
        assert mbps == pytest.approx(expected, rel=WITHIN["udp_down"]), kind
        if side == "cloudmac":
            medium, agent = accounts(measured, "02:00:00:00:00:00")
            assert medium[way] > 5e6
            assert agent[way] == pytest.approx(medium[way], rel=0.03), kind


def test_station_that_is_limited_to_one_mcs(radio_parts, scratch, nothing_left):
    """Its frames are aggregated. It needs a basic rate, which its own rate control samples, so its
    uplink is between what theory says of both."""
    expected = plan.expected("udp_down", "mcs0")
    result = virtual.measure(
        scratch / "run",
        radio_parts,
        limited("plain", [5.5, "mcs0"]),
        goodput.measure_points,
        seed=1,
        names=["mn1"],
        points=[{"rate": None, "distance": plan.NEAR_M, "mbps": expected * 1.3}],
        kinds=("udp_down", "udp_up"),
        seconds=TCP_S,
        pings=False,
    )
    within = WITHIN["udp_down"]
    down, up = (
        figures.of_kind(result["points"][0][kind])["mbps"] for kind in ("udp_down", "udp_up")
    )
    assert down == pytest.approx(expected, rel=within)
    assert plan.expected("udp_up", 5.5) * (1 + within) < up < expected * (1 + within)


def test_rate_control_works_through_the_split(radio_parts, scratch, nothing_left):
    """CloudMAC's goodput is near a plain access point's where the highest rates fail: its
    minstrel learns from each rate of each frame's chain."""
    points = [{"rate": None, "distance": 100, "mbps": 25}]
    mbps = {
        side: figures.of_kind(
            measure(
                radio_parts,
                scratch / side,
                "g",
                side,
                points,
                kinds=("udp_down",),
                warm_s=2,
            )[
                "points"
            ][0]["udp_down"]
        )["mbps"]
        for side in plan.SIDES
    }
    assert mbps["plain"] > 12
    assert mbps["cloudmac"] > 0.9 * mbps["plain"]


def aggregated(folder, ways=("down", "up")):
    """Returns the shares of QoS data in A-MPDUs, downlink and uplink, of a saturated air."""
    trace = subprocess.run(
        [
            *("tshark", "-r", folder / "exchange" / "air.pcapng"),
            *("-Y", "wlan.fc.type_subtype == 0x28", "-T", "fields"),
            *("-e", "wlan.fc.fromds", "-e", "radiotap.ampdu.reference"),
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    ).stdout
    found = {"down": [], "up": []}
    for line in trace.splitlines():
        down, reference = line.split("\t")
        found["down" if down == "1" else "up"].append(bool(reference))
    assert all(len(found[way]) > 1000 for way in ways)
    return {way: sum(found[way]) / len(found[way]) for way in ways}


def test_downlink_is_aggregated(radio_parts, scratch, nothing_left):
    """The WTP aggregates, so goodput is near theory. The agent counts the aggregates'
    airtime."""
    kinds = ("udp_down", "udp_up")
    folder = scratch / "run"
    result = measure(
        radio_parts,
        folder,
        "n",
        "cloudmac",
        at_rates(["mcs7"]),
        kinds=kinds,
        seconds=1,
        trace=True,
    )
    shares = aggregated(folder)
    assert shares["down"] > 0.9 and shares["up"] > 0.9
    down = result["points"][0]["udp_down"]
    assert figures.of_kind(down)["mbps"] > 0.9 * plan.expected("udp_down", "mcs7")
    medium, agent = accounts(down, "02:00:00:00:00:00")
    assert agent["tx"] == pytest.approx(medium["tx"], rel=0.03)


def test_fragments_arrive_after_aggregates(radio_parts, scratch, nothing_left):
    """Fragments keep the VAP's numbers, so the station can put them together."""
    loads = {"whole": 70, "fragments": 8}
    arrived = virtual.measure(
        scratch / "run",
        radio_parts,
        plan.network("n", "cloudmac"),
        goodput.before_and_with_fragments,
        seed=1,
        trace=True,
        name="mn1",
        threshold=600,
        **loads,
    )
    assert arrived == pytest.approx(list(loads.values()), rel=0.02)
    # Only whole frames are aggregated.
    assert 0.1 < aggregated(scratch / "run", ["down"])["down"] < 0.9


@pytest.mark.parametrize(
    "options",
    [pytest.param({"aggregation": False}, marks=LONG), {"security": "wpa3"}],
    ids=["off", "pmf"],
)
def test_downlink_without_block_ack_is_not_aggregated(radio_parts, scratch, nothing_left, options):
    """Block ack needs a station entry at the WTP, and management frames that the WTP cannot
    protect. Without these, downlink frames are sent singly. The uplink is aggregated."""
    virtual.measure(
        scratch / "run",
        radio_parts,
        plan.network("n", "cloudmac", **options),
        goodput.measure_points,
        seed=1,
        trace=True,
        names=["mn1"],
        points=at_rates(["mcs7"]),
        kinds=("udp_down", "udp_up"),
        seconds=1,
    )
    shares = aggregated(scratch / "run")
    assert shares["down"] == 0 and shares["up"] > 0.9


def test_one_seed_gives_one_result_and_trace(radio_parts, scratch, nothing_left):
    points = [{"rate": None, "distance": 75, "mbps": 10}]
    runs = [
        measure(
            radio_parts,
            scratch / name,
            "g",
            "plain",
            points,
            kinds=("udp_up",),
            seconds=1,
            trace=True,
        )
        for name in ("one", "two")
    ]
    assert json.dumps(runs[0]) == json.dumps(runs[1])
    traces = [(scratch / name / "exchange" / "air.pcapng").read_bytes() for name in ("one", "two")]
    assert traces[0] == traces[1] and len(traces[0]) > 100_000


def test_cut_link_carries_nothing(radio_parts, scratch, nothing_left):
    lost = virtual.measure(
        scratch / "run",
        radio_parts,
        plan.network("g", "plain"),
        goodput.out_of_reach,
        seed=1,
        name="mn1",
    )
    assert lost == {"clear": [0, 0], "cut": [5]}


def cloudmac(*words):
    """Runs ``./cloudmac lab``."""
    return subprocess.run(
        [sys.executable, "-m", "cloudmac_testbed", "lab", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(TESTBED)},
    )


def test_commands_change_the_air_of_a_running_lab(radio_parts, nothing_left):
    """Runs ``lab move``, ``lab link`` and ``lab air`` in real time."""
    plan_ = plan.network("g", "plain")
    with client.Lab(plan_, radio_parts, controller=False) as lab:
        client.call(basics.join, name="mn1")
        assert cloudmac("move", "mn1", "--", "-30", "40").returncode == 0
        assert cloudmac("link", "mn1", "ap", "10").returncode == 0
        status = json.loads(cloudmac("air").stdout)
        radios = {radio["name"]: radio for radio in status["radios"]}
        assert radios["mn1"]["position"] == [-30, 40, 0]
        # 20 dBm less 40.2 dB for the first metre at 2437 MHz, 30 dB a decade, and 10 dB.
        assert radios["ap"]["signal_dbm"]["mn1"] == pytest.approx(20 - 40.2 - 51 - 10, abs=0.2)
        used = json.loads(cloudmac("air", "--airtime").stdout)
        assert any(account["acked"] for account in used)
        refused = cloudmac("link", "mn1", "nobody", "cut")
        assert refused.returncode == 1 and "there is no radio 'nobody'" in refused.stderr
        lab.check()


def test_stations_walk_and_wander_by_the_seed(radio_parts, scratch, nothing_left):
    document = {
        "aps": {"ap": {}},
        "medium": {},
        "stations": {
            "mn1": {"walk": [{"to": [10, 0], "speed": 2, "after": 1}, {"to": [10, 5], "speed": 1}]},
            "mn2": {"wander": {"from": [0, 0], "to": [50, 50], "speed": [1, 5]}},
        },
    }
    plan_ = topology.parse(document)
    seen = {}
    for name, run in (("mn1", 1), ("mn2", 1), ("mn2", 2)):
        seen[name, run] = virtual.measure(
            scratch / f"{name}-{run}",
            radio_parts,
            plan_,
            goodput.whereabouts,
            seed=5,
            name=name,
            seconds=[3, 20, 40],
        )
    early, late, later = seen["mn1", 1]
    assert early[1] == 0 and 2 <= early[0] <= 6
    assert late == later == [10, 5]
    assert seen["mn2", 1] == seen["mn2", 2]
    assert len({tuple(place) for place in seen["mn2", 1]}) == 3


@pytest.mark.parametrize(
    "more, says",
    [
        ({"medium": {"colour": 1}}, "unknown key colour"),
        ({"medium": {"exponent": 0}}, "exponent is 0, not a number from 1 to 10"),
        ({"medium": [1]}, "medium: not a mapping"),
        ({"stations": {"mn": {"position": [1, 2]}}}, "position needs a medium"),
        ({"medium": {}, "stations": {"mn": {"position": [1]}}}, "not \\[x, y\\]"),
        ({"medium": {}, "stations": {"mn": {"walk": []}}}, "walk is not a list of steps"),
        (
            {"medium": {}, "stations": {"mn": {"walk": [{"to": [1, 1], "speed": 0}]}}},
            "speed is 0, not a number",
        ),
        ({"medium": {}, "stations": {"mn": {"wander": {}}}}, "wander is"),
        (
            {
                "medium": {},
                "stations": {
                    "mn": {"wander": {"from": [0, 0], "to": [5, 5], "speed": ["fast", 1]}}
                },
            },
            "wander: speed is 'fast', not a number",
        ),
        (
            {
                "medium": {},
                "stations": {"mn": {"wander": {"from": [0, 0], "to": [5, 5], "speed": [2, 1]}}},
            },
            r"wander: speed is \[2, 1\], not \[lowest, highest\]",
        ),
        ({"medium": {}, "aps": {"ap": {"standard": "z"}}}, "standard is 'z'"),
    ],
)
def test_wrong_medium_is_refused(more, says):
    document = {"aps": {"ap": {}}, "stations": ["mn"], **more}
    with pytest.raises(topology.TopologyError, match=says):
        topology.parse(document)
