# SPDX-License-Identifier: Apache-2.0
"""Tests what pages say about results that repetitions cannot tell from chance."""
import json

import pytest
from cloudmac_docs import results
from cloudmac_docs.record import rates, summary, verdicts
from cloudmac_docs.record.files import Measured
from made_up import ABOUT, figure_file


def best_of(chance, **more):
    found = {"value": 1.0, "rivals": {"htb": 1.1, "sfq": 2.0}, "nearest": "htb", "behind": 0}
    found |= {"error": 0.01, "holds": True, "by_chance": chance}
    return {"own_policy_best": found | more, "repetitions": 1 if chance is None else 15}


def test_a_best_line_needs_a_chance():
    text, met = summary.own_best(best_of(None))
    assert text.endswith("one repetition is too few to tell that from chance") and met is None
    assert summary.own_best(best_of(0.001)) == ("1.000; the best other one, HTB: 1.100", True)
    assert summary.own_best(best_of(0.001, holds=False))[1] is False
    assert summary.own_best(best_of(0.2))[1] is None
    assert summary.own_best(best_of(0.2, holds=False))[1] is None


def test_equal_lines_are_a_tie():
    data = best_of(None, rivals={"fifo": 2.0, "htb": 1.0, "sfq": 1.0})
    assert summary.own_best(data) == ("1.000; equal: HTB and SFQ", None)
    assert verdicts.best(data) == "CloudMAC's own policy and HTB and SFQ are equal."


@pytest.mark.parametrize(
    "fifo, routed, words",
    [
        ([10.0], [12.0], "differ by 20 %; one repetition is too few to tell"),
        ([10.0] * 3, [12.0, 11.0, 13.0], "(standard error 6 %); 3 repetitions are too few to tell"),
        ([10.0] * 6, [12.0, 11.0, 13.0, 12.0, 11.0, 13.0], "; p = 0.031."),
    ],
)
def test_fifo_and_reference_2_say_what_their_repetitions_allow(fifo, routed, words):
    made = [
        {"ours": sum(values) / len(values), "by_repetition": values} for values in (fifo, routed)
    ]
    assert words in rates._references_apart(*made)


def test_one_repetition_has_no_error(tree):
    path = tree / "docs/measured/fig8.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    for count, shown in ((1, False), (4, True)):
        for line in data["lines"].values():
            line |= {"n": count, "deviation_mbps": 0.2 if count > 1 else 0.0}
        path.write_text(json.dumps(data), encoding="utf-8")
        assert (" ± 0.10 |" in results.part(tree, "fig10 table")) == shown
        assert ("±" in results.part(tree, "fig10 table")) == shown


def test_causes_show_window_repetitions_and_deviation(tmp_path):
    folder = tmp_path / "docs/measured"
    folder.mkdir(parents=True)
    cause = {"line": "fifo", "quantity": "mbps", "suspected": "a cause", "paper": 16.19}
    cause |= {"ours": 16.0, "changed": 13.0, "deviations": [2.0, 2.0]}
    about = ABOUT | {"repetitions": 4, "times": {"seconds": 20}, "figures": {"fig8": [cause]}}
    path = folder / "causes-fig8.json"
    path.write_text(json.dumps(about), encoding="utf-8")
    text = results.part(tmp_path, "fig8 causes")
    assert "| 20 s | 4 | 16.00 | 2 | 13.00 | 2 | 2.1 | 16.19 |" in text
    assert "one repetition" not in text
    cause["deviations"] = [None, None]
    path.write_text(json.dumps(about | {"repetitions": 1}), encoding="utf-8")
    text = results.part(tmp_path, "fig8 causes")
    assert "| 20 s | 1 | 16.00 |  | 13.00 |  |  | 16.19 |" in text
    assert "A row of one repetition does not show how much of the change is chance.\n" in text


def test_lines_of_another_run_are_shown_with_their_origin(tree):
    folder = tree / "docs/measured"
    main, more = figure_file("fig6") | ABOUT, figure_file("fig6") | ABOUT
    del main["lines"]["fifo"]
    more |= {"command": "./cloudmac another", "repetitions": 1}
    more["lines"]["htb"]["ours"] = 77.77
    for name, data in (("fig6", main), ("fig6-more", more)):
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    table = results.part(tree, "fig6 table")
    assert "| FIFO | 2 |" in table and "77.77" not in table
    assert "FIFO: [fig6-more.json]" in results.part(tree, "fig6 origin")
    (row,) = [
        line for line in results.part(tree, "summary table").splitlines() if "with FIFO, ab" in line
    ]
    assert "`./cloudmac another`" in row and "fig6-more.json" in row
    first = Measured(tree).checksum("fig6")
    (folder / "fig6-more.json").write_text(json.dumps(more | {"seed": 9}), encoding="utf-8")
    assert Measured(tree).checksum("fig6") != first


def test_a_run_of_all_lines_replaces_those_of_another_run(tree, tmp_path):
    path = tmp_path / "fig6.json"
    path.write_text(json.dumps(figure_file("fig6") | ABOUT), encoding="utf-8")
    results.take(tree, path)
    assert not (tree / "docs/measured/fig6-more.json").exists()
    assert not (tree / "docs/measured/samples/fig6-more.tar.xz").exists()


def test_pages_of_cross_traffic_name_their_run(tree):
    assert "another run" in results.part(tree, "fig9 run")
    assert "[10](fig10.md)" in results.part(tree, "fig8 run").partition("another")[0]
    text = results.part(tree, "fig10 run")
    assert text == "The measurement and the run are those of [figure 8](fig8.md).\n"


def test_goals_of_delay_are_above_idle():
    lines = {"idle": {"ours": 1.0}, "htb": {"ours": 1.5}}
    text, met = summary.above_idle({"lines": lines}, "fig6", "htb")
    assert text == "0.5 (the paper 0.021)" and met is None
