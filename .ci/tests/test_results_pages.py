# SPDX-License-Identifier: Apache-2.0
"""Tests the pages of results: what they show of result files. The result files are those
of made_up.py."""
import json
import re
import tarfile

import pytest
from cloudmac_docs import generated, results
from cloudmac_docs.record import airtime, lines, plots, verdicts
from cloudmac_docs.record import text as texts
from cloudmac_docs.record.files import TOP, Measured
from cloudmac_docs.record.origin import EXPERIMENTS, window
from made_up import ABOUT, figure_file, result_files


NUMBER = re.compile(r"(?<![\w.])\d")
"""A number, but not a digit of a name such as WPA2 or mac80211."""
NAMES = re.compile(
    r"`[^`]*`|802\.11|(?:[Ff]igures?|[Rr]eference) \[?\d+(?:\]\(\S+\))?(?: and \[?\d+)?"
)


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
        assert "./cloudmac made up" in text
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
        assert text in ("", texts.NOT_MEASURED)


@pytest.mark.parametrize(
    "page", sorted((TOP / "docs/results").glob("*.md")), ids=lambda page: page.stem
)
def test_without_a_result_file_each_section_says_so(tmp_path, page):
    text = results.renew(page.read_text(encoding="utf-8"), results.parts(), Measured(tmp_path))
    bare = re.sub(r"<!-- .*? -->", "", text)
    announced = re.findall(r".*:\n+<!-- generated: .* -->\s*<!-- end -->", text)
    empty = [
        section.splitlines()[0]
        for section in re.split(r"^#+ ", bare, flags=re.MULTILINE)[1:]
        if len(section.split("\n", 1)[1].strip()) == 0
    ]
    assert empty == []
    assert announced == []
    assert "The column" not in bare, "of a table that is not there"


def test_goals_without_a_result_stand_apart(full, tmp_path):
    summary = results.parts()["summary table"]
    measured, _, missing = summary(full).partition("Not measured")
    assert measured.count("](airtime.md)") > 1 and not missing
    empty = summary(Measured(tmp_path))
    assert "\n* `./cloudmac lab run airtime`: T1: " in empty
    assert not NUMBER.search(NAMES.sub("", empty.partition("Not measured")[0]))
    for part in ("summary pages", "summary sources"):
        assert results.parts()[part](Measured(tmp_path)).count("\n") == 2, "only the head"


def test_an_old_file_has_dashes_and_says_so_once(full, tmp_path):
    folder = tmp_path / "docs/measured"
    folder.mkdir(parents=True)
    for committed, shown in (("", "-"), ("abc123", "`abc123` or earlier")):
        old = full.get("fig6") | {"commit": None, "machine": None, "committed": committed}
        (folder / "fig6.json").write_text(json.dumps(old), encoding="utf-8")
        text = results.part(tmp_path, "fig6 origin")
        assert f"| commit | {shown} |" in text and "| machine | - |" in text
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
    assert cells[1:4] == ["100.0 (2 of 2)", "0.0 (0 of 2)", "100.0 (2 of 2)"]
    assert cells[-2:] == ["55", "0.00"]


@pytest.mark.parametrize("n, tried", [(100, (34, 33, 33)), (500, (167, 167, 166))])
def test_classes_of_patience_take_turns(n, tried):
    """Also across repetitions."""
    kinds = ("10 ms", "50 to 150 ms", "1000 ms")
    for kind, number in zip(kinds, tried):
        line = {"n": n, "by_patience": {kind: round(100 * 19 / number, 4)}}
        assert lines.succeeded(line, kind) == (19, number)


def test_lines_far_from_the_paper_are_found_anew(tree):
    """An old file's list is by an older rule."""
    path = tree / "docs/measured/fig6.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["off_by_more_than_a_quarter"] = {"sfq": 9}
    data["lines"]["idle"] |= {"ours": 1.0, "paper": 1.77}
    data["lines"]["htb"] |= {"ours": 1.3, "paper": 1.87}
    data["lines"]["sfq"] |= {"ours": 2.03, "paper": 2.8}
    data["lines"]["fq_codel"] |= {"ours": 1.3, "paper": 2.07}
    path.write_text(json.dumps(data), encoding="utf-8")
    text = results.part(tree, "fig6 findings")
    assert "HTB +200%" in text and "SFQ" not in text and "FQ-CoDel" not in text
    assert "compared above idle" in text


@pytest.mark.parametrize("chance, text", [(0.0001, "p = 0.0001"), (0.374, "p = 0.37"), (0, "p < ")])
def test_chance_is_a_p_value(chance, text):
    found = {"value": 1.0, "rivals": {"htb": 1.1}, "nearest": "htb", "behind": 0, "error": 0.01}
    data = {"own_policy_best": found | {"holds": True, "by_chance": chance}}
    assert text in verdicts.best(data)


def test_another_window_than_todays_is_named(full, tree):
    today = results.parts()["fig8 origin"](full)
    assert "Today's command" not in today
    path = tree / "docs/measured/fig8.json"
    short = {"times": {"warm_s": 1, "seconds": 2}}
    path.write_text(json.dumps(full.get("fig8") | short), encoding="utf-8")
    text = results.part(tree, "fig8 origin")
    assert re.search(r"The committed run used .*2 s each before.* uses .*60 s each before", text)


def test_runs_at_single_delays_show_their_commands(tree):
    text = results.part(tree, "fig8 chosen-delays")
    runs = Measured(tree).get("fig8-delays")["runs"]
    assert (
        "* 530 µs: as `./cloudmac reproduce fig8 --lines cake,cloudmac --repetitions 2`, " in text
    )
    assert text.count("\n* ") == len(runs)


def test_the_counters_of_attacks_are_those_of_their_run(tree):
    """Not those of today's code."""
    data = result_files()["hostile"]
    path = tree / "docs/measured/hostile.json"
    data["attacks"]["oversize"]["counted_by"] = "the gatekeeper, `too_long`"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert "| the gatekeeper, `too_long` |" in results.part(tree, "hostile arrivals")


def test_one_seed_says_nothing_about_the_spread(full, tree):
    words = "nothing is known about the spread"
    data = full.get("airtime")
    path = tree / "docs/measured/airtime.json"
    for count in (1, 2):
        changed = data | {"seeds": {name: count for name in data["seeds"]}}
        path.write_text(json.dumps(changed), encoding="utf-8")
        assert (words in results.part(tree, "airtime findings")) == (count == 1)


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


def test_a_wire_has_no_standing_queue():
    def line(beside):
        return {"ping_ms": {"median": beside}, "idle_ms": {"median": 1.0}}

    found = {"wired": {"airtime": line(21.0), "fifo": line(301.0)}}
    assert airtime.airtime_wired(found, 20) == ("20.0; FIFO: 300.0", True)
    assert airtime.airtime_wired(found, 19)[1] is False
    assert airtime.airtime_wired({"wired": {"airtime": line(1.0)}}, 20) == (None, None)


def test_handovers_must_lose_nothing(full):
    good = {"lost": [0, 0], "sent": 9, "twice": 0, "late": 0, "drops": {}}
    found = {"T9": {"airtime": {"a": good, "b": good}}}
    assert airtime.airtime_moves(found) == (
        "a: 0 of 9, 0 dropped by queues; b: 0 of 9, 0 dropped by queues",
        True,
    )
    for bad in ({"lost": [0, 2]}, {"twice": 1}, {"late": 1}):
        found["T9"]["airtime"]["b"] = good | bad
        assert airtime.airtime_moves(found)[1] is False
    assert airtime.airtime_moves({}) == (None, None)


def test_readme_compares_with_an_ordinary_access_point(tree):
    for name in ("fig4", "fig6", "fig8"):
        path = tree / f"docs/measured/{name}.json"
        path.write_text(json.dumps(ABOUT | figure_file(name)), encoding="utf-8")
    found = _why(tree)
    *values, figures = found["TCP"]
    assert values == ["20.0 Mb/s (2 runs)"] * 4
    assert figures == "[figure 8](docs/results/fig8.md)"
    assert found["mean"][0] == "1.00 ms (2 runs)"
    assert found["stations"][0] == "0 % (0 of 2), without TCP"

    _without(tree, "fig8", "fq_codel")
    *values, figures = _why(tree)["TCP"]
    assert values[2] not in ("20.0 Mb/s (2 runs)", "-")
    assert figures == "[figure 8](docs/results/fig8.md), [figure 9](docs/results/fig9.md)"

    _without(tree, "fig8", "ref2")
    assert _why(tree)["TCP"][0] == "-"

    _without(tree, "fig8", "cloudmac")
    (tree / "docs/measured/fig9.json").unlink()
    assert set(_why(tree)) == {"mean", "stations"}


def test_readme_names_the_queues_that_serve_all_and_those_that_do_not(tree):
    text = results.part(tree, "readme why")
    assert "With CoDel 32 of 33 connect." in text
    assert re.search(r"With SFQ, .*HTB.* all connect\.", text)
    assert "With FIFO" not in text, "the table has it"
    assert "loses is not measured." in text
    (tree / "docs/measured/handover.json").write_text('{"a": 1}', encoding="utf-8")
    assert "loses is not measured." not in results.part(tree, "readme why")


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
    data["lines"]["fifo"]["by_patience"]["50 to 150 ms"] = 12.1212
    path.write_text(json.dumps(data), encoding="utf-8")
    found = results.check(tree)
    assert "docs/results/fig4.md: out of date" in found
    assert "docs/figures/fig4.svg: out of date" in found
    changed = results.write(tree)
    pages = {"README.md", "docs/results/fig4.md", "docs/results/index.md"}
    assert {"docs/figures/fig4.svg", *pages} == set(changed)
    assert results.check(tree) == []
    assert "| 12.1 (4 of 33) |" in (tree / "docs/results/fig4.md").read_text(encoding="utf-8")


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


def test_parts_that_a_run_lacks_stay_with_their_origin(tree, tmp_path):
    path = tmp_path / "virtual-wifi.json"
    (tree / "docs" / "measured" / path.name).unlink()
    first = {"clocks": {"W5": "virtual", "W6": "virtual"}, "W5": 5, "W6": 6}
    origin = {"command": "one", "commit": "a1", "seed": 1, "quick": False}
    path.write_text(json.dumps(first | origin))
    results.take(tree, path)
    second = {"clocks": {"W6": "real", "W8": "real"}, "W6": 66} | origin
    path.write_text(json.dumps(second | {"command": "two"}))
    results.take(tree, path)
    taken = json.loads((tree / "docs" / "measured" / path.name).read_text())
    assert (taken["W5"], taken["W6"], taken["command"]) == (5, 66, "two")
    assert taken["clocks"] == {"W5": "virtual", "W6": "real", "W8": "real"}
    assert taken["other_runs"] == {"W5": origin}
    path.write_text(json.dumps({"clocks": {"W8": "real"}, "W8": 8} | origin | {"command": "three"}))
    results.take(tree, path)
    runs = json.loads((tree / "docs" / "measured" / path.name).read_text())["other_runs"]
    assert {part: run["command"] for part, run in runs.items()} == {"W5": "one", "W6": "two"}
