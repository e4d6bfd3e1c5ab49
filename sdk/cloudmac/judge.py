# SPDX-License-Identifier: Apache-2.0
"""The rule by which the controller's mobility hands stations over: class Judge of cloudmac-impl.
Pure."""
import dataclasses

BOUND, NO_CANDIDATE, HYSTERESIS = "bound-by-operator", "no-candidate", "hysteresis"
BUSY, DWELL, OBSERVE_ONLY = "busy", "dwell", "observe-only"


@dataclasses.dataclass(frozen=True)
class Thresholds:
    """The settings of mobility that a verdict depends on: dB, dB, number, ms."""

    hysteresis: int
    load_tie_break: int
    minimum_samples: int
    stale_after: int


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A WTP that has heard the station. signal: average, dBm; age: since it last heard it, ms; load:
    number of stations that it serves; may_serve: whether it transmits the VAP, has a session and
    does not drain."""

    wtp: str
    signal: float
    samples: int
    age: float
    load: int
    may_serve: bool = True

    def is_fresh(self, thresholds):
        """Returns whether the signal is not older than stale-after."""
        return self.age <= thresholds.stale_after

    def counts(self, thresholds):
        """Returns whether the station may be handed over to it, whatever its signal."""
        return (
            self.may_serve
            and self.is_fresh(thresholds)
            and self.samples >= thresholds.minimum_samples
        )


@dataclasses.dataclass(frozen=True)
class Verdict:
    """best: the best other WTP, None if there is none; why_not: why the station stays where it is,
    None if it is handed over to ``best``."""

    best: str | None
    why_not: str | None


def judge(serving, candidates, thresholds, bound=False, busy=False, dwelling=False, observed=False):
    """Returns the verdict on a station.

    serving: the WTP that serves it; candidates: all WTPs that have heard it; bound: whether the
    operator has bound it; busy: whether it is being handed over; dwelling: whether its dwell has
    not passed; observed: whether mobility is observe-only."""
    if bound:
        return Verdict(None, BOUND)
    others = [each for each in candidates if each.wtp != serving and each.counts(thresholds)]
    if not others:
        return Verdict(None, NO_CANDIDATE)
    present = [e for e in candidates if e.wtp == serving and e.is_fresh(thresholds)]
    better = [e for e in others if not present or _is_better(e, present[0], thresholds)]
    if not better:
        return Verdict(_strongest(others).wtp, HYSTERESIS)
    held = BUSY if busy else DWELL if dwelling else OBSERVE_ONLY if observed else None
    return Verdict(_least_loaded(better, thresholds.load_tie_break).wtp, held)


def _is_better(one, serving, thresholds):
    """An equal signal is never better, not even with hysteresis 0."""
    gain = one.signal - serving.signal
    return gain > 0 and gain >= thresholds.hysteresis


def _strongest(candidates):
    """Of several with the same signal, the WTP with the lowest address."""
    return min(candidates, key=lambda each: (-each.signal, each.wtp))


def _least_loaded(better, margin):
    """Returns the WTP with the fewest stations among those less than ``margin`` dB below the
    strongest."""
    strongest = _strongest(better)
    near = [e for e in better if e is strongest or strongest.signal - e.signal < margin]
    return min(near, key=lambda each: (each.load, -each.signal, each.wtp))
