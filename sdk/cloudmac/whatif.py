# SPDX-License-Identifier: Apache-2.0
"""Judges logged decisions again, with other thresholds. Pure.

The log has the inputs of each decision, but signals rounded to 1 dB, ages rounded down to 1 ms, and
not whether a WTP might serve the station. So an answer is certain, or it is MAYBE:

* A gain that equals the hysteresis after rounding can have been above or below it.
* The WTP that a decision names might serve the station. One that the rule would have preferred might
  not. Of others the log does not tell.

Whether a station dwells depends on earlier moves, which other thresholds would have changed. So the
dwell, observe-only and a handover in progress stay as they were: what differs is what the rule
wants."""
import dataclasses

from .judge import BOUND, HYSTERESIS, NO_CANDIDATE, Candidate, Thresholds

NO, MAYBE, YES = 0, 1, 2
STAY, MOVE, UNKNOWN = "stay", "move", "unknown"


@dataclasses.dataclass(frozen=True)
class Answer:
    """What the rule would have wanted. logged, now: STAY, MOVE, or UNKNOWN; to: the WTP of a move
    that would have been made now, None if the log does not tell."""

    decision: object
    logged: str
    now: str
    to: str | None = None

    @property
    def differs(self):
        """Whether it is certain that the rule would have wanted something else."""
        return UNKNOWN not in (self.logged, self.now) and self.logged != self.now


def thresholds_of(decision):
    """Returns the thresholds that applied to a decision; None if none did."""
    values = (
        decision.hysteresis,
        decision.load_tie_break,
        decision.minimum_samples,
        decision.stale_after,
    )
    return None if None in values else Thresholds(*values)


def is_judged(decision):
    """Returns whether a decision is one of mobility, by signals, with all its inputs."""
    return (
        decision.reason == "signal"
        and thresholds_of(decision) is not None
        and decision.from_ is not None
        and all(
            None not in (one.wtp, one.signal, one.samples, one.age, one.load)
            for one in decision.input
        )
    )


def candidates(decision):
    """Returns the inputs of a decision as candidates."""
    return [
        Candidate(one.wtp, one.signal, one.samples, one.age, one.load) for one in decision.input
    ]


def again(decision, **changed):
    """Returns the Answer for a decision of which is_judged() is true. changed: members of
    Thresholds with other values."""
    before = thresholds_of(decision)
    after = dataclasses.replace(before, **changed)
    stays = decision.why_not in (HYSTERESIS, NO_CANDIDATE, BOUND)
    logged = STAY if stays else MOVE
    if decision.why_not == BOUND:
        return Answer(decision, STAY, STAY)
    heard = candidates(decision)
    serving = next((each for each in heard if each.wtp == decision.from_), None)
    others = [each for each in heard if each.wtp != decision.from_]
    possible = [each for each in others if not _was_excluded(each, decision, serving, before)]
    certain = [each for each in possible if each.wtp == decision.to]
    if max((_wins(each, serving, after) for each in certain), default=NO) == YES:
        rivals = _rivals(certain[0], possible, serving, after)
        if logged == STAY:
            return Answer(decision, STAY, MOVE, None if rivals else decision.to)
        if dataclasses.replace(after, hysteresis=before.hysteresis) == before:
            # Another hysteresis only adds or removes WTPs that are weaker than all others: the
            # chosen one has already won against the rest.
            rivals = [each for each in rivals if _gains(each, serving, before) != YES]
        return (
            Answer(decision, MOVE, UNKNOWN) if rivals else Answer(decision, MOVE, MOVE, decision.to)
        )
    if max((_wins(each, serving, after) for each in possible), default=NO) == NO:
        return Answer(decision, logged, STAY)
    return Answer(decision, logged, UNKNOWN)


def _rivals(chosen, possible, serving, thresholds):
    """Returns the WTPs that the rule may prefer to ``chosen``, if they may serve the station."""
    margin = thresholds.load_tie_break
    return [
        each
        for each in possible
        if each.wtp != chosen.wtp
        and _wins(each, serving, thresholds) != NO
        and (
            # So much stronger that the load does not matter, or near and with fewer stations.
            each.signal - chosen.signal >= margin
            or chosen.signal - each.signal <= margin
            and (each.load, -each.signal) <= (chosen.load, -chosen.signal)
        )
    ]


def _fresh(candidate, thresholds):
    if candidate.age == thresholds.stale_after:
        return MAYBE
    return YES if candidate.age < thresholds.stale_after else NO


def _counts(candidate, thresholds):
    """Returns whether a WTP that may serve the station would be considered."""
    if candidate.samples < thresholds.minimum_samples:
        return NO
    return _fresh(candidate, thresholds)


def _gains(candidate, serving, thresholds):
    """Returns whether a WTP is better than the serving one by the hysteresis."""
    if serving is None:
        return YES
    gain = candidate.signal - serving.signal
    better = MAYBE if gain == thresholds.hysteresis else YES if gain > thresholds.hysteresis else NO
    fresh = _fresh(serving, thresholds)
    if fresh == NO:
        return YES
    return better if fresh == YES else max(better, MAYBE)


def _wins(candidate, serving, thresholds):
    """Returns whether a WTP that may serve the station is a reason to hand it over."""
    return min(_counts(candidate, thresholds), _gains(candidate, serving, thresholds))


def _was_excluded(candidate, decision, serving, thresholds):
    """Returns whether the logged verdict shows that a WTP might not serve the station: the rule would
    otherwise have preferred it. The rounded signal of what is preferred must be greater."""
    if candidate.wtp == decision.to or _counts(candidate, thresholds) != YES:
        return False
    if decision.why_not == NO_CANDIDATE:
        return True
    chosen = next((each for each in decision.input if each.wtp == decision.to), None)
    if chosen is None or candidate.signal <= chosen.signal:
        return False
    if decision.why_not == HYSTERESIS:
        return True
    # A stronger one is near the strongest if the chosen one is, so only its load excuses the rule.
    return _gains(candidate, serving, thresholds) == YES and (
        candidate.load <= chosen.load
        or candidate.signal - chosen.signal > thresholds.load_tie_break
    )
