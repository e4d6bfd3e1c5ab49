# SPDX-License-Identifier: Apache-2.0
"""Tests sections and pages that are there only if they are measured, and what the pages of the
lab's experiments say."""
import json
import shutil

import pytest
from cloudmac_docs import results
from cloudmac_docs.record import hybrid, sections, summary
from cloudmac_docs.record.files import TOP, Measured
from made_up import result_files


@pytest.mark.parametrize("name", sorted(sections.SECTIONS))
def test_a_section_is_there_only_if_it_is_measured(full, tmp_path, name):
    made = results.parts()[name]
    assert made(Measured(tmp_path)) == ""
    text = made(full)
    assert text.startswith("## ") and "{{" not in text
    assert "| --- |" in text


@pytest.mark.parametrize("name", sections.PAGES)
def test_a_page_comes_with_its_result_file(tree, name):
    shutil.copy(TOP / "mkdocs.yml", tree)
    page, listed = tree / f"docs/results/{name}.md", "          - "
    assert not page.exists() and f"results/{name}.md" in (tree / "mkdocs.yml").read_text()
    assert results.check(tree) == []
    path = tree / f"docs/measured/{name}.json"
    path.write_text(json.dumps(result_files()[name]), encoding="utf-8")
    assert f"docs/results/{name}.md: out of date" in results.check(tree)
    assert f"docs/results/{name}.md" in results.write(tree)
    assert "| command | `./cloudmac made up` |" in page.read_text(encoding="utf-8")
    (line,) = [
        one for one in (tree / "mkdocs.yml").read_text().splitlines() if f"results/{name}.md" in one
    ]
    assert line.startswith(listed)
    assert f"]({name}.md)" in (tree / "docs/results/index.md").read_text(encoding="utf-8")
    assert results.check(tree) == []


def test_a_run_of_handovers_that_ended_early_says_so(full, tree):
    words = "The run was ended early, after 11 requests. So 7 of the 9 handovers were done."
    assert words in results.parts()["chaos table"](full)
    path = tree / "docs/measured/chaos.json"
    path.write_text(json.dumps(full.get("chaos") | {"wanted": 7}), encoding="utf-8")
    assert "ended early" not in results.part(tree, "chaos table")


def test_refusals_are_counted_by_step_and_reason(full):
    text = results.parts()["chaos refusals"](full)
    assert "| uplink by the new WTP | flow rules were missing at a switch | 5 |" in text
    assert "| before the first step | the new WTP was not admitted | 1 |" in text


def test_first_contacts_are_shown_in_their_order(full, tree):
    samples = [30, 40, 50] * 2 + [10] * 12
    path = tree / "docs/measured/first-contact.json"
    path.write_text(json.dumps(full.get("first-contact") | {"samples_ms": samples}))
    text = results.part(tree, "first-contact course")
    rows = [line for line in text.splitlines() if " to " in line]
    assert len(rows) == 6 and rows[0] == "| 1 to 3 | 40.0 | 50 |", text
    assert rows[-1] == "| 16 to 18 | 10.0 | 10 |", text


def test_candidates_that_are_as_near_are_named():
    shortfalls = {"a": {"x": 7.731}, "b": {"x": 7.735, "y": 1}, "c": {"x": 9.0}}
    choice = {"policy": "a", "met": False, "shortfalls": shortfalls}
    assert hybrid.nearest(choice) == ["a", "b"]
    assert summary.hybrid_rule({"choice": choice}) == (
        "none of 3; `a` and 1 other are nearest",
        False,
    )
    del shortfalls["b"]
    assert summary.hybrid_rule({"choice": choice})[0] == "none of 2; `a` is nearest"


def test_pings_beside_the_traffic_are_shown_for_both_sides(full, tree):
    data = full.get("air")
    side = data["security"]["wpa3"]["tcp_up"]["cloudmac"]
    side |= {"lost_pings": 122, "delay_ms": 132.0}
    (tree / "docs/measured/air.json").write_text(json.dumps(data), encoding="utf-8")
    (row,) = [
        line
        for line in results.part(tree, "air security").splitlines()
        if line.startswith("| WPA3 | TCP up")
    ]
    assert "| 132.0 | 1.0 | 122 of 200 | 0 of 200 |" in row
    findings = results.part(tree, "air findings")
    assert "With WPA3 and TCP up, 122 of 200 pings of CloudMAC's station are lost" in findings


def test_the_link_of_demo_and_hybrid_says_why_it_has_its_delay(full):
    for name in ("demo", "hybrid"):
        text = results.parts()[f"{name} origin"](full)
        assert (
            "| its delay, today | 500 µs one way, chosen for the paper's idle round trip |" in text
        )
