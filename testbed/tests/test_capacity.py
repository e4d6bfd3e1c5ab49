# SPDX-License-Identifier: Apache-2.0
"""Tests the rounds of figure 3: what is compared, and that each is kept. No lab runs."""
import pytest
from cloudmac_testbed import experiment
from cloudmac_testbed.guest import switch_capacity
from cloudmac_testbed.paper import capacity, plan, run
from cloudmac_testbed.errors import LabError


def test_capacity_is_compared_within_a_round():
    measured = [{"none": 100, "htb": 50}, {"none": 10, "htb": 10}]
    assert capacity.summary("htb", measured)["ratio"] == 0.75
    orders = capacity.rounds(3, seed=1)
    assert orders == capacity.rounds(3, seed=1) and all(
        sorted(entry.order) == sorted(capacity.LINES) for entry in orders
    )


class FakeRounds:
    """A fake lab with fixed TCP results, whose third round fails once."""

    def __init__(self):
        self.calls, self.fails = [], True

    def __call__(self, *_, **__):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def check(self):
        if self.fails and len(self.calls) == 3 * len(capacity.LINES):
            self.fails = False
            raise LabError("interrupted")

    def call(self, function, line, seconds):
        assert function is switch_capacity.tcp and seconds == capacity.SECONDS
        self.calls.append(line)
        return {"none": 500}.get(line, 250)


def test_capacity_resumes_after_an_interrupt(tmp_path, monkeypatch):
    """Keeps each finished round, by seed."""
    lab = FakeRounds()
    monkeypatch.setattr(capacity.client, "Lab", lab)
    monkeypatch.setattr(capacity.client, "call", lab.call)
    monkeypatch.setattr(experiment.parts, "gather", lambda: None)
    monkeypatch.setattr(experiment.keeping, "content", lambda built: "content")
    figure = plan.FIGURES["fig3"]

    def made(content="content", seed=1):
        found = run.Reproduction([figure], seed=seed, repetitions=4, folder=tmp_path)
        found.content = content
        monkeypatch.setattr(found, "report", lambda: None)
        return found

    def missing(reproduction):
        return [entry.number for entry in reproduction.rounds() if not reproduction.kept(entry)]

    with pytest.raises(LabError, match="interrupted"):
        made().run()
    assert missing(made()) == [3, 4]
    assert missing(made("other")) == missing(made(seed=2)) == [1, 2, 3, 4]
    lab.calls.clear()
    made().run()
    assert lab.calls == [line for entry in capacity.rounds(4, 1)[2:] for line in entry.order]
    made().run()
    assert len(lab.calls) == 2 * len(capacity.LINES)
    measured = [made().kept(entry) for entry in made().rounds()]
    lines = capacity.result(measured, figure)
    assert lines["htb"]["ours"] == 0.5 and lines["none"]["ours"] == 1
    assert lines["htb"]["by_repetition"] == [0.5] * 4
