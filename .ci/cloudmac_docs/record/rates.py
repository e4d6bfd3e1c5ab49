# SPDX-License-Identifier: Apache-2.0
"""Tables of throughput: the paper's figure 3, and its figures 8 to 10."""
import re

from cloudmac_testbed.paper.figures import by_chance

from .lines import NOTABLE, data_of, label, needs, paper_value, ratio, short
from .origin import EXPERIMENTS
from .text import NOT_MEASURED, bullets, listed, number, percent, standard_error, table, too_few
from .verdicts import best, far_sentence, off, probability


# --- figure 3 --------------------------------------------------------------------


@needs("fig3", NOT_MEASURED)
def throughput_ratios(data):
    head = ("line", "to no TC", "standard error", "Mb/s", "the paper", "ours to the paper's")
    rows = [
        (
            label(name, line),
            number(line["ours"], ".3f"),
            "" if name == "none" else number(standard_error(line.get("by_repetition")), ".3f"),
            number(line.get("mbps"), ".0f"),
            number(line["paper"], "g"),
            ratio(line["ours"], line["paper"]),
        )
        for name, line in data["lines"].items()
    ]
    return table(head, rows)


@needs("fig3")
def throughput_findings(data):
    lines = data["lines"]
    errors = {
        name: standard_error(line.get("by_repetition"))
        for name, line in lines.items()
        if name not in ("none", "hardware")
    }
    slower = [
        f"{short(name)} ({percent(1 - lines[name]['ours'])})"
        for name, error in errors.items()
        if error and 1 - lines[name]["ours"] > 2 * error
    ]
    return bullets(
        [
            f"Slower than no TC by more than two standard errors: {listed(slower)}."
            if slower
            else "No line is slower than no TC by more than two standard errors.",
            off("fig3", data),
        ]
    )


# --- figures 8 to 10 -------------------------------------------------------------


@needs("fig8", NOT_MEASURED)
def station_rates(data):
    head = ("line", "repetitions", "mean Mb/s", "standard error", "least", "most")
    head += ("the paper's", "ours to the paper's")
    rows = []
    for name, line in data["lines"].items():
        paper, _ = paper_value("fig8", name)
        means = line["by_repetition"]
        rows.append(
            (
                label(name),
                line["n"],
                number(line["ours"]),
                number(standard_error(means), ".3f"),
                number(min(means)),
                number(max(means)),
                number(paper, "g"),
                ratio(line["ours"], paper),
            )
        )
    return table(head, rows)


@needs("fig8")
def station_findings(data):
    lines = data["lines"]
    sentences = [best(data), off("fig8", data)]
    if {"fifo", "ref2"} <= set(lines):
        sentences.append(_references_apart(lines["fifo"], lines["ref2"]))
    return bullets(sentences)


def _references_apart(fifo, routed):
    """Returns a sentence about the difference between FIFO and reference 2, and what it is worth."""
    values = fifo["ours"], routed["ours"]
    apart = abs(values[0] - values[1]) / min(values)
    pairs = list(zip(fifo["by_repetition"], routed["by_repetition"]))
    chance = by_chance([one - other for one, other in pairs])
    error = standard_error([one - other for one, other in pairs])
    known = f" (standard error {percent(error / min(values), '.0f')})" if error else ""
    judged = too_few(len(pairs)) if chance is None else probability(chance)
    return (
        f"FIFO and reference 2 differ by {percent(apart, '.0f')}{known}; {judged}. "
        f"The paper's differ by {percent(_paper_apart(), '.0f')}."
    )


def _paper_apart():
    """Returns by which share FIFO and reference 2 of the paper's figure 8 differ."""
    fifo, routed = paper_value("fig8", "fifo")[0], paper_value("fig8", "ref2")[0]
    return abs(fifo - routed) / min(fifo, routed)


def delays(measured):
    """Returns the table of figure 8 by repetition, and so by the link's delay."""
    data = data_of("fig8", measured)
    if data is None or not any(data.get("more_delay_us") or ()):
        return ""
    more = data["more_delay_us"]
    order = sorted(range(len(more)), key=more.__getitem__)
    head = ("delay added, µs", *(f"{more[number_]:+d}" for number_ in order))
    rows = [
        (label(name), *(number(line["by_repetition"][number_], ".2f") for number_ in order))
        for name, line in data["lines"].items()
        if len(line["by_repetition"]) == len(more)
    ]
    how = "By the delay that was added to the calibrated one, Mb/s:\n"
    return f"{how}\n{table(head, rows)}"


def chosen_delays(measured):
    """Returns the table of the runs at single delays of the link."""
    data = measured.get("fig8-delays")
    if data is None:
        return ""
    rows = [
        (_delay(delay), line, len(rates), number(_mean(rates)))
        for delay, run in data["runs"].items()
        for line, rates in run["mbps"].items()
    ]
    made = table(("link's delay", "line", "repetitions", "mean Mb/s"), rows)
    air = [
        (
            one["line"],
            number(one["mbps"]),
            one["data"],
            one["acks"],
            one["data_tries"] + one["ack_tries"] - one["data"] - one["acks"],
        )
        for one in data["air"]["lines"]
    ]
    head = ("line", "Mb/s", "data frames", "TCP acknowledgements", "sent again on the air")
    source = "Result file: [fig8-delays.json](../measured/fig8-delays.json). Its commands:\n"
    commands = bullets(
        f"{_delay(delay)}: {COMMAND.sub(_code, _sentences(run['command']))}."
        for delay, run in data["runs"].items()
    )
    how = (
        "Runs at single delays show how much the delay of the link decides. The second table has the "
        "frames of one flow on the air.\n"
    )
    by_hand = (
        'In "by hand" the own policy was configured as HTB with the same classes. It gives the same, '
        "within what repetitions differ.\n"
    )
    return f"{how}\n{made}\n{table(head, air)}\n{source}\n{commands}\n{by_hand}"


COMMAND = re.compile(r"\./cloudmac (?:[^,]|,(?! ))+")
"""A command within words: the next comma with a space ends it."""


def _code(command):
    return f"`{command[0]}`"


def _delay(name):
    """Returns the name of a run of fig8-delays.json for readers: a delay of the link or words."""
    return f"{name} µs" if name.isdecimal() else _earlier(name)


def _earlier(words):
    """Returns the words with another name for the fig8.json that the runs refer to: the page shows
    a later one."""
    return words.replace("fig8.json", "an earlier fig8.json")


def _sentences(command):
    """Returns the words of a run's command with a sentence for each of their parts."""
    parts = _earlier(command).split("; ")
    return ". ".join([parts[0], *(part[0].upper() + part[1:] for part in parts[1:])])


def _mean(values):
    return sum(values) / len(values)


WAYS = ("with", "against")
WHEN = ("before", "during", "after")


def _cross_rows(figure, main, measured):
    data = data_of(figure, measured)
    if data is None:
        return None
    rows = []
    for name in (main, "cloudmac"):
        line = data["lines"].get(name)
        if not line or "with_before" not in line:
            continue
        values = [number(line[f"{way}_{when}"]) for way in WAYS for when in WHEN]
        station = number(line["station"])
        if line["n"] > 1:
            station += f" ± {line['deviation_mbps'] / line['n'] ** 0.5:.2f}"
        rows.append((label(name), line["n"], station, *values))
    paper = {
        key: number(paper_value(figure, key)[0], "g")
        for key in ("station", *(f"{way}_{when}" for way in WAYS for when in WHEN))
    }
    values = [paper[f"{way}_{when}"] for way in WAYS for when in WHEN]
    rows.insert(1, (f"the paper, {label(main)}", "", paper["station"], *values))
    return rows


HOW_CROSS = "Mb/s; the station's with its standard error if there are several repetitions.\n"


def run_of_cross(measured):
    """Returns a sentence about the figures that show the cross traffic of figure 8."""
    shown = {name: EXPERIMENTS[name].file(measured) for name in ("fig9", "fig10")}
    shared = [f"[{_number(name)}]({name}.md)" for name, file in shown.items() if file == "fig8"]
    other = [f"[{_number(name)}]({name}.md)" for name, file in shown.items() if file == name]
    sentences = [
        f"The cross traffic of this run is that of figure {listed(shared)}." if shared else "",
        f"Figure {listed(other)} shows another run of the same measurement." if other else "",
    ]
    return " ".join(filter(None, sentences))


def _number(name):
    return name.removeprefix("fig")


def shared_run(figure):
    """Returns the function that makes a sentence about whose run figure 9 or 10 shows."""

    def made(measured):
        name = EXPERIMENTS[figure].file(measured)
        if name is None:
            return ""
        if name == "fig8":
            return "The measurement and the run are those of [figure 8](fig8.md).\n"
        return (
            "The measurement is that of [figure 8](fig8.md). This page shows another run of it, with "
            "its own window and repetitions: see below.\n"
        )

    return made


def cross(figure, main):
    """Returns the function that makes the table of figure 9 or 10."""
    head = ["line", "repetitions", "the station"]
    head += [f"{way}, {when}" for way in ("station's way", "other way") for when in WHEN]

    def made(measured):
        rows = _cross_rows(figure, main, measured)
        return NOT_MEASURED if rows is None else f"{HOW_CROSS}\n{table(head, rows)}"

    return made


def cross_findings(figure, main):
    """Returns the function that makes the remarks of figure 9 or 10."""

    def made(measured):
        data = data_of(figure, measured)
        line = (data or {"lines": {}})["lines"].get(main)
        if not line or "with_before" not in line:
            return ""
        far = []
        for key in ("station", *(f"{way}_{when}" for way in WAYS for when in WHEN)):
            paper, _ = paper_value(figure, key)
            if paper and abs(line[key] / paper - 1) > NOTABLE:
                words = key.replace("with_", "station's way ").replace("against_", "other way ")
                far.append(f"{words.replace('_', ' ')} {line[key] / paper - 1:+.0%}")
        sentences = [
            f"{label(main)}. {far_sentence(far)}"
            if far
            else f"{label(main)} is within a quarter of the paper's values."
        ]
        own = data["lines"].get("cloudmac")
        if own and "with_during" in own:
            kept = {when: own[f"with_{when}"] / line[f"with_{when}"] for when in WHEN}
            sentences.append(
                f"Beside CloudMAC's own policy the cross traffic the station's way has "
                f"{percent(kept['during'])} of what {label(main)} leaves it. The station has "
                f"{number(own['station'])} instead of {number(line['station'])} Mb/s."
            )
            sentences.append(
                f"Both together: {number(own['with_during'] + own['station'])} Mb/s with "
                f"CloudMAC's own policy, {number(line['with_during'] + line['station'])} with "
                f"{label(main)}."
            )
        return bullets(sentences)

    return made
