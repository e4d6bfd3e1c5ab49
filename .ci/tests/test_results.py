# SPDX-License-Identifier: Apache-2.0
"""The results' pages and README's numbers, from made-up result files."""
import json
import re
import subprocess

import pytest
from cloudmac_docs import measured, printed, results, rows
from cloudmac_testbed import catalogue
from cloudmac_testbed.handover import plan as handover_plan
from cloudmac_testbed.paper import plan

PAGES = sorted((measured.TOP / "docs" / "results").glob("*.md"))
CALL = re.compile(r"\{\{ (\w+)\((?:\"([\w-]+)\")?\) \}\}")


@pytest.fixture(name="tree")
def _tree(tmp_path):
    """A tree with a history of one commit. Returns a function that adds a result file."""
    folder = tmp_path / measured.FOLDER
    folder.mkdir(parents=True)

    def add(name, **content):
        path = folder / f"{name}.json"
        path.write_text(json.dumps(content), encoding="utf-8")

    add.top = tmp_path
    return add


def git(top, *words):
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, "-C", str(top), *words], check=True, capture_output=True)


def committed(top, name):
    """Commits a file of the tree. Returns the commit."""
    path = top / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(path.read_text() + "x" if path.exists() else "x")
    git(top, "add", "-A")
    git(top, "commit", "-qm", name)
    done = subprocess.run(
        ["git", "-C", str(top), "rev-parse", "--short=12", "HEAD"],
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_a_result_is_older_than_the_code_if_what_took_part_has_changed(tree):
    git(tree.top, "init", "-q")
    first = committed(tree.top, "wtp-agent/agent.c")
    tree("air", commit=first)
    assert measured.Measured(tree.top).is_older("air") is False
    committed(tree.top, "docs/page.md")
    committed(tree.top, "testbed/cloudmac_testbed/chaos/run.py")
    assert measured.Measured(tree.top).is_older("air") is False
    committed(tree.top, "wtp-agent/agent.c")
    assert measured.Measured(tree.top).is_older("air") is True


def test_a_result_is_older_than_a_change_of_its_own_experiment(tree):
    git(tree.top, "init", "-q")
    tree("air", commit=committed(tree.top, "wtp-agent/agent.c"))
    committed(tree.top, "testbed/cloudmac_testbed/air_goodput/run.py")
    assert measured.Measured(tree.top).is_older("air") is True


@pytest.mark.parametrize("commit", [None, "", "0123456789ab"])
def test_the_age_of_an_unknown_commit_is_unknown(tree, commit):
    git(tree.top, "init", "-q")
    committed(tree.top, "wtp-agent/agent.c")
    tree("air", commit=commit)
    assert measured.Measured(tree.top).is_older("air") is None


def test_without_a_history_the_age_is_unknown(tree):
    tree("air", commit="0123456789ab")
    assert measured.Measured(tree.top).is_older("air") is None


def test_a_file_of_several_runs_is_as_old_as_its_oldest(tree):
    git(tree.top, "init", "-q")
    first = committed(tree.top, "wtp-agent/agent.c")
    second = committed(tree.top, "wtp-agent/agent.c")
    tree("airtime", commit=second, other_runs={"T7": {"commit": second}})
    assert measured.Measured(tree.top).is_older("airtime") is False
    tree("airtime", commit=f"{second}; T5: {first}")
    assert measured.Measured(tree.top).is_older("airtime") is True
    tree("airtime", commit=second, other_runs={"T7": {"commit": first}})
    assert measured.Measured(tree.top).is_older("airtime") is True


def test_a_figure_has_the_lines_of_its_further_file(tree):
    more = {"ref2": {"ours": 9}, "cloudmac": {"ours": 8}}
    tree("fig6", lines={"cloudmac": {"ours": 1}}, repetitions=5)
    tree("fig6-more", lines=more, repetitions=1)
    found = measured.Measured(tree.top)
    assert {name: one["ours"] for name, one in found.get("fig6")["lines"].items()} == {
        "ref2": 9,
        "cloudmac": 1,
    }
    assert "5 runs; ref2 are of `fig6-more.json`, commit unknown, one run" in found.origin("fig6")


def walk(lost, sent=1000):
    return {"walks": 5, "crossings": 40, "lost": lost, "sent": sent}


def test_rows_show_what_a_user_would_pick_instead(tree):
    systems = {"cloudmac": walk(0), "plain": walk(70), "802.11r": walk(9)}
    tree("handover", loads={"idle": systems, "congested": systems | {"cloudmac": walk(2)}})
    lines = {
        name: {"ours": value, "by_repetition": [value] * 5}
        for name, value in (("cloudmac", 1.157), ("ref2", 81.8), ("ref2-htb", 2.5))
    }
    tree("fig6", lines=lines)
    idle, congested, delay, *_ = rows.three(measured.Measured(tree.top))
    assert (idle.ours, congested.ours) == ("0 of 1,000", "2 of 1,000")
    assert idle.beside == "plain access points 70 of 1,000; 802.11r 9 of 1,000"
    assert idle.what.endswith("(5 runs, 40 handovers)")
    assert delay.ours == "1.16 ms (5 runs)"
    assert "81.8 ms (5 runs)" in delay.beside and "2.5 ms (5 runs)" in delay.beside


def test_rows_without_result_files_say_so(tree):
    found = rows.ten(measured.Measured(tree.top))
    assert len(found) == 10
    assert all(row.ours == rows.MISSING and measured.command(row.file) for row in found)


def test_walks_are_printed_by_load():
    spread = {"p50": 1.0, "p99": 2.0, "max": 3.0}
    system = walk(0) | {"duplicated": 0, "gap_ms": spread, "still_ms": spread, "tcp_dip": None}
    systems = dict.fromkeys(handover_plan.SYSTEMS, system)
    data = systems | {"series": {"one walk": system}, "loads": {"idle": systems}}
    text = printed.printed("handover", data)
    assert "802.11r, idle" in text and "one walk" not in text


def test_readme_is_filled_in(tree):
    readme = tree.top / "README.md"
    readme.write_text("a\n<!-- numbers -->\nold\n<!-- end -->\nb\n")
    assert results.write(tree.top) and not results.write(tree.top)
    text = readme.read_text()
    assert "old" not in text and text.startswith("a\n") and text.endswith("b\n")
    assert "`./cloudmac lab run handover`" in text and results.is_current(tree.top)


def test_readme_without_marks_is_refused(tree):
    (tree.top / "README.md").write_text("a\n")
    with pytest.raises(ValueError, match="numbers"):
        results.write(tree.top)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_macro_of_a_page_makes_something(page):
    found = CALL.findall(page.read_text(encoding="utf-8"))
    assert found
    for name, argument in found:
        made = results.MACROS[name](*([argument] if argument else []))
        assert made.strip(), (name, argument)


def test_each_measurement_can_be_printed():
    known = {*printed.PRINTERS, *plan.FIGURES}
    assert not [name for one in catalogue.CATALOGUE for name in one.results if name not in known]


def test_each_result_file_is_shown():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    shown = {argument for _, argument in CALL.findall(text)}
    assert not [
        name
        for name in measured.Measured().names()
        if name.removesuffix(measured.MORE) not in shown
    ]
