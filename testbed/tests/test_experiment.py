# SPDX-License-Identifier: Apache-2.0
"""Tests the base class of experiments: what runs, is kept and is written. No lab runs."""
import dataclasses
import json
import threading

import pytest
from cloudmac_testbed import association, experiment, keeping, parts, results, topology
from cloudmac_testbed.__main__ import EXPERIMENTS
from cloudmac_testbed.paper import plan
from cloudmac_testbed.paper.run import Reproduction
from cloudmac_testbed.errors import LabError


@dataclasses.dataclass(frozen=True)
class Number:
    """A measurement whose raw result is its double."""

    name: str
    value: int


NUMBERS = (Number("one", 1), Number("two", 2), Number("three", 3))


class Doubling(experiment.Experiment):
    """Doubles numbers. ``broken``: the name of the one at which it fails."""

    name = "doubling"
    clock = "none"

    def __init__(self, broken=None, **settings):
        super().__init__(**settings)
        self.broken = broken
        self.measured = []

    def measurements(self):
        return NUMBERS

    def key(self, entry):
        return keeping.digest(repr(entry), self.seed, self.content)

    def measure(self, missing):
        for entry in missing:
            if entry.name == self.broken:
                raise LabError("interrupted")
            self.measured.append(entry.name)
            self.keep(entry, 2 * entry.value)

    def summary(self):
        return {"doubles": self.kept_of(self.measurements())}

    def verdict(self, data):
        if data["doubles"]["one"] != 2:
            raise LabError("wrong")


class Forgetful(Doubling):
    """Keeps nothing."""

    keeps_raw = False


@pytest.fixture(autouse=True)
def _nothing_built(monkeypatch, tmp_path):
    monkeypatch.setattr(parts, "gather", lambda: None)
    monkeypatch.setattr(keeping, "content", lambda built: "content")
    monkeypatch.setattr(results, "versions", lambda built: {"kernel": "6.12"})
    monkeypatch.setattr(experiment.virtual, "RUNS", tmp_path / "runs")


def test_the_result_file_has_summary_and_origin(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["cloudmac", "lab", "run", "doubling"])
    data = Doubling(seed=7, folder=tmp_path).run()
    assert data == {
        "doubles": {"one": 2, "two": 4, "three": 6},
        "clock": "none",
        "commit": results.commit(),
        "command": "./cloudmac lab run doubling",
        "seed": 7,
        "all_seeds": [7],
        "machine": results.machine(),
        "versions": {"kernel": "6.12"},
    }
    assert json.loads((tmp_path / "doubling.json").read_text(encoding="utf-8")) == data


def test_an_experiment_without_a_seed_says_so(tmp_path):
    class Seedless(Doubling):
        has_seed = False

    data = Seedless(folder=tmp_path).run()
    assert (data["seed"], data["all_seeds"]) == (None, [])


def test_each_experiment_writes_all_seeds_of_its_measurements():
    """Seeds that only the number of a repetition or of a boot tells are in the result file."""

    def seeds(name, seed):
        (kind,) = [one for one in EXPERIMENTS if one.name == name]
        return kind(seed=seed).all_seeds()

    assert seeds("airtime", 3) == list(range(3, 13))
    assert seeds("handover", 3) == [3, 4, 5, 6, 7]
    assert min(seeds("virtual-wifi", 3)) == 3 and len(seeds("virtual-wifi", 3)) > 1
    made = Reproduction(plan.by_name(["fig3", "fig6"]), repetitions=2, seed=3)
    assert made.all_seeds() == [3, 3000, 3001]


def test_an_interrupted_run_goes_on_where_it_was(tmp_path):
    with pytest.raises(LabError, match="interrupted"):
        Doubling("two", folder=tmp_path).run()
    assert not (tmp_path / "doubling.json").exists()
    again = Doubling(folder=tmp_path)
    again.run()
    assert again.measured == ["two", "three"]
    third = Doubling("one", folder=tmp_path)
    third.run()
    assert third.measured == []


@pytest.mark.parametrize("settings", [{"seed": 2}, {"quick": True}])
def test_other_runs_have_raw_results_of_their_own(tmp_path, settings):
    Doubling(folder=tmp_path).run()
    other = Doubling(folder=tmp_path, **settings)
    other.run()
    assert other.measured == ["one", "two", "three"]
    first = Doubling("one", folder=tmp_path)
    first.run()
    assert first.measured == []


def test_one_that_keeps_nothing_measures_all_again(tmp_path):
    with pytest.raises(LabError, match="interrupted"):
        Forgetful("two", folder=tmp_path).run()
    again = Forgetful(folder=tmp_path)
    again.run()
    assert again.measured == ["one", "two", "three"]
    assert not (tmp_path / "doubling").exists()


def test_results_are_written_before_the_verdict(tmp_path, monkeypatch):
    monkeypatch.setattr(Doubling, "summary", lambda self: {"doubles": {"one": 3}})
    with pytest.raises(LabError, match="wrong"):
        Doubling(folder=tmp_path).run()
    assert (tmp_path / "doubling.json").exists()


def test_side_by_side_keeps_each_result(tmp_path):
    made = Doubling(folder=tmp_path)
    made.content = "content"
    kept = threading.Semaphore(0)

    def measure(entry, tick):
        if entry.name == "three":
            assert kept.acquire(timeout=60) and kept.acquire(timeout=60)
            raise LabError("interrupted")
        tick(1)
        return entry.value

    def words(_entry, _raw):
        """Is called for a result that is kept."""
        kept.release()
        return "measured"

    with pytest.raises(LabError, match="interrupted"):
        made.side_by_side(NUMBERS, measure, lambda entry: 1, words)
    assert made.kept_of(NUMBERS) == {"one": 1, "two": 2}


def test_each_experiment_has_a_name_and_a_purpose():
    every = [*EXPERIMENTS, Reproduction]
    assert len({one.name for one in every}) == len(every)
    for one in every:
        assert issubclass(one, experiment.Experiment)
        assert one.name and one.help and one.__doc__
        assert one.default_topology is None or one.default_topology in topology.known()


def test_failed_associations_are_in_the_file_and_fail_the_run(tmp_path):
    """The format of association.json."""
    made = association.AssociationExperiment(
        quick=True, folder=tmp_path, network=topology.load("default")
    )
    raw = {"key_mgmt": "SAE", "sae_handshakes": 20, "errors": [], "seconds": [0.5] * 20}
    made.keep(association.SECURITIES[0], raw | {"seconds": [1.0] * 19, "errors": ["timeout"]})
    made.keep(association.SECURITIES[1], raw)
    with pytest.raises(LabError, match="some attempts to associate failed"):
        made.report()
    data = json.loads((tmp_path / "association.json").read_text(encoding="utf-8"))
    assert set(data) == {
        *("wpa2", "wpa3"),
        *("clock", "commit", "command", "seed", "all_seeds", "machine", "versions"),
    }
    assert data["wpa3"] == {
        "attempts": 20,
        "successes": 20,
        "key_mgmt": "SAE",
        "sae_handshakes": 20,
        "median_s": 0.5,
        "seconds": [0.5] * 20,
        "errors": [],
        "clock": made.clock,
        "seed": 1,
    }


def test_each_security_has_its_own_network():
    made = association.AssociationExperiment(network=topology.load("default"))
    networks = [made.secured(entry) for entry in made.measurements()]
    found = [network.hosts["vap"].options["security"] for network in networks]
    assert found == ["wpa2", "wpa3"]
