# SPDX-License-Identifier: Apache-2.0
"""Computes the figures' numbers from raw samples. Does no I/O.

Each summary takes the raw results of one line's repetitions and returns a mapping of quantities.
Times are in ms, rates in Mb/s. Each mean has ``by_repetition`` too."""
import random
import statistics

from ..results import percentile
from . import plan, setups

PING_INTERVAL_S = 0.05
BIN_S = 0.5
KINDS = ("10 ms", "50 to 150 ms", "1000 ms")
"""Kinds of station in Figure 4, in the order of guest/paper_figures.py's."""
PAPERS_KIND = KINDS[1]
"""The paper's card. Only this kind compares with the paper's values."""
NOTABLE = 0.25
"""A value that differs more from the paper's needs an explanation."""
IMPROBABLE = 0.05
"""A result that is less probable than this counts as significant."""
FEWEST = 6
"""Repetitions from which on equal signs of all are improbable: 2 of 64 combinations."""
ENOUGH = 2**15


def _mean(values):
    return round(statistics.fmean(values), 4) if values else None


def _spread(values):
    return round(statistics.stdev(values), 4) if len(values) > 1 else 0.0


def _by_repetition(key, groups):
    """Returns ``key``: the mean of all repetitions' means, and each of them; None for an empty
    group."""
    means = [statistics.fmean(group) for group in groups if group]
    return {key: _mean(means), "by_repetition": [_mean(group) for group in groups]}


def _sent(sample):
    """Returns when an echo request left, in seconds from the first one."""
    return (sample[1] - 1) * PING_INTERVAL_S


def timeline(raws, times):
    """Returns the quantities of Figures 6 and 7. times: ``before``, ``during`` and ``after`` in
    seconds. Figure 6 uses the second half of the cross traffic, when it has filled the queues;
    without cross traffic it uses all round trips."""
    start, end = times["before"], times["before"] + times["during"]
    windows = {
        "before_ms": (0, start),
        "during_ms": ((start + end) / 2, end),
        # The queue has a second to drain when the cross traffic ends.
        "after_ms": (end + min(1, times["after"] / 2), end + times["after"]),
    }
    loaded = raws[0]["cross"] is not None
    inside = {
        name: [[s[2] for s in raw["ping"]["samples"] if begin <= _sent(s) < until] for raw in raws]
        for name, (begin, until) in windows.items()
    }
    everything = [[s[2] for s in raw["ping"]["samples"]] for raw in raws]
    groups = inside["during_ms"] if loaded else everything
    pooled = [ms for group in groups for ms in group]
    found = {
        **_by_repetition("mean_ms", groups),
        "deviation_ms": _spread(pooled),
        "median_ms": round(statistics.median(pooled), 4) if pooled else None,
        "p95_ms": round(percentile(pooled, 0.95), 4) if pooled else None,
        "n": len(pooled),
        "lost": sum(raw["ping"]["lost"] for raw in raws),
    }
    for name, split in inside.items():
        found[name] = _mean([ms for group in split for ms in group])
    found["series"] = _bins(raws, end + times["after"])
    return found


def _bins(raws, total):
    """Returns [seconds, mean ms] of each half second with a reply."""
    bins = {}
    for raw in raws:
        for sample in raw["ping"]["samples"]:
            bins.setdefault(int(_sent(sample) / BIN_S), []).append(sample[2])
    return [
        [number * BIN_S, _mean(values)]
        for number, values in sorted(bins.items())
        if number * BIN_S < total
    ]


def responses(raws, _):
    """Returns the quantities of Figure 5. ``none``: requests without a response; ``ecdf`` counts
    them, the other quantities do not."""
    times = [[1e3 * s for s in raw["seconds"] if s is not None] for raw in raws]
    pooled = [ms for group in times for ms in group]
    asked = sum(len(raw["seconds"]) for raw in raws)
    return {
        **_by_repetition("mean_ms", times),
        "median_ms": round(statistics.median(pooled), 4) if pooled else None,
        "medians_by_repetition": [
            round(statistics.median(group), 4) if group else None for group in times
        ],
        "p95_ms": round(percentile(pooled, 0.95), 4) if pooled else None,
        "n": asked,
        "none": asked - len(pooled),
        "ecdf": _ecdf(pooled, asked),
    }


def _ecdf(values, asked):
    """Returns [ms, share of all requests] at up to 200 of the values."""
    ordered = sorted(values)
    step = max(1, len(ordered) // 200)
    chosen = sorted({*range(0, len(ordered), step), len(ordered) - 1}) if ordered else []
    return [[round(ordered[i], 4), round((i + 1) / asked, 5)] for i in chosen]


def attempts(raws, times):
    """Returns the quantities of Figure 4. ``by_patience``: the share of each kind of station;
    ``failures``: by stage."""
    tried, failures = {kind: [] for kind in KINDS}, {"no response": 0, "no connection": 0}
    shares, first = [], 0
    for raw in raws:
        outcomes = [entry["connected"] is not None for entry in raw["attempts"]]
        shares.append([100.0 * outcome for outcome in outcomes])
        for number, (entry, outcome) in enumerate(zip(raw["attempts"], outcomes), first):
            tried[KINDS[number % len(KINDS)]].append(100.0 * outcome)
            if entry["response"] is None:
                failures["no response"] += 1
            elif not outcome:
                failures["no connection"] += 1
        first += times["count"]
    connected = [
        entry["connected"] for raw in raws for entry in raw["attempts"] if entry["connected"]
    ]
    return {
        "success_percent": _mean([outcome for group in shares for outcome in group]),
        "by_repetition": [_mean(group) for group in shares],
        "by_patience": {kind: _mean(outcomes) for kind, outcomes in tried.items()},
        "failures": failures,
        "connected_s_median": round(statistics.median(connected), 3) if connected else None,
        "n": sum(map(len, shares)),
    }


def beside(raws, times):
    """Returns the quantities of Figures 8 to 10. ``deviation_mbps``: of the repetitions;
    ``with_*``: cross traffic in the direction of the station's data, ``against_*``: in the
    other; ``*_cov``: coefficient of variation over the seconds."""
    found = {
        **_by_repetition("mbps", [[raw["received_mbps"]] for raw in raws]),
        "n": len(raws),
    }
    found["deviation_mbps"] = _spread(found["by_repetition"])
    found["station"] = found["mbps"]
    if raws[0]["cross"] is None:
        return found
    seconds = times["seconds"]
    series = {}
    for name, way in (("with", "up"), ("against", "down")):
        for number, phase in enumerate(("before", "during", "after")):
            part = slice(number * seconds, (number + 1) * seconds)
            values = [mbps for raw in raws for mbps in raw["cross"][way][part]]
            found[f"{name}_{phase}"] = _mean(values)
            if phase == "during":
                mean = statistics.fmean(values)
                found[f"{name}_cov"] = round(statistics.pstdev(values) / mean, 4) if mean else None
        series[name] = [_mean(values) for values in zip(*(raw["cross"][way] for raw in raws))]
    series["station"] = [_mean(values) for values in zip(*(raw["mbps"] for raw in raws))]
    found["series"] = series
    return found


SUMMARIES = {
    "timeline": timeline,
    "responses": responses,
    "attempts": attempts,
    "beside": beside,
}


def entry(summary, quantity, paper):
    """Returns a line of a result file: our value, the paper's, the ratio, and all quantities."""
    if isinstance(paper, tuple):
        quantity, paper = paper
    ours = summary[quantity]
    return {
        "quantity": quantity,
        "ours": ours,
        "paper": paper,
        "ratio": round(ours / paper, 4) if paper and ours is not None else None,
        **{key: value for key, value in summary.items() if key != quantity},
    }


def table(figure, summaries):
    """Returns the lines of a figure's result file. summaries: line -> summary."""
    if figure.quantity != "cross":
        return {
            name: entry(found, figure.quantity, figure.paper.get(name))
            for name, found in summaries.items()
        }
    lines = {}
    for name, found in summaries.items():
        numbers = figure.paper if name == figure.only[0] else {}
        for quantity in [f"{way}_{when}" for when in WHEN for way in WAYS] + ["station"]:
            one = entry(found, quantity, numbers.get(quantity))
            lines[f"{name} {quantity}"] = {
                key: one[key] for key in ("quantity", "ours", "paper", "ratio")
            }
        lines[name] = {key: value for key, value in found.items() if key != "by_repetition"}
    return lines


WAYS, WHEN = ("with", "against"), ("before", "during", "after")
FAIR = "fq_codel"
"""The line whose cross traffic is compared with that of CloudMAC's own policy."""


def above_idle(figure, name, lines):
    """Returns true if a line is compared with the paper after each side's idle CloudMAC is
    subtracted: a delay under cross traffic, if both sides have an idle value."""
    idle = lines.get("idle") or {}
    there = idle.get("paper") and idle.get("ours") is not None
    return bool(figure.unit == "ms" and there and name not in setups.REFERENCES)


def deviations(figure, lines):
    """Returns the lines that differ by more than a quarter from the paper's value: line -> share
    of it. For delays (above_idle()), after each side's idle CloudMAC is subtracted."""
    found = {}
    for name, one in lines.items():
        if not one.get("paper") or one["ours"] is None:
            continue
        ours, paper = one["ours"], one["paper"]
        if above_idle(figure, name, lines):
            ours, paper = ours - lines["idle"]["ours"], paper - lines["idle"]["paper"]
        if paper > 0 and abs(ours / paper - 1) > NOTABLE:
            found[name] = round(ours / paper - 1, 3)
    return found


def causes(figure, summaries):
    """Returns one mapping for each suspected cause that was measured: a line as it is and with
    the cause changed. ``deviations``: of the repetitions' means, before and after; None for one
    repetition. summaries: line -> summary."""
    found = []
    for cause in plan.causes(figure):
        if cause.line.name in summaries and cause.explains in summaries:
            before, changed = summaries[cause.explains], summaries[cause.line.name]
            paper = figure.paper.get(cause.quantity or cause.explains)
            quantity, value = (
                paper if isinstance(paper, tuple) else (cause.quantity or figure.quantity, paper)
            )
            found.append(
                {
                    "line": cause.explains,
                    "suspected": cause.suspected,
                    "quantity": quantity,
                    "ours": before[quantity],
                    "changed": changed[quantity],
                    "deviations": [_deviation(one, quantity) for one in (before, changed)],
                    "paper": value,
                }
            )
    return found


def _deviation(summary, quantity):
    """Returns the standard deviation of the repetitions' means of this quantity; None if the
    summary has fewer than two."""
    means = [mean for mean in _means(summary, summary[quantity]) if mean is not None]
    return _spread(means) if len(means) > 1 else None


def _means(summary, value):
    """Returns the repetitions' means; None for one without a mean. ``value`` must be the mean of
    all of them: the summary has no repetitions of another quantity, such as a median."""
    means = summary.get("by_repetition", ())
    there = [mean for mean in means if mean is not None]
    return means if there and abs(statistics.fmean(there) - value) <= 1e-3 else ()


def best(figure, lines):
    """Compares CloudMAC's own policy with its rivals. Returns None if the figure does not ask
    for it.

    Returns {holds, value, rivals: line -> value, nearest: the best rival, behind: by which share
    of its value, 0 if it holds, error: standard error of the difference to it as such a share,
    by_chance: of by_chance()}."""
    if not figure.best or setups.OWN not in lines:
        return None
    rivals = {
        name: one[figure.quantity] if figure.quantity in one else one["ours"]
        for name, one in lines.items()
        if name not in (*setups.REFERENCES, setups.OWN)
    }
    own = lines[setups.OWN]["ours"]
    rivals = {name: value for name, value in rivals.items() if value is not None}
    if own is None or not rivals:
        return None
    first = (min if figure.best == "low" else max)(rivals, key=rivals.get)
    behind = own / rivals[first] - 1 if figure.best == "low" else 1 - own / rivals[first]
    own_values, others = (
        lines[name].get("medians_by_repetition", ())
        if figure.quantity == "median_ms"
        else _means(lines[name], value)
        for name, value in ((setups.OWN, own), (first, rivals[first]))
    )
    apart = [a - b for a, b in zip(own_values, others) if None not in (a, b)]
    return {
        "holds": behind <= 0,
        "value": own,
        "rivals": rivals,
        "nearest": first,
        "behind": round(max(0, behind), 4),
        "error": _error(apart, rivals[first]),
        "by_chance": by_chance(apart),
    }


def cross_kept(lines):
    """Returns the ratio of Figure 9's cross traffic under CloudMAC's own policy to that under
    FQ-CoDel, by quantity. Returns None if one of them was not measured."""
    if not {setups.OWN, FAIR} <= set(lines):
        return None
    names = [f"{way}_{when}" for when in WHEN for way in WAYS]
    return {
        name: round(lines[setups.OWN][name] / lines[FAIR][name], 4)
        for name in names
        if lines[FAIR].get(name)
    }


def _error(differences, whole):
    """Returns the standard error of the mean difference between two lines in the same
    repetition, that is with one seed, as a share of ``whole``. Returns None for one
    repetition."""
    if len(differences) < 2 or not whole:
        return None
    return round(statistics.stdev(differences) / len(differences) ** 0.5 / abs(whole), 4)


def by_chance(differences):
    """Returns the probability that the mean of these is as far from 0 as it is, or farther, if
    each sign were random: Fisher's randomization test. It tries all signs or, past ENOUGH, as
    many random ones. Returns None if there are too few to be ever improbable. The choice of
    the best of several rivals alone makes the distance larger."""
    if len(differences) < FEWEST:
        return None
    size = len(differences)
    drawn = random.Random(0)
    choices = range(2**size)
    if len(choices) > ENOUGH:
        choices = [drawn.getrandbits(size) for _ in range(ENOUGH)]
    found = abs(sum(differences)) * (1 - 1e-9)
    totals = (
        sum(-each if signs >> place & 1 else each for place, each in enumerate(differences))
        for signs in choices
    )
    return round(statistics.fmean(abs(total) >= found for total in totals), 4)
