# SPDX-License-Identifier: Apache-2.0
"""Tests the pages of results: what they show of result files. The result files here are made by
the code that makes the real ones, from samples that are made up."""
import json
import re
import shutil
import tarfile

import pytest
from cloudmac_docs import generated, results
from cloudmac_docs.record import plots
from cloudmac_docs.record import text as texts
from cloudmac_docs.record.files import TOP, Measured
from cloudmac_docs.record.origin import EXPERIMENTS, window

from cloudmac_testbed import results as origins
from cloudmac_testbed.air_goodput import figures as air
from cloudmac_testbed.air_goodput import plan as air_plan
from cloudmac_testbed.airtime import figures as airtime
from cloudmac_testbed.airtime import plan as airtime_plan
from cloudmac_testbed.airtime.lines import LINES as AIRTIME_LINES
from cloudmac_testbed.handover import figures as handover
from cloudmac_testbed.handover import plan as handover_plan
from cloudmac_testbed.hybrid import figures as hybrid
from cloudmac_testbed.paper import figures, plan, run

ABOUT = {
    **origins.origin("./cloudmac made up", 1),
    "clock": "none",
    "repetitions": 2,
    "quick": False,
    "versions": {},
}
NUMBER = re.compile(r"(?<![\w.])\d")
"""A number, but not a digit of a name such as WPA2 or mac80211."""
NAMES = re.compile(
    r"`[^`]*`|802\.11|(?:[Ff]igures?|[Rr]eference) \[?\d+(?:\]\(\S+\))?(?: and \[?\d+)?"
)


def ping(*times, lost=0):
    return {"samples": [[n, n + 1, ms] for n, ms in enumerate(times)], "lost": lost}


def raws_of(part):
    """Returns the raw results of two repetitions."""
    beside = {
        "received_mbps": 20.0,
        "mbps": [20.0, 20.0],
        "cross": {way: [90.0, 90.0, 70.0, 70.0, 91.0, 91.0] for way in ("up", "down")},
    }
    attempt = {"patience": 0.01, "response": 0.002, "connected": 0.1}
    raw = {
        "timeline": {"ping": ping(*[1.0] * 80), "cross": {}},
        "responses": {"seconds": [0.001, None, 0.003]},
        "attempts": {"attempts": [attempt, attempt | {"connected": None}, attempt]},
        "beside": beside,
    }[part]
    return [raw, raw]


def figure_file(name):
    """Returns the content of a figure's result file."""
    figure = plan.FIGURES[name]
    made = run.Reproduction([figure], repetitions=2)
    if figure.part == "capacity":
        measured = [{line: 100.0 for line in run.capacity.LINES}] * 2
        lines = run.capacity.result(measured, figure)
        return made.figure_data(figure, lines, ABOUT | {"times": {"seconds": 5}})
    times = {"before": 1, "during": 2, "after": 1, "seconds": 2, "count": 3}
    summary = figures.SUMMARIES[figure.part](raws_of(figure.part), times)
    return made.summary_of(figure, {line.name: summary for line in plan.ALL_LINES}, ABOUT)


def hybrid_file():
    direction = {"bins": [10.0, 14.0], "datagrams": 1000, "lost": 10, "ms": [[2.0, 19]]}
    raw = {
        "idle": {name: ping(1.0) for name in ("mn", "mn2", "ct1")},
        "loaded": {name: ping(1.0, 2.0) for name in ("mn", "mn2", "ct1")},
        "user": {"up": direction, "down": direction},
        "cross": {"up": [80.0, 80.0], "down": [60.0, 100.0]},
    }
    seen = hybrid.figures(raw)
    policies = {
        name: {load: seen for load in ("light", "heavy")}
        for name in ("cloudmac", "fq-codel", "htb")
    }
    return {
        "policies": policies,
        "choice": hybrid.choose(policies),
        "what": {name: f"what {name} is" for name in policies},
        "directly": ["htb"],
        "loads_mbps": {"light": 0.8, "heavy": 22.0},
        "warm_s": 3,
        "seconds": 6,
    }


def air_file():
    series = air_plan.series(quick=True)
    kind = {
        "mbps": {"mn1": 5.0},
        "ping": ping(1.0),
        "airtime": [{"acked": 10, "tries": 12}],
    }
    raw = {
        entry.name: {
            "points": [{"idle": ping(1.0)} | {one: kind for one in entry.kinds}] * len(entry.points)
        }
        for entry in series
    }
    return air.compare(series, raw)


def airtime_raw(boot):
    """Returns a made-up result of a boot of ``lab run airtime``."""
    addresses = {name: f"02:00:00:00:{n:02x}:00" for n, name in enumerate(boot.names)}
    air = [
        {"ta": "ap", "ra": address, "tx_us": 90, "response_us": 10}
        for address in addresses.values()
    ]
    stream = {"arrivals": [[0, 0.0, 5.0]], "sent": 1}
    phases = {}
    for phase in map(dict, boot.phases):
        phases[phase["name"]] = {
            "mbps": {"down": {name: 10.0 for name in phase["loaded"]}},
            "pings": {name: ping(1.0, 2.0) | {"sent": 2} for name in phase.get("pings", ())},
            "calls": {name: {"down": stream, "up": stream} for name in phase.get("calls", ())},
            "pages": {name: [100.0] for name in phase.get("pages", ())},
            "air": air,
            "agent": {f"{address} tx": 100 for address in addresses.values()},
        }
    idle = {name: ping(0.5) | {"sent": 1} for name in boot.names}
    return {"addresses": addresses, "idle": idle, "phases": phases}


def airtime_file():
    """Returns the content of a result file of all lines but plain access points."""
    names = [name for name, line in AIRTIME_LINES.items() if not line.queues]
    boots = airtime_plan.boots(names, [1])
    found = airtime.summary(boots, {boot.name: airtime_raw(boot) for boot in boots})
    return found | {"lines": {name: AIRTIME_LINES[name].label for name in names}, "left_out": []}


def handover_file():
    stream = {"sent": 3, "arrivals": [[1, 0.0, 0.001], [2, 5.0, 0.001], [3, 9.0, 0.001]]}
    walk = ({"ping": stream}, [5.0], 0.0, 10.0)
    data = {system: handover.summary([walk]) for system in handover_plan.SYSTEMS}
    data["series"] = {"two-idle-ping+call-cloudmac": {**handover.summary([walk]), "speed": 0.5}}
    return data | {"goal": {"lost": 0, "duplicated": 0, "gap_ms_p99": 5}}


def split_file():
    way = {
        "us": {part: {"median": 1.0, "p95": 2.0} for part in ("WTP agent", "switch A")},
        "octets": {"mn": 98.0, "vap": 193.0},
        "added_octets": {"mn": 0.0, "vap": 95.0},
        "n": 20,
    }
    sizes = {"56": {"up": way, "down": way}}
    return {"real": sizes, "virtual": sizes, "clocks": {"real": "real", "virtual": "virtual"}}


def agent_file():
    one = {"pps": 1000, "latency_us_median": 30.0, "lost": 0}
    rows = [
        {
            **{"placement": placement, "direction": way, "size": 1550},
            **{"agent": one, "bridge": one, "plain": one},
            **{"agent_to_bridge": 0.9, "agent_to_plain": 1.0},
        }
        for placement in ("sender", "forwarder")
        for way in ("down", "up")
    ]
    return {"rounds": 3, "seconds": 0.5, "verdict": "pass", "rows": rows}


def security():
    found = {"attempts": 200, "successes": 200, "key_mgmt": "SAE", "sae_handshakes": 200}
    return found | {"median_s": 0.9}


def strategy():
    found = {"n": 600, "median_ms": 1.23, "p95_ms": 1.34, "lost": 0, "clock": "virtual"}
    return found | {"cross_up_mbps": 88.0, "cross_down_mbps": 88.3}


def series_of(over):
    found = {"ratio": 0.99, "over": over, "mbps": {"patched": 100.0}, "interval": [0.97, 1.01]}
    return found | {"same_settings": True if over == "plain" else None}


def result_files():
    """Returns name -> content of a result file of each experiment."""
    made = {name: figure_file(name) for name in plan.FIGURES}
    made |= {
        "hybrid": hybrid_file(),
        "air": air_file(),
        "airtime": airtime_file(),
        "handover": handover_file(),
        "split": split_file(),
        "agent-bench": agent_file(),
        "association": {"wpa2": security(), "wpa3": security()},
        "demo": {"strategies": {name: strategy() for name in ("idle", "fifo", "htb", "fq_codel")}},
        "chaos": {
            **{"handovers": 7, "outcomes": {"done": 7, "stayed": 3, "undone": 1}, "violations": 0},
            **{"faults_by_kind": {"agent": 2}, "rekeyed": [], "handover_ms": [60, 70, 80]},
            "calm_s": [["the start", 0.5], ["agent", 2.0]],
        },
        "ovs": {
            "types": {"none": series_of("plain"), "linux-cake": series_of("plain without QoS")},
            **{"rounds": 9, "seconds": 2},
        },
        "ovs-upstream": {
            "outcomes": {"plain": {"ok": 2}, "patched": {"FAILED": 1, "ok": 2}},
            **{"failed_only_patched": ["a test"], "failed_again": []},
        },
        "ovsdb": {
            **{"switches": 1000, "bring_up_s": 9.9, "vs_vsctl_ratio": 3.3, "failover_s": 3.4},
            **{"random_sequences": 10000, "mismatches": 0, "raw_one_change_s": [0.026, 0.027]},
        },
    }
    for name in ("cost", "sizing"):
        made[name] = json.loads((TOP / f"docs/measured/{name}.json").read_text(encoding="utf-8"))
    return {name: ABOUT | content for name, content in made.items()}


@pytest.fixture(name="full", scope="module")
def _full(tmp_path_factory):
    """The result files of all experiments."""
    top = tmp_path_factory.mktemp("tree")
    (top / "docs/measured").mkdir(parents=True)
    for name, content in result_files().items():
        (top / f"docs/measured/{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return Measured(top)


@pytest.fixture(name="tree")
def _tree(tmp_path):
    """A copy of the pages and their result files."""
    shutil.copytree(TOP / "docs", tmp_path / "docs")
    shutil.copy(TOP / "README.md", tmp_path)
    return tmp_path


def test_committed_pages_are_up_to_date():
    assert results.check(TOP) == []


def test_all_experiments_are_in_the_made_up_files(full):
    assert all(one.file(full) for one in EXPERIMENTS.values())


@pytest.mark.parametrize("name", sorted(results.parts()))
def test_each_part_shows_a_result_file(full, name):
    experiment, _, part = name.partition(" ")
    text = results.parts()[name](full)
    if part == "plot":
        assert "out of date" in text, "nothing is drawn yet"
        return
    if name in ("fig8 chosen-delays", "fig6 real-time"):
        assert text == "", "of a file that no experiment writes"
        return
    assert text
    if part == "origin":
        assert f"`{ABOUT['commit']}`" in text
        assert f"{ABOUT['machine']['processors']} processors {ABOUT['machine']['model']}" in text
        assert "./cloudmac made up" in text or experiment in ("cost", "sizing")
    # Each row has as many cells as the head.
    for rows in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        cells = {line.replace(r"\|", "").count("|") for line in rows.splitlines()}
        assert len(cells) == 1, rows


@pytest.mark.parametrize("name", sorted(results.parts()))
def test_without_a_result_file_there_is_no_number(tmp_path, name):
    experiment, _, part = name.partition(" ")
    text = results.parts()[name](Measured(tmp_path))
    if part == "origin":
        command = EXPERIMENTS[experiment].command
        assert text == f"Not measured yet at this commit; command: `{command}`.\n"
    elif experiment not in ("summary", "measured", "readme") and part != "causes":
        assert text == ""


def test_an_old_file_has_dashes_and_says_so_once(full, tmp_path):
    folder = tmp_path / "docs/measured"
    folder.mkdir(parents=True)
    old = full.get("fig6") | {"commit": None, "machine": None}
    (folder / "fig6.json").write_text(json.dumps(old), encoding="utf-8")
    text = results.part(tmp_path, "fig6 origin")
    assert "| commit | - |" in text and "| machine | - |" in text
    assert text.count("before result files recorded") == 1


@pytest.mark.parametrize(
    "page", sorted((TOP / "docs/results").glob("*.md")), ids=lambda page: page.stem
)
def test_no_number_is_typed_by_hand(page):
    text = re.sub(
        r"<!-- generated: .*?<!-- end -->", "", page.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    typed = [line for line in text.splitlines() if NUMBER.search(NAMES.sub("", line))]
    assert typed == []


def test_figure_4_compares_the_papers_class_only(full):
    text = results.parts()["fig4 table"](full)
    (row,) = [line for line in text.splitlines() if line.startswith("| FIFO ")]
    cells = [cell.strip() for cell in row.split("|")[1:-1]]
    # The second class failed each time: of the other two all succeeded.
    assert cells[1:4] == ["100.0", "0.0", "100.0"]
    assert cells[-2:] == ["55", "0.00"]


def _why(tree):
    """Returns the cells of README's table: what is compared -> the others."""
    text = results.part(tree, "readme why")
    rows = [line for line in text.splitlines()[2:] if line.startswith("|")]
    return {row[0].split(" ")[0]: row[1:] for row in map(_cells, rows)}


def _cells(row):
    return [cell.strip() for cell in row.split("|")[1:-1]]


def _without(tree, name, *lines):
    path = tree / f"docs/measured/{name}.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    for line in lines:
        data["lines"].pop(line, None)
    path.write_text(json.dumps(data), encoding="utf-8")


def test_readme_compares_with_an_ordinary_access_point(tree):
    for name in ("fig4", "fig6", "fig8"):
        path = tree / f"docs/measured/{name}.json"
        path.write_text(json.dumps(ABOUT | figure_file(name)), encoding="utf-8")
    found = _why(tree)
    assert found["TCP"] == [
        "20.0 Mb/s",
        "20.0 Mb/s (FIFO)",
        "20.0 Mb/s",
        "[figure 8](docs/results/fig8.md)",
    ]
    assert found["mean"][0] == "1.00 ms"

    _without(tree, "fig8", "ref2")
    assert _why(tree)["TCP"][0] == "not measured yet"

    _without(tree, "fig8", "cloudmac")
    (tree / "docs/measured/fig9.json").unlink()
    assert set(_why(tree)) == {"mean", "stations"}


def test_figures_7_and_10_are_of_shared_measurements(tree):
    """Their result files are of the same run as those of figures 6 and 8."""
    measured = Measured(tree)
    assert EXPERIMENTS["fig7"].file(measured) == "fig6"
    assert EXPERIMENTS["fig10"].file(measured) == "fig8"
    htb = measured.get("fig8")["lines"]["htb"]
    assert f"{htb['with_during']:.2f}" in results.part(tree, "fig10 table")


def test_a_changed_result_file_makes_page_and_plot_out_of_date(tree):
    path = tree / "docs/measured/fig4.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["lines"]["fifo"]["by_patience"]["50 to 150 ms"] = 12.3
    path.write_text(json.dumps(data), encoding="utf-8")
    found = results.check(tree)
    assert "docs/results/fig4.md: out of date" in found
    assert "docs/figures/fig4.svg: out of date" in found
    changed = results.write(tree)
    pages = {"README.md", "docs/results/fig4.md", "docs/results/index.md"}
    assert {"docs/figures/fig4.svg", *pages} == set(changed)
    assert results.check(tree) == []
    assert "| 12.3 |" in (tree / "docs/results/fig4.md").read_text(encoding="utf-8")


def test_the_check_of_the_site_names_a_plot_that_is_out_of_date(tree):
    """Also if its page says so already."""
    page, plot = tree / "docs/results/fig4.md", tree / "docs/figures/fig4.svg"
    plot.write_text(plot.read_text(encoding="utf-8").replace("drawn from", "drawn of"))
    page.write_text(results.generate(tree)[page], encoding="utf-8")
    assert "fig4.json is out of date" in page.read_text(encoding="utf-8")
    found = [str(one) for one in generated.check(OnlyPages(tree))]
    assert found == ['docs/figures/fig4.svg: is out of date: run "./cloudmac docs"']
    changed = generated.write(OnlyPages(tree))
    assert changed == (["docs/figures/fig4.svg", "docs/results/fig4.md"], [])
    assert generated.check(OnlyPages(tree)) == []


class OnlyPages:
    """The results' pages of a tree, for the package's generator of pages."""

    def __init__(self, top):
        self.top = top

    def pages(self):
        return ["docs/results/fig4.md"]

    def read(self, name):
        return (self.top / name).read_text(encoding="utf-8")


def test_every_plot_can_be_drawn(full):
    assert set(plots.draw(full)) == set(plots.PLOTS)
    assert plots.stale(full) == []
    again = ("fig6", "hybrid", "sizing")
    first = {name: plots.path(name, full).read_bytes() for name in again}
    for name in again:
        plots.path(name, full).unlink()
    plots.draw(full)
    assert first == {name: plots.path(name, full).read_bytes() for name in again}


@pytest.mark.parametrize(
    "mark, says",
    [
        ("<!-- generated: results fig6 nothing -->\n<!-- end -->\n", "no part fig6 nothing"),
        ("<!-- generated: results fig6 table -->\n", "fig6 table has no <!-- end -->"),
    ],
)
def test_wrong_marks_are_named(tree, mark, says):
    (tree / "docs/results/fig6.md").write_text(f"# Figure\n\n{mark}", encoding="utf-8")
    with pytest.raises(ValueError, match=f"docs/results/fig6.md: .*{says}"):
        results.generate(tree)


def test_take_copies_a_figure_with_its_samples(tree, tmp_path):
    folder = tmp_path / "results"
    raw = folder / "reproduce/raw"
    raw.mkdir(parents=True)
    (raw / "attempts-fifo-1.json").write_text("{}", encoding="utf-8")
    (raw / "beside-fifo-1.json").write_text("{}", encoding="utf-8")
    path = folder / "fig4.json"
    path.write_text(json.dumps(result_files()["fig4"]), encoding="utf-8")
    results.take(tree, path)
    assert (tree / "docs/measured/fig4.json").read_bytes() == path.read_bytes()
    with tarfile.open(tree / "docs/measured/samples/fig4.tar.xz") as archive:
        assert archive.getnames() == ["attempts-fifo-1.json"]


def test_take_splits_causes_by_figure(tree, tmp_path):
    path = tmp_path / "causes.json"
    path.write_text(json.dumps(ABOUT | {"figures": {"fig5": [1], "fig8": [2]}}), encoding="utf-8")
    results.take(tree, path)
    assert Measured(tree).get("causes-fig8")["figures"] == {"fig8": [2]}
    assert Measured(tree).get("causes-fig5")["commit"] == ABOUT["commit"]


@pytest.mark.parametrize(
    "name, content, says",
    [("nonsense", ABOUT, "no result file of an experiment"), ("hybrid", {}, "of which commit")],
)
def test_take_refuses_other_files(tree, tmp_path, name, content, says):
    path = tmp_path / f"{name}.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ValueError, match=says):
        results.take(tree, path)
    assert not (tree / "docs/measured" / "nonsense.json").exists()


def test_take_loses_no_line(tree, tmp_path):
    path = tmp_path / "fig4.json"
    data = result_files()["fig4"]
    gone = sorted(data["lines"])[0]
    del data["lines"][gone]
    path.write_text(json.dumps(data), encoding="utf-8")
    before = (tree / "docs/measured/fig4.json").read_bytes()
    with pytest.raises(ValueError, match=f"it lacks lines of docs/measured/fig4.json: {gone}"):
        results.take(tree, path)
    assert (tree / "docs/measured/fig4.json").read_bytes() == before


@pytest.mark.parametrize(
    "value, form, text",
    [
        (None, "#.4g", ""),
        (23.4, "#.4g", "23.40"),
        (100, "#.3g", "100"),
        (1234.4, "#.4g", "1234"),
        (98.632, "g", "98.632"),
    ],
)
def test_numbers(value, form, text):
    assert texts.number(value, form) == text


def test_window_beside_a_station_is_of_each_phase():
    lines = {"htb": {"series": {"station": [1.0] * 61}}}
    found = window({"times": {"warm_s": 10, "seconds": 60}, "lines": lines})
    assert found == ("10 s of traffic first, 60 s each before, during and after the station's TCP")
