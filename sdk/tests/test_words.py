# SPDX-License-Identifier: Apache-2.0
"""Why the controller decided as it did, in words."""
import pytest

from cloudmac import words
from cloudmac.models.state import Decision, DecisionInput

APPLIED = {"hysteresis": 6, "dwell": 5000, "load_tie_break": 3}
APPLIED |= {"minimum_samples": 3, "stale_after": 3000}


def by_signal(inputs, why_not=None, outcome="done", **more):
    """Returns a decision by signal from s to a. inputs: WTP -> (signal, samples, age, load)."""
    heard = tuple(
        DecisionInput(wtp=wtp, signal=signal, samples=samples, age=age, load=load)
        for wtp, (signal, samples, age, load) in inputs.items()
    )
    given = {"reason": "signal", "from_": "s", "to": "a", "input": heard, **APPLIED, **more}
    return Decision(why_not=why_not, outcome=outcome, **given)


TWO = {"s": (-70, 9, 0, 1), "a": (-58, 9, 0, 1)}


@pytest.mark.parametrize(
    "decision, headline, sentences",
    [
        (
            by_signal(TWO),
            "moved from s to a",
            "a hears the station with -58 dBm and s with -70 dBm: 12 dB >= hysteresis 6 dB.",
        ),
        (
            by_signal(TWO, "observe-only", "observed"),
            "move to a observed only",
            "a hears the station with -58 dBm and s with -70 dBm: 12 dB >= hysteresis 6 dB. "
            "Not executed: mobility is observe-only.",
        ),
        (
            by_signal(TWO, "dwell", "kept"),
            "move to a not executed",
            "a hears the station with -58 dBm and s with -70 dBm: 12 dB >= hysteresis 6 dB. "
            "Not executed: the station had moved less than 5 s (dwell) before.",
        ),
        (
            by_signal(TWO, "failed", "undone", error="lease at the new WTP: no room"),
            "move to a undone",
            "a hears the station with -58 dBm and s with -70 dBm: 12 dB >= hysteresis 6 dB. "
            "All steps were undone: lease at the new WTP: no room.",
        ),
        (
            by_signal(TWO, "failed", "kept", error="a is draining"),
            "move to a not executed",
            "a hears the station with -58 dBm and s with -70 dBm: 12 dB >= hysteresis 6 dB. "
            "Not executed: a is draining.",
        ),
        (
            by_signal({"s": (-70, 9, 0, 1), "a": (-66, 9, 0, 1)}, "hysteresis", "kept"),
            "stays at s",
            "a hears the station with -66 dBm and s with -70 dBm: 4 dB < hysteresis 6 dB.",
        ),
        (
            by_signal({"s": (-70, 9, 0, 1), "a": (-64, 9, 0, 1)}, "hysteresis", "kept"),
            "stays at s",
            "a hears the station with -64 dBm and s with -70 dBm: 6 dB < hysteresis 6 dB "
            "before rounding.",
        ),
        (
            by_signal({**TWO, "b": (-56, 9, 0, 7)}),
            "moved from s to a",
            "a hears the station with -58 dBm and s with -70 dBm: 12 dB >= hysteresis 6 dB. b is "
            "2 dB stronger, not by load-tie-break 3 dB, and serves 7 stations, a 1.",
        ),
        (
            by_signal({"s": (-70, 9, 3200, 1), "a": (-90, 9, 0, 1)}),
            "moved from s to a",
            "s has not heard the station for 3.2 s, longer than stale-after, 3 s, and a hears it "
            "with -90 dBm, so any counts.",
        ),
        (
            by_signal({"a": (-90, 9, 0, 1)}),
            "moved from s to a",
            "s does not hear the station, and a hears it with -90 dBm, so any counts.",
        ),
        (
            by_signal(
                {"s": (-70, 9, 0, 1), "a": (-50, 2, 0, 1), "b": (-50, 9, 3500, 1)}
                | {"c": (-50, 9, 0, 1)},
                "no-candidate",
                "kept",
                to=None,
            ),
            "stays at s",
            "a has 2 samples < minimum-samples 3. b heard it 3.5 s ago > stale-after 3 s. "
            "c may not serve it: no session, draining, or it does not transmit the VAP.",
        ),
        (
            by_signal({"s": (-70, 9, 0, 1)}, "no-candidate", "kept", to=None),
            "stays at s",
            "No WTP but s hears the station.",
        ),
        (
            by_signal(TWO, "bound-by-operator", "kept", to=None),
            "stays at s",
            "The configuration binds the station to s.",
        ),
        (
            by_signal({}, None, "done"),
            "moved from s to a",
            "Mobility compared the signals; the log does not have them.",
        ),
        (
            Decision(
                reason="first-contact",
                outcome="done",
                to="a",
                input=(DecisionInput(wtp="b", signal=-60), DecisionInput(wtp="a", signal=-30)),
            ),
            "bound to a",
            "The station's first frame. a received it best of the WTPs that may serve it, with "
            "-30 dBm; b -60 dBm.",
        ),
        (
            Decision(reason="operator", outcome="done", from_="s", to="a", user="alice"),
            "moved from s to a",
            "Account alice asked for it.",
        ),
        (
            Decision(reason="operator", outcome="done", from_="s", to="a"),
            "moved from s to a",
            "Somebody asked for it.",
        ),
        (
            Decision(reason="wtp-lost", outcome="done", from_="s"),
            "unbound from s",
            "s gave no sign of life, so the station was unbound.",
        ),
        (
            Decision(reason="drain", outcome="done", from_="s", to="a"),
            "moved from s to a",
            "s is being drained.",
        ),
        (
            Decision(reason="moon", outcome="done", from_="s", to="a"),
            "moved from s to a",
            "Reason moon.",
        ),
        (Decision(), "not executed", "Reason unknown."),
    ],
)
def test_a_decision(decision, headline, sentences):
    assert words.headline(decision) == headline
    assert " ".join(words.sentences(decision)) == sentences


def test_all_reasons_of_the_model_have_words():
    from typing import get_args

    from cloudmac.models.state import DecisionReason, DecisionWhyNot

    assert set(get_args(DecisionReason)) == {"signal", "operator", *words.REASONS}
    stays = {"hysteresis", "no-candidate", "bound-by-operator"}
    assert set(get_args(DecisionWhyNot)) == {*stays, *words.HELD}


def test_names_of_wtps():
    decision = by_signal(TWO)
    names = {"s": "lobby", "a": "hall"}
    assert words.headline(decision, names.get) == "moved from lobby to hall"
    assert words.sentences(decision, names.get)[0].startswith("hall hears the station")
