# SPDX-License-Identifier: Apache-2.0
"""Tests the pure parts of ``reproduce``: the figures, their numbers from raw samples, kept
results, and written files. No lab runs."""
import csv
import dataclasses
import gzip
import json
import statistics
import subprocess
import threading

import pytest
from cloudmac_testbed import keeping, live, topology
from cloudmac_testbed.paper import figures, flent, plan, report, run, setups
from cloudmac_testbed.errors import LabError

NOTHING = {"off_by_more_than_a_quarter": {}, "own_policy_best": None, "repetitions": 1}
ABOUT = {"clock": "virtual", "seed": 1, "command": "reproduce", "repetitions": 1, "quick": True}


def ping(times, interval=0.05):
    """Returns echo replies of ``times`` in ms, one every ``interval`` seconds. None is a
    lost one."""
    samples = [[n * interval, n + 1, ms] for n, ms in enumerate(times) if ms is not None]
    return {"samples": samples, "sent": len(times), "lost": len(times) - len(samples)}


def test_all_figures_are_known_by_name():
    numbered = [figure.name for figure in plan.by_name(["all"]) if figure.number]
    assert numbered == [f"fig{n}" for n in range(3, 11)]
    assert [figure.name for figure in plan.by_name(["fig8", "fig4"])] == ["fig4", "fig8"]
    with pytest.raises(ValueError, match="no figure fig2; there are: fig3"):
        plan.by_name(["fig2", "fig4"])


def test_lines_with_numbers_in_the_paper_are_measured():
    for figure in plan.FIGURES.values():
        if figure.part in plan.PARTS and figure.quantity != "cross":
            assert set(figure.paper) <= {line.name for line in setups.LINES}
    assert {line.policy for line in plan.ALL_LINES} == set(setups.POLICIES)
    assert set(setups.QUICK_LINES) < {line.name for line in setups.LINES}


def test_access_point_behind_a_class_of_its_own_differs_in_the_policy_only():
    by_name = {line.name: line for line in setups.LINES}
    behind, plain = by_name["ref2-htb"], by_name["ref2"]
    assert dataclasses.replace(behind, name=plain.name, label=plain.label, policy="fifo") == plain
    assert [
        figure.name
        for figure in plan.FIGURES.values()
        if figure.part in plan.PARTS and behind in figure.lines(False)
    ] == [
        "fig6",
        "fig7",
        "fig8",
    ]
    policy = setups.POLICIES[behind.policy]
    network = topology.load(behind.network)
    classes = {one["queue"]: one for one in policy.call["htb"]["class"]}
    # Both ways of the station's traffic, at the access point's switch and at the server's.
    assert set(policy.queue_of) == {
        (network.hosts[host].at, host) for host in (network.hosts["r2"].options["vap"], "gw")
    }
    assert set(policy.queue_of.values()) == {1}
    assert classes[1]["priority"] < classes[0]["priority"]
    # As much as CloudMAC has in the line htb: half of the link.
    assert int(classes[1]["min-rate"]) == int(setups.SHAPED["link-rate"]) / 2
    assert sum(int(one["min-rate"]) for one in classes.values()) <= int(policy.call["link-rate"])


def test_rules_of_a_policy_are_part_of_what_a_result_depends_on(monkeypatch):
    made = run.Reproduction(plan.by_name(["fig6"]), repetitions=1, named=["ref2-htb"])
    made.content = "content"
    (boot,) = made.boots()
    before = made.key(boot)
    other = dataclasses.replace(setups.POLICIES["htb-ap"], queue_of={("swa", "ap2"): 1})
    monkeypatch.setitem(setups.POLICIES, "htb-ap", other)
    assert made.key(boot) != before


def test_rule_puts_the_frames_of_a_port_into_a_queue():
    path, body = live.queue_rule("openflow:1", 4, 2)
    assert path == (
        "data/opendaylight-inventory:nodes/node=openflow%3A1/flow-node-inventory:table=0"
        "/flow=queued-4"
    )
    (rule,) = body["flow-node-inventory:flow"]
    assert rule["match"] == {"in-port": "openflow:1:4"}
    assert rule["priority"] > 0, "not above the rule of a learning switch"
    (instruction,) = rule["instructions"]["instruction"]
    kinds = [
        next(key for key in action if key != "order")
        for action in instruction["apply-actions"]["action"]
    ]
    assert kinds == ["set-queue-action", "output-action"]


def test_one_figure_needs_only_its_own_measurements():
    chosen = plan.by_name(["fig9"])
    names = {(one.part.name, one.line.name) for one in plan.measurements(chosen, False, 2)}
    assert names == {("beside", "fq_codel"), ("beside", "cloudmac")}
    assert len(plan.measurements(chosen, False, 2)) == 4


def test_lines_can_be_chosen():
    def measured(names, **more):
        wanted = plan.measurements(plan.by_name(names), repetitions=1, **more)
        return [one.line.name for one in wanted]

    # A named line is measured in a quick run too. A full run measures its causes as well.
    assert measured(["fig6"], quick=True, named=["prio", "idle"]) == ["idle", "prio"]
    codel = ["codel", "codel_reno", "codel_two"]
    assert measured(["fig6"], quick=False, named=["codel"]) == codel
    assert measured(["fig6"], quick=False, named=["prio"]) == ["prio"]
    assert measured(["fig8"], quick=False, named=["fifo"], tested=True) == ["fifo", "fifo_settled"]
    assert measured(["management-probe"], quick=True, named=["mgmt_fifo"]) == ["mgmt_fifo"]


@pytest.mark.parametrize(
    "figure, named, why",
    [
        ("fig3", ["htb"], "fig3 is measured as a whole"),
        ("fig9", ["htb", "idle"], "fig9 has none of these lines; it has: cloudmac, fq_codel"),
        ("fig8", ["htb", "hbt"], "no line hbt in fig8"),
        ("fig9", ["cloudmac"], "fig9 is of the line fq_codel, and needs it"),
    ],
)
def test_unknown_lines_are_refused(figure, named, why):
    with pytest.raises(ValueError, match=why):
        plan.check_lines(plan.by_name([figure]), named)


def test_suspected_cause_changes_one_thing_of_its_line():
    by_name = {line.name: line for line in setups.LINES}
    for cause in plan.CAUSES:
        line = by_name[cause.explains]
        changed = {
            field
            for field in ("station", "policy", "cross", "own", "network", "more")
            if getattr(cause.line, field) != getattr(line, field)
        }
        if cause.line.network in setups.NETWORKS:
            # The policy fits the rate of the links.
            changed.discard("policy")
        assert len(changed) == 1, cause
        assert (cause.quantity or cause.explains) in plan.FIGURES[cause.figure].paper
    figure = plan.FIGURES["fig6"]
    found = figures.causes(figure, {"codel": {"mean_ms": 19}, "codel_reno": {"mean_ms": 16}})
    assert [(one["ours"], one["changed"], one["paper"]) for one in found] == [(19, 16, 15.325)]
    # The quantity is the paper's, even if the figure shows another one.
    lines = {"codel": {"p95_ms": 22}, "codel_one": {"p95_ms": 12}}
    found = figures.causes(plan.FIGURES["fig5"], lines)
    assert [(one["ours"], one["changed"], one["paper"]) for one in found] == [(22, 12, 9.4)]


def test_causes_need_the_lines_that_they_explain(tmp_path):
    chosen = plan.by_name(["fig6", "fig10"])
    wanted = plan.measurements(chosen, True, 1, tested=True)
    names = {(one.part.name, one.line.name) for one in wanted}
    assert {("timeline", "codel"), ("timeline", "codel_reno"), ("beside", "htb_halves")} <= names
    assert ("timeline", "fifo") not in names
    found = figures.causes(
        plan.FIGURES["fig6"], {"codel": {"mean_ms": 9}, "codel_two": {"mean_ms": 8}}
    )
    report.causes(chosen, {"fig6": found}, tmp_path / "causes.md")
    assert "| mean ms | 9 | 8 | 15.32 |" in (tmp_path / "causes.md").read_text()


def test_cause_has_the_deviation_of_its_repetitions(tmp_path):
    """Only if the repetitions' means are of the same quantity."""
    chosen = plan.by_name(["fig8"])
    found = figures.causes(
        chosen[0],
        {
            "ref2": {"mbps": 20, "by_repetition": [18, 20, 22]},
            "ref2_settled": {"mbps": 17, "by_repetition": [17]},
        },
    )
    assert [one["deviations"] for one in found] == [[2, None]]
    report.causes(chosen, {"fig8": found}, tmp_path / "causes.md")
    assert "| mbps | 20 ± 2 | 17 | 16.97 |" in (tmp_path / "causes.md").read_text()
    other = {"with_during": 60, "mbps": 22, "by_repetition": [21, 23]}
    found = figures.causes(plan.FIGURES["fig10"], {"htb": other, "htb_halves": other})
    assert found[0]["deviations"] == [None, None]


def test_attempts_are_numbered_across_repetitions():
    """Each of the three kinds of station then makes a third of all attempts."""
    part = plan.PARTS["attempts"]
    assert [part.arguments(False, n)["first"] for n in range(3)] == [0, 100, 200]
    assert plan.REPETITIONS * part.full["count"] == 1500


def test_delays_of_repetitions_cover_a_cycle_of_the_air():
    """The first has the topology's own delay, and 16 are evenly apart. Other parts add no
    delay."""

    def delays(part, count):
        return [plan.PARTS[part].more_delay_us(number) for number in range(count)]

    assert delays("beside", 5) == [0, -250, 125, -125, 62]
    assert sorted(delays("beside", 16)) == [round(500 * n / 16) for n in range(-8, 8)]
    assert set(delays("timeline", 16)) == {0}


def test_only_links_with_a_delay_are_delayed():
    network = topology.load("paper")
    before = [link.delay_us for link in network.links]
    assert sorted(set(before)) == [0, 430]
    slower = network.delayed_by(-250)
    assert [link.delay_us for link in slower.links] == [us and us - 250 for us in before]
    assert [link.delay_us for link in network.links] == before
    assert dataclasses.replace(slower, links=network.links) == network
    with pytest.raises(ValueError, match="a link's delay is less than 431 us"):
        network.delayed_by(-431)


def test_timeline_with_cross_traffic_counts_full_queues_only():
    """Counts the second half of the cross traffic. Before and after are values of their own."""
    times = {"before": 1, "during": 2, "after": 1}
    raw = {
        "ping": ping([1] * 20 + [50] * 20 + [90] * 20 + [2] * 20),
        "cross": {"up": [], "down": []},
    }
    found = figures.timeline([raw, raw], times)
    assert (found["mean_ms"], found["deviation_ms"], found["n"]) == (90, 0, 40)
    assert (found["before_ms"], found["during_ms"], found["after_ms"]) == (1, 90, 2)
    assert found["by_repetition"] == [90, 90]
    assert found["series"][0] == [0, 1] and found["series"][-1] == [3.5, 2]


def test_timeline_without_cross_traffic_counts_all():
    raw = {"ping": ping([1, 3, None, 2]), "cross": None}
    found = figures.timeline([raw], {"before": 0.1, "during": 0.1, "after": 0.0})
    assert (found["mean_ms"], found["n"], found["lost"]) == (2, 3, 1)


def test_missing_response_counts_in_the_distribution():
    found = figures.responses([{"seconds": [0.001, None, 0.003]}, {"seconds": [0.002]}], None)
    assert (found["median_ms"], found["n"], found["none"]) == (2, 4, 1)
    assert found["ecdf"] == [[1, 0.25], [2, 0.5], [3, 0.75]]
    assert found["medians_by_repetition"] == [2, 2]
    lines = {setups.OWN: figures.entry(found, "median_ms", None)}
    remark = report.remarks({"lines": lines, **NOTHING})
    assert list(remark) == [
        "Without a response, and in no percentile: CloudMAC's own policy 1 of 4"
    ]


def test_medians_are_compared_as_medians():
    def line(medians, means):
        return {"ours": 2, "medians_by_repetition": medians, "by_repetition": means}

    lines = {
        setups.OWN: line([1, 1, 2, 2, 2, 3], [9, 9, 9, 9, 9, 9]),
        "htb": line([2, 2, 3, 3, 3, 4], [1, 1, 1, 1, 1, 1]),
    }
    assert figures.best(plan.FIGURES["fig5"], lines)["by_chance"] == 0.0312


def test_cross_traffic_is_compared_with_fq_codel():
    each = {f"{way}_{when}": 80 for way in figures.WAYS for when in figures.WHEN}
    lines = {"fq_codel": each, setups.OWN: {**each, "with_during": 72}}
    kept = figures.cross_kept(lines)
    assert kept["with_during"] == 0.9 and kept["against_during"] == 1
    (remark,) = report.remarks({"lines": {}, **NOTHING, "cross_kept": kept})
    assert "does NOT keep" in remark and "90.0% (with during)" in remark
    assert figures.cross_kept({"htb": each, setups.OWN: each}) is None


def test_attempts_by_kind_of_station():
    def tried(response, connected):
        return {"patience": 0.1, "response": response, "connected": connected}

    first = {
        "attempts": [tried(None, None), tried(0.05, 0.3), tried(0.05, None), tried(0.001, 0.1)]
    }
    second = {"attempts": [tried(0.1, 0.2), tried(0.1, 0.2), tried(None, None), tried(0.1, 0.4)]}
    found = figures.attempts([first, second], {"count": 4})
    assert found["success_percent"] == 62.5 and found["n"] == 8
    assert found["by_patience"] == {
        "10 ms": pytest.approx(33.33, abs=0.01),
        "50 to 150 ms": 100,
        "1000 ms": 50,
    }
    assert found["failures"] == {"no response": 2, "no connection": 1}
    assert found["connected_s_median"] == 0.2


def beside_raw(mbps=20.0, seconds=2):
    up = [90.0] * seconds + [70.0] * seconds + [91.0] * seconds
    down = [89.0] * 3 * seconds
    return {"received_mbps": mbps, "mbps": [mbps] * seconds, "cross": {"up": up, "down": down}}


def test_cross_traffic_has_rates_before_during_and_after():
    found = figures.beside([beside_raw(), beside_raw(22.0)], {"seconds": 2})
    assert found["mbps"] == 21 and found["by_repetition"] == [20, 22]
    assert found["deviation_mbps"] == pytest.approx(1.4142, abs=1e-4)
    assert (found["with_before"], found["with_during"], found["with_after"]) == (90, 70, 91)
    assert (found["against_during"], found["with_cov"]) == (89, 0)
    alone = figures.beside([{**beside_raw(), "cross": None}], {"seconds": 2})
    assert alone["mbps"] == 20 and "with_during" not in alone


def test_delays_are_compared_above_idle():
    """A difference that exists when idle as well is not one of the queues. 0.15 ms is one if
    the paper has 0.02 ms."""
    figure = plan.FIGURES["fig6"]
    values = {"idle": 0.77, "htb": 0.79, "sfq": 2.6, "codel": 5.0, "fq_codel": 1.2}
    lines = {
        name: figures.entry({"mean_ms": ours}, "mean_ms", figure.paper[name])
        for name, ours in values.items()
    }
    found = figures.deviations(figure, lines)
    assert set(found) == {"idle", "sfq", "codel", "fq_codel"}
    assert found["sfq"] == pytest.approx(1.83 / 1.03 - 1, abs=1e-3)
    assert found["idle"] == pytest.approx(0.77 / 1.77 - 1, abs=1e-3)
    assert lines["codel"]["ratio"] == pytest.approx(5 / 15.325, abs=1e-4)
    above = [name for name in lines if figures.above_idle(figure, name, lines)]
    assert above == ["htb", "sfq", "codel", "fq_codel"]
    words = list(
        report.remarks(
            {**NOTHING, "lines": {}, "off_by_more_than_a_quarter": found, "above_idle": above}
        )
    )
    assert "SFQ (+78% of the paper's value, both above idle)" in words[0]
    assert "CloudMAC, idle (-56% of the paper's value)" in words[0]
    lines["htb"]["ours"] = 0.77 + 0.15
    assert figures.deviations(figure, lines)["htb"] > 6


@pytest.mark.parametrize("name, values, holds", [("fig6", (1, 2), True), ("fig8", (1, 2), False)])
def test_best_policy(name, values, holds):
    """Idle lines do not compete. Two equal lines are both the best."""
    figure = plan.FIGURES[name]
    lines = {"idle": {"ours": 0.5 if holds else 99}}
    for line, value in zip((setups.OWN, "htb"), values):
        lines[line] = {"ours": value}
    judged = figures.best(figure, lines)
    assert judged["holds"] is holds and judged["rivals"] == {"htb": 2}
    assert judged["behind"] == (0 if holds else 0.5) and judged["error"] is None
    lines["htb"]["ours"] = lines[setups.OWN]["ours"]
    assert figures.best(figure, lines)["holds"]


def test_standard_error_is_of_paired_differences():
    """Variation that both lines share in a repetition does not count."""
    lines = {
        setups.OWN: {"ours": 10, "by_repetition": [9, 11, 10]},
        "htb": {"ours": 11, "by_repetition": [10, 12, 11]},
    }
    figure = plan.FIGURES["fig8"]
    assert figures.best(figure, lines)["error"] == 0
    lines["htb"] = {"ours": 10, "by_repetition": [11, 10, 9]}
    # Differences -2, 1 and 1: their deviation is the root of 3, over that of 3, over 10.
    assert figures.best(figure, lines)["error"] == 0.1


def test_insignificant_difference_is_not_called_better():
    def judged(own, htb):
        lines = {
            name: {"ours": statistics.fmean(filter(None, means)), "by_repetition": means}
            for name, means in ((setups.OWN, own), ("htb", htb))
        }
        best = figures.best(plan.FIGURES["fig8"], lines)
        data = {"lines": {}, **NOTHING, "own_policy_best": best}
        return best["by_chance"], *report.remarks(data)

    # Two of 64 choices of signs are as far apart as six of one sign.
    chance, words = judged([9] * 6, [10] * 6)
    assert chance == 0.0312 and "NOT the best of all lines, but 10.00%" in words
    chance, words = judged([10] * 6, [9] * 6)
    assert chance == 0.0312 and "is the best of all lines" in words
    # With five of one sign and one of the other, 2 * (1 + 6) choices are as far apart.
    chance, words = judged([9, 9, 9, 9, 9, 11], [10] * 6)
    assert chance == 0.2188 and "cannot be told from HTB" in words and "22% of cases" in words
    chance, words = judged([10] * 6, [10] * 6)
    assert chance == 1 and "not behind it" in words
    # The repetitions' means are of another quantity than the figure's.
    lines = {name: {"ours": 5, "by_repetition": [9] * 6} for name in (setups.OWN, "htb")}
    assert figures.best(plan.FIGURES["fig5"], lines)["by_chance"] is None
    # Too few repetitions.
    chance, words = judged([9] * 5, [10] * 5)
    assert chance is None and "NOT the best" in words and "too few" in words
    # A repetition without a mean is left out. The others stay paired.
    chance, _ = judged([9] * 3 + [None] + [9] * 3, [10] * 7)
    assert chance == 0.0312
    # Too many choices of signs to try all.
    assert figures.by_chance([1] * 30) == 0 and figures.by_chance([1, -1] * 15) == 1


def test_network_with_faster_links_between_the_switches():
    slow, fast = topology.load("paper"), run.network("paper_400")
    rates = {(old.rate_mbps, new.rate_mbps) for old, new in zip(slow.links, fast.links)}
    assert (100, 400) in rates and {(old, new) for old, new in rates if old != new} == {(100, 400)}
    assert run.network("paper") == slow


def test_kept_results_depend_on_all_programs_in_the_lab_kernel():
    names = {path.name for path in keeping.sources()}
    assert {"init", "lab.py", "paper.yaml", "topology.py"} <= names
    assert "__pycache__" not in names
    installed = keeping.programs().split()
    assert {"hostapd", "wpasupplicant", "iperf3"} <= set(installed)


def test_line_without_any_round_trip():
    found = figures.timeline(
        [{"ping": ping([None] * 80), "cross": {}}] * 2, {"before": 1, "during": 2, "after": 1}
    )
    assert found["lost"] == 160 and found["mean_ms"] is found["p95_ms"] is None
    lines = figures.table(plan.FIGURES["fig6"], {setups.OWN: found, "htb": found})
    assert figures.best(plan.FIGURES["fig6"], lines) is None


def test_kept_result_is_used_only_with_the_same_key(tmp_path):
    shelf = keeping.Shelf(tmp_path / "raw")
    assert shelf.get("one", "key") is None
    shelf.put("one", "key", {"a": 1})
    assert shelf.get("one", "key") == {"a": 1}
    assert shelf.get("one", "other") is None
    for other in (keeping.Shelf(shelf.folder, seed=2), keeping.Shelf(shelf.folder, quick=True)):
        assert other.get("one", "key") is None
        other.put("one", "key", {"a": 2})
    assert shelf.get("one", "key") == {"a": 1}
    (tmp_path / "raw" / "one.json").write_text('{"key": "ke', encoding="utf-8")
    assert shelf.get("one", "key") is None


def test_first_error_ends_all_measurements():
    """The others end at their next tick."""
    heard, running = [], threading.Event()

    def measure(job, tick):
        if job == 0:
            assert running.wait(10), "waited 10 s for the other measurement to begin"
            raise ZeroDivisionError
        running.set()
        try:
            while True:
                tick(1)
        except keeping.LabError as error:
            heard.append(str(error))
            raise

    with pytest.raises((ZeroDivisionError, keeping.LabError)):
        keeping.side_by_side([0, 1], measure, str, lambda _: 10)
    assert heard == ["another measurement failed"]


@pytest.mark.parametrize("figure", ["fig5", "fig7", "fig8", "fig9"])
def test_figure_is_written_identically_twice(figure, tmp_path):
    which = plan.FIGURES[figure]
    times = {"before": 1, "during": 2, "after": 1, "seconds": 2}
    loaded = {"ping": ping([1] * 80), "cross": {"up": [], "down": []}, "seconds": [0.001, 0.002]}
    found = figures.SUMMARIES[which.part](
        [{**loaded, **beside_raw()}] if which.part == "beside" else [loaded], times
    )
    names = which.only or ("idle", "htb", setups.OWN)
    lines = figures.table(which, {name: found for name in names})
    data = {
        "lines": lines,
        "off_by_more_than_a_quarter": figures.deviations(which, lines),
        "own_policy_best": figures.best(which, lines),
        **ABOUT,
    }
    json.dumps(data)
    contents = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        report.figure(which, data, folder)
        report.document([which], {figure: data}, folder / "report.md")
        contents.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert contents[0] == contents[1]
    assert {f"{figure}.png", f"{figure}.svg", f"{figure}.csv", "report.md"} <= set(contents[0])
    table = list(csv.DictReader((tmp_path / "a" / f"{figure}.csv").open(encoding="utf-8")))
    assert table and all(row["ours"] for row in table)


def test_document_takes_the_result_files_of_its_figures(tmp_path, monkeypatch):
    commands = []

    def done(command, cwd, check):
        commands.append((command[1:], cwd, check))
        return subprocess.CompletedProcess(command, len(commands) - 1)

    made = run.Reproduction(plan.by_name(["fig6", "fig7"]), folder=tmp_path)
    monkeypatch.setattr(run.subprocess, "run", done)
    made.document()
    taken = [str(tmp_path / name) for name in ("fig6.json", "fig7.json")]
    assert commands == [
        (["-m", "cloudmac_docs.results", "--take", *taken], run.ROOT / ".ci", False)
    ]
    made.tested = True
    with pytest.raises(LabError, match="could not be written"):
        made.document()
    assert commands[1][0][-1] == str(tmp_path / "causes.json")


def test_classes_of_patience_are_apart_in_the_remarks():
    failed, connected = {"response": None, "connected": None}, {"response": 1, "connected": 2}
    line = figures.attempts([{"attempts": [failed, failed, connected]}], {"count": 3})
    lines = {"fifo": figures.entry(line, "success_percent", 55)}
    (remark,) = report.remarks(NOTHING | {"lines": lines})
    assert "0 % of those that wait 10 ms, 0 % of those that wait 50 to 150 ms, 100 %" in remark
    assert remark.endswith("The paper's card waits 50 to 150 ms")


def test_result_files_say_how_long_was_measured(tmp_path):
    made = run.Reproduction(plan.by_name(["fig8"]), folder=tmp_path)
    found = figures.beside([beside_raw()], {"seconds": 2})
    data = made.summary_of(
        plan.FIGURES["fig8"], {line.name: found for line in plan.ALL_LINES}, ABOUT
    )
    assert data["times"] == {"warm_s": 10, "seconds": 60}


def test_flent_files_have_a_value_for_each_step(tmp_path):
    raw = {"ping": ping([1.0, None, *[3.0] * 38]), "cross": None}
    kept = {"timeline": {"idle": [raw]}, "beside": {"htb": [beside_raw()]}}
    flent.write_all(kept, tmp_path, ABOUT)
    found = json.loads(gzip.decompress((tmp_path / "timeline-idle-0.flent.gz").read_bytes()))
    assert len(found["x_values"]) == len(found["results"][flent.PING]) == 4
    assert found["results"][flent.PING][1] == 3
    rates = json.loads(gzip.decompress((tmp_path / "beside-htb-0.flent.gz").read_bytes()))
    lengths = {len(values) for values in rates["results"].values()}
    assert lengths == {len(rates["x_values"])} == {12}
    assert rates["results"]["TCP upload station"][:5] == [None] * 4 + [20]


def test_flent_reads_the_files(tmp_path):
    """Runs the real flent, which counts all values."""
    kept = {
        "timeline": {"idle": [{"ping": ping([1.0, None, *[3.0] * 38]), "cross": None}]},
        "beside": {"htb": [beside_raw()]},
    }
    flent.write_all(kept, tmp_path, ABOUT)
    words = {
        "timeline-idle-0": ["Ping (ms) ICMP", "4"],
        "beside-htb-0": ["TCP upload station", "4"],
    }
    for name, (data_set, points) in words.items():
        done = subprocess.run(
            ["flent", "-i", tmp_path / f"{name}.flent.gz", "-f", "summary"],
            capture_output=True,
            text=True,
            check=True,
        )
        (line,) = [line for line in done.stdout.splitlines() if line.strip().startswith(data_set)]
        assert line.split()[-1] == points
