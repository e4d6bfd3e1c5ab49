# SPDX-License-Identifier: Apache-2.0
"""Tests the pure parts of the search for the hybrid policy: figures of samples, the
choice, rules of one station, and results that are kept. No lab runs."""
import copy
import threading
import time

import pytest
from cloudmac_testbed import topology
from cloudmac_testbed.__main__ import parser
from cloudmac_testbed.guest import datagrams, mixed, traffic
from cloudmac_testbed.hybrid import figures, policies, report, run
from cloudmac_testbed.errors import LabError


def ping(*times, lost=0):
    return {"samples": [[n, n, ms] for n, ms in enumerate(times)], "lost": lost}


def raw(**more):
    """Returns a measurement as the guest does."""
    direction = {"bins": [10.0, 14.0], "datagrams": 1000, "lost": 10, "ms": [[2.0, 19], [9.0, 1]]}
    return {
        "idle": {name: ping(1.0) for name in ("mn", "mn2", "ct1")},
        "loaded": {
            "mn": ping(1.0, 2.0, 3.0, 4.0, lost=2),
            "mn2": ping(1.0, 1.5),
            "ct1": ping(5.0, 6.0, 7.0),
        },
        "user": {"up": direction, "down": {**direction, "bins": [20.0, 20.0], "lost": 30}},
        "cross": {"up": [80.0, 80.0], "down": [60.0, 100.0]},
        **more,
    }


def test_figures_of_samples():
    seen = figures.figures(raw())
    assert (seen["mac_ms_p50"], seen["mac_ms_p95"]) == (2.0, 4.0)
    assert (seen["mac_up_mbps"], seen["mac_down_mbps"], seen["mac_mbps"]) == (12.0, 20.0, 16.0)
    assert seen["mac_lost"] == 10 + 30 + 2
    assert seen["mac_lost_percent"] == 2.0
    assert (seen["cross_up_mbps"], seen["cross_down_mbps"]) == (80.0, 80.0)
    assert (seen["link_up_mbps"], seen["link_down_mbps"]) == (92.0, 100.0)
    assert seen["cross_ping_ms_p50"] == 6.0
    assert seen["mac_user_up_ms_p95"] == 2.0
    assert seen["cross_cov"] == 0.25, "of the direction that varies more"


def test_figures_without_any_reply():
    gone = raw()
    gone["loaded"] = {name: ping(lost=4) for name in gone["loaded"]}
    seen = figures.figures(gone)
    assert seen["mac_ms_p95"] is None and seen["cross_ping_ms_p50"] is None
    assert seen["mac_lost"] == 10 + 30 + 4


def test_coefficient_of_variation():
    assert figures.variation([5, 5, 5]) == 0
    assert figures.variation([]) == figures.variation([0, 0]) == 0
    assert figures.variation([2, 4]) == pytest.approx(1 / 3, abs=1e-4)


def entry(p95, mac, cross, ping_ms=2.0):
    return {
        "mac_ms_p95": p95,
        "mac_mbps": mac,
        "cross_up_mbps": cross,
        "cross_down_mbps": cross,
        "cross_ping_ms_p50": ping_ms,
    }


def measured(**heavy):
    base = {"fq-codel": entry(80.0, 18.0, 70.0), "htb": entry(2.0, 22.0, 60.0, 20.0)}
    return {name: {"heavy": value} for name, value in {**base, **heavy}.items()}


def test_lowest_delay_wins_among_policies_that_meet_all_conditions():
    choice = figures.choose(
        measured(
            good=entry(3.0, 22.0, 69.0),
            slower=entry(4.0, 22.0, 70.0),
            robber=entry(1.0, 22.0, 60.0),
            thief=entry(1.0, 19.0, 70.0),
            late=entry(1.0, 22.0, 70.0, 4.1),
        )
    )
    assert (choice["policy"], choice["met"]) == ("good", True)


def test_one_slow_direction_fails_a_policy():
    lame = entry(1.0, 22.0, 70.0)
    lame["cross_up_mbps"] = 60.0
    choice = figures.choose(measured(lame=lame, good=entry(3.0, 22.0, 70.0)))
    assert choice["policy"] == "good"


def test_nearest_policy_is_chosen_if_none_meets_all_conditions():
    choice = figures.choose(measured(near=entry(3.0, 22.0, 67.0), far=entry(2.0, 22.0, 65.0)))
    assert (choice["policy"], choice["met"]) == ("near", False)
    assert "nearest: near (cross_up_mbps" in report.verdict(choice)


def test_policy_without_replies_is_not_chosen():
    mute = entry(None, 22.0, 70.0, None)
    choice = figures.choose(measured(mute=mute, good=entry(3.0, 22.0, 70.0)))
    assert choice["policy"] == "good"


@pytest.mark.parametrize("without", ["fq-codel", "htb"])
def test_no_choice_without_both_reference_policies(without):
    table = measured(good=entry(3.0, 22.0, 70.0))
    del table[without]
    assert figures.choose(table) is None
    assert report.verdict(None)


UP = "cookie=0x1, priority=2000,in_port=1,dl_src={},dl_dst=12:00:00:00:00:01/ff:00:00:0f:ff:ff"
DOWN = "cookie=0x2, priority=2000,in_port=2,dl_src=12:00:00:00:00:01/ff:00:00:0f:ff:ff,dl_dst={}"
MINE, OTHER = "02:00:00:00:00:00", "02:00:00:00:01:00"


def test_rules_of_a_station_get_its_queue():
    flows = [
        f"{UP.format(MINE)},dl_type=0x1337 actions=set_queue:1,output:2",
        f"{UP.format(OTHER)},dl_type=0x1337 actions=set_queue:1,output:2",
        f"{DOWN.format(MINE)},dl_type=0x1337 actions=output:2",
        f"{DOWN.format('01:00:00:00:00:00/01:00:00:00:00:00')},dl_type=0x1337 actions=output:2",
        f"{DOWN.format(MINE)},dl_type=0x1337 actions=output:21",
        "priority=100,dl_type=0x1337 actions=drop",
        "priority=0 actions=NORMAL",
    ]
    up, down = mixed.with_queue(flows, MINE, 10, "2")
    assert up == f"{UP.format(MINE)},dl_type=0x1337,actions=set_queue:10,output:2".replace(
        "priority=2000", "priority=2001"
    )
    assert down.endswith("actions=set_queue:10,output:2") and MINE in down


def test_rule_for_all_stations_is_narrowed_to_one():
    flows = ["priority=7,in_port=1,dl_type=0x1337 actions=output:2"]
    assert mixed.with_queue(flows, MINE, 10, "2") == [
        f"priority=8,in_port=1,dl_type=0x1337,dl_src={MINE},actions=set_queue:10,output:2"
    ]


def test_candidates_are_unique_and_chosen_by_name():
    names = [policy.name for policy in policies.POLICIES]
    assert len(names) == len(set(names))
    assert {figures.REFERENCE, figures.MODEL} <= set(policies.QUICK) <= set(names)
    assert [policy.name for policy in policies.by_name(["htb", "fifo"])] == ["fifo", "htb"]
    with pytest.raises(ValueError, match="no policy nonsense; there are: cloudmac"):
        policies.by_name(["htb", "nonsense"])


def test_kept_result_is_used_only_with_the_same_inputs(tmp_path):
    def made(network="hybrid", content="content", **settings):
        found = run.HybridExperiment(
            network=topology.load(network), names=["htb"], folder=tmp_path, **settings
        )
        found.content = content
        return found

    one = made()
    light, heavy = one.measurements()
    assert (light.name, heavy.name) == ("htb.light", "htb.heavy")
    assert one.kept(light) is None
    one.keep(light, {"what": 1})
    assert one.kept(light) == {"what": 1}
    assert one.kept(heavy) is None
    for other in (made(content="other"), made(seed=2), made("campus"), made(quick=True)):
        assert other.kept(light) is None
    changed = copy.deepcopy(light)
    changed.policy.call["link-rate"] = "90000000"
    assert one.kept(changed) is None


def test_table_and_plot_of_results(tmp_path):
    table = {"htb": {load: figures.figures(raw()) for load in policies.LOADS}}
    lines = report.markdown(table).splitlines()
    assert len(lines) == 4 and lines[2].startswith("| light | htb | 2.00 | 4.00 |")
    report.print_table(table, None)
    report.plot(table, tmp_path / "hybrid.png")
    assert (tmp_path / "hybrid.png").stat().st_size > 1000
    assert (tmp_path / "hybrid.svg").read_text().lstrip().startswith("<?xml")


def test_wrong_policies_are_refused_before_the_build(capsys):
    arguments = parser().parse_args(["lab", "run", "hybrid", "--policies", "htb", "nonsense"])
    with pytest.raises(LabError, match="no policy nonsense"):
        arguments.check(arguments)
    with pytest.raises(SystemExit):
        parser().parse_args(["lab", "run", "association", "--policies", "htb"])
    assert "unrecognized arguments: --policies htb" in capsys.readouterr().err


def test_datagrams_are_counted_in_the_second_they_were_due():
    seen = {"octets": [1000, 250_000, 125_000, 0], "ways": [[0, 1.0, 5], [1, 0.5, 80], [2, 9.0, 9]]}
    mbps = datagrams.OCTETS * 8 * 100 / 1e6
    assert traffic.received(seen, mbps, 1, 3) == {
        "bins": [2.0, 1.0],
        "datagrams": 200,
        "lost": 200 - 89,
        "ms": [[0.5, 80], [9.0, 9]],
    }


def test_every_datagram_is_due_in_exactly_one_second():
    for mbps in (0.8, 1.0, 22.0):
        parts = [datagrams.due(mbps, second, second + 1) for second in range(7)]
        assert sum(parts) == datagrams.due(mbps, 0, 7)
        assert abs(parts[3] - mbps * 1e6 / 8 / datagrams.OCTETS) <= 1


def test_datagrams_on_the_loopback_interface():
    """Sends in real time. The receiver counts each datagram in its second."""
    found = {}
    start, address, port = time.monotonic() + 0.5, "127.0.0.1", 53531
    receiver = threading.Thread(
        target=lambda: found.update(datagrams.receive(address, port, start, 1))
    )
    receiver.start()
    datagrams.send(address, port, 0.8, start, 1, datagrams.OCTETS)
    receiver.join()
    assert sum(count for _, _, count in found["ways"]) == datagrams.due(0.8, 0, 1)
    assert sum(found["octets"]) == datagrams.due(0.8, 0, 1) * datagrams.OCTETS
    assert {second for second, _, _ in found["ways"]} == {0}
