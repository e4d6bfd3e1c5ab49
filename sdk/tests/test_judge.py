# SPDX-License-Identifier: Apache-2.0
"""The controller's rule, and what it would have decided with other thresholds."""
import collections
import dataclasses
import math
import pathlib
import random
import re

import pytest

from cloudmac import whatif
from cloudmac.judge import Candidate, Thresholds, Verdict, judge
from cloudmac.models.state import Decision, DecisionInput

THRESHOLDS = Thresholds(6, 3, 3, 3000)
SERVING, ONE, OTHER = "06:00:00:00:00:02", "06:00:00:00:00:01", "06:00:00:00:00:03"
NAMES = {"a": ONE, "b": OTHER, "": None}
JUDGE_TEST = (
    pathlib.Path(__file__).resolve().parents[2]
    / "cloudmac-impl/src/test/java/io/cloudmac/impl/mobility/JudgeTest.java"
)


def candidate(wtp, text, load):
    """Returns a candidate of "dBm/samples/age"; None of ""."""
    if not text:
        return None
    signal, samples, age = text.split("/")
    return Candidate(wtp, float(signal), int(samples), int(age), load)


def table():
    """Returns the rows of the table in the test of the controller's Judge."""
    text = JUDGE_TEST.read_text(encoding="utf-8").partition("void table(")[0]
    rows = re.findall(r'^\s+"(.*)",$', text.rpartition("@CsvSource({")[2], re.MULTILINE)
    return [[cell.strip() for cell in row.split(",")] for row in rows]


def test_the_table_of_the_controllers_test():
    rows = table()
    assert len(rows) >= 14
    for serving, one, other, best, why_not in rows:
        heard = [
            candidate(SERVING, serving, 5),
            candidate(ONE, one, 5),
            candidate(OTHER, other, 2),
        ]
        verdict = judge(SERVING, [each for each in heard if each], THRESHOLDS)
        wanted = Verdict(NAMES[best], why_not.lower().replace("_", "-") or None)
        assert verdict == wanted, (serving, one, other)


@pytest.mark.parametrize(
    "held, best, why_not",
    [
        ({}, ONE, None),
        ({"observed": True}, ONE, "observe-only"),
        ({"observed": True, "dwelling": True}, ONE, "dwell"),
        ({"observed": True, "dwelling": True, "busy": True}, ONE, "busy"),
        ({"bound": True, "busy": True}, None, "bound-by-operator"),
    ],
)
def test_a_handover_is_held_off(held, best, why_not):
    heard = [candidate(SERVING, "-80/9/0", 5), candidate(ONE, "-50/9/0", 5)]
    assert judge(SERVING, heard, THRESHOLDS, **held) == Verdict(best, why_not)


def test_an_equal_signal_is_not_better():
    heard = [candidate(SERVING, "-60/9/0", 5), candidate(ONE, "-60/9/0", 2)]
    eager = Thresholds(0, 0, 1, 3000)
    assert judge(SERVING, heard, eager) == Verdict(ONE, "hysteresis")


def logged(serving, heard, thresholds, verdict):
    """Returns what the log has of a verdict: rounded as Java does."""
    return Decision(
        reason="signal",
        from_=serving,
        to=verdict.best,
        why_not=verdict.why_not,
        **dataclasses.asdict(thresholds),
        input=tuple(
            DecisionInput(
                wtp=each.wtp,
                signal=math.floor(each.signal + 0.5),
                samples=each.samples,
                age=int(each.age),
                load=each.load,
            )
            for each in heard
        ),
    )


def situation(chance):
    """Returns candidates, many of which are close to a threshold."""
    offsets = (
        lambda: chance.randint(0, 9),
        lambda: chance.uniform(0, 9),
        lambda: chance.randint(0, 9) + 0.5,
    )
    return [
        Candidate(
            wtp,
            -70 + chance.choice(offsets)(),
            chance.randint(1, 4),
            chance.choice([0, 100, 100.5, 150, 200, 200.2, 300]),
            chance.randint(0, 4),
            may_serve=chance.random() < 0.8,
        )
        for wtp in ["s", "a", "b", "c"][: chance.randint(1, 4)]
    ]


def other_thresholds(chance):
    """Returns thresholds, and changes of one or more of them."""
    before = Thresholds(
        chance.randint(0, 6), chance.randint(0, 4), chance.randint(1, 3), chance.choice([100, 200])
    )
    changed = {"hysteresis": chance.randint(0, 8)}
    if chance.random() < 0.3:
        changed = {"load_tie_break": chance.randint(0, 4)}
    if chance.random() < 0.2:
        changed["minimum_samples"] = chance.randint(1, 3)
    if chance.random() < 0.2:
        changed["stale_after"] = chance.choice([100, 200])
    return before, changed


def test_what_is_certain_is_what_the_rule_says():
    """The answer from the rounded log equals the verdict on the exact inputs, or is "unknown"."""
    seen = collections.Counter()
    for seed in range(20_000):
        chance = random.Random(seed)
        before, changed = other_thresholds(chance)
        heard = situation(chance)
        is_bound = chance.random() < 0.05
        verdict = judge("s", heard, before, bound=is_bound, observed=True)
        decision = logged("s", heard, before, verdict)
        assert whatif.is_judged(decision)
        answer = whatif.again(decision, **changed)
        exact = judge(
            "s", heard, dataclasses.replace(before, **changed), bound=is_bound, observed=True
        )
        seen[answer.logged, answer.now] += 1
        assert (answer.logged == "move") == (verdict.why_not == "observe-only")
        if answer.now != "unknown":
            assert (answer.now == "move") == (exact.why_not == "observe-only"), seed
            assert answer.to in (None, exact.best), seed
    assert min(seen[was, now] for was in ("stay", "move") for now in ("stay", "move")) > 50
    assert seen["stay", "unknown"] + seen["move", "unknown"] < 6_000


@pytest.mark.parametrize(
    "signals, why_not, hysteresis, now",
    [
        ((-70, -58), None, 9, "move"),
        ((-70, -62), None, 9, "stay"),
        ((-70, -61), None, 9, "unknown"),
        ((-70, -66), "hysteresis", 3, "move"),
        ((-70, -66), "hysteresis", 5, "stay"),
        ((-70, -66), "hysteresis", 4, "unknown"),
        ((-70, -58), "dwell", 9, "move"),
        ((-70, -62), "dwell", 9, "stay"),
        ((-70, -62), "failed", 9, "stay"),
    ],
)
def test_another_hysteresis(signals, why_not, hysteresis, now):
    heard = [Candidate("s", signals[0], 9, 0, 1), Candidate("a", signals[1], 9, 0, 1)]
    decision = logged("s", heard, THRESHOLDS, Verdict("a", why_not))
    answer = whatif.again(decision, hysteresis=hysteresis)
    assert (answer.logged, answer.now) == ("stay" if why_not == "hysteresis" else "move", now)
    assert answer.differs == (now != "unknown" and now != answer.logged)


@pytest.mark.parametrize(
    "more",
    [
        {"reason": "operator"},
        {"hysteresis": None},
        {"from_": None},
        {"input": (DecisionInput(wtp="a", samples=1, age=1, load=1),)},
    ],
)
def test_decisions_that_are_not_judged(more):
    decision = logged(
        "s", [Candidate("s", -70, 9, 0, 1)], THRESHOLDS, Verdict(None, "no-candidate")
    )
    assert whatif.is_judged(decision)
    assert not whatif.is_judged(dataclasses.replace(decision, **more))
