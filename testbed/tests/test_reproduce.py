# SPDX-License-Identifier: Apache-2.0
"""Runs ``reproduce --quick``: the command boots live labs for the policies, and measures in
virtual time. Topologies: topologies/paper.yaml, management.yaml, capacity.yaml.

The normal run makes four lines of one figure. ``full`` makes all, and one of them again.
"""
import gzip
import json

import pytest
from conftest import command, finished
from cloudmac_testbed.paper import plan

pytestmark = pytest.mark.controller
SECONDS = 2400
"""All figures took 600 s on two processors that other tests used as well."""


def reproduce(folder, *arguments):
    """Runs the command. Returns the result files by figure."""
    process = command("reproduce", "--quick", *arguments, env={"CLOUDMAC_RESULTS": str(folder)})
    status, output = finished(process, SECONDS)
    assert status == 0, output[-3000:]
    return {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")
    }


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory):
    return tmp_path_factory.mktemp("results")


@pytest.fixture(name="done", scope="module")
def _done(all_parts, folder):
    """Returns the results of all figures."""
    return reproduce(folder, "all")


def ours(done, figure):
    """Returns line -> measured value of a figure."""
    return {name: line["ours"] for name, line in done[figure]["lines"].items() if "ours" in line}


def check_files(done, folder):
    """Fails unless each figure has its ratios, plots, table and report, and flent its data."""
    for name, data in done.items():
        beside = [line for line in data["lines"].values() if line.get("paper")]
        assert all(
            line["ratio"] == pytest.approx(line["ours"] / line["paper"], abs=1e-3)
            for line in beside
        )
        # The paper has no values of figure 7, and none of management above data.
        assert bool(beside) == (name != "fig7" and name.startswith("fig"))
        for suffix in ("png", "svg", "csv"):
            assert (folder / "reproduce-quick" / f"{name}.{suffix}").stat().st_size > 100
        if name.startswith("fig"):
            title = f"### Fig. {name.removeprefix('fig')}"
            assert title in (folder / "reproduce-quick" / "report.md").read_text(encoding="utf-8")
    flent = json.loads(
        gzip.decompress(
            (folder / "reproduce-quick" / "flent" / "timeline-htb-0.flent.gz").read_bytes()
        )
    )
    assert flent["results"]["Ping (ms) ICMP"]


def check_delays(found):
    """Fails unless queueing delays are far above idle with FIFO only."""
    assert found["fifo"] > 20 * found["idle"]
    queued = [found[line] for line in ("ref2-htb", "fq_codel", "htb", "cloudmac") if line in found]
    assert queued and max(queued) < found["idle"] + 1.5


def test_one_figure(all_parts, tmp_path, nothing_left):
    """Makes four lines of figure 6: round trips idle, and under cross traffic with FIFO, with HTB,
    and of the plain access point with a class of its own."""
    done = reproduce(tmp_path, "fig6", "--lines", "idle,fifo,ref2-htb,htb")
    assert set(done) == {"fig6"}
    found = ours(done, "fig6")
    assert set(found) == {"idle", "fifo", "ref2-htb", "htb"}
    check_files(done, tmp_path)
    check_delays(found)


@pytest.mark.full
def test_every_figure_has_its_files(done, folder, nothing_left):
    assert set(done) == set(plan.FIGURES)
    check_files(done, folder)


@pytest.mark.full
def test_figures_have_the_papers_shape(done):
    """Checks the effect of each strategy. The measurements are too short for more."""
    check_delays(ours(done, "fig6"))
    check_delays(ours(done, "fig5"))
    seen = done["fig7"]["lines"]["fifo"]
    assert seen["before_ms"] < 2 and seen["after_ms"] < 2
    tcp = ours(done, "fig8")
    assert tcp["fifo"] < 0.9 * tcp["idle"] and tcp["htb"] > 0.95 * tcp["idle"]
    connects = ours(done, "fig4")
    assert connects["idle"] == connects["cloudmac"] == 100 > connects["fifo"]
    cross = ours(done, "fig10")
    assert cross["htb with_during"] < 0.9 * cross["htb with_before"]


@pytest.mark.full
def test_management_is_above_data(done):
    probes = ours(done, "management-probe")
    assert probes["mgmt_above"] < 5 < 20 < probes["mgmt_equal"]
    assert ours(done, "management-connect")["mgmt_above"] == 100


@pytest.mark.full
def test_figure_is_identical_in_a_second_run(done, tmp_path, nothing_left):
    """A new controller discovers everything anew, and all digits are the same."""
    again = reproduce(tmp_path, "fig10")
    assert set(again) == {"fig10"}
    assert again["fig10"]["lines"] == done["fig10"]["lines"]


def test_unknown_figure_is_refused(tmp_path):
    process = command("reproduce", "fig11", env={"CLOUDMAC_RESULTS": str(tmp_path)})
    status, output = finished(process)
    assert status == 1 and "no figure fig11; there are: fig3" in output
    assert not list(tmp_path.iterdir())
