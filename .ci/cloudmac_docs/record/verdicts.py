# SPDX-License-Identifier: Apache-2.0
"""Sentences and tables that compare a figure as a whole: with the paper, among its lines, and
with tested causes."""
from .lines import label, short
from .text import number, percent, table


def off(name, data):
    """Returns a sentence about the lines of a figure that are more than a quarter from the paper's
    value. Computes it from the lines: the list in an old file is not by today's rule."""
    from cloudmac_testbed.paper import figures, plan

    figure, lines = plan.FIGURES[name], data["lines"]
    far = figures.deviations(figure, lines)
    if not far:
        return "No line is more than a quarter from the paper's value."
    above = any(figures.above_idle(figure, one, lines) for one in far)
    note = " Delays under cross traffic are compared above idle." if above else ""
    return far_sentence(short(name) + f" {share:+.0%}" for name, share in far.items()) + note


def far_sentence(words):
    """Returns a sentence about what is more than a quarter from the paper's value."""
    return f"More than a quarter from the paper's value: {', '.join(words)}."


def best(data):
    """Returns a sentence about the rank of CloudMAC's own policy under cross traffic."""
    found = data.get("own_policy_best")
    if not found:
        return ""
    nearest, chance = short(found["nearest"]), found["by_chance"]
    among = "of the measured lines under cross traffic"
    if chance is None:
        few = f"{data['repetitions']} repetitions are too few to tell that from chance"
        if found["holds"]:
            return f"CloudMAC's own policy is the best {among}, with {nearest} next; {few}."
        return (
            f"CloudMAC's own policy is {percent(found['behind'], '.2f')} behind {nearest}; {few}."
        )
    error = f"standard error {percent(found['error'], '.2f')}"
    if chance > IMPROBABLE:
        return (
            f"CloudMAC's own policy cannot be told from {nearest}, the best other one {among} "
            f"({percent(found['behind'], '.2f')} behind, {error}, {_probability(chance)})."
        )
    if found["holds"]:
        lead = abs(1 - found["value"] / found["rivals"][found["nearest"]])
        return (
            f"CloudMAC's own policy is the best {among}: {percent(lead, '.2f')} ahead of {nearest} "
            f"({error}, {_probability(chance)})."
        )
    return f"CloudMAC's own policy is {percent(found['behind'], '.2f')} ({error}) behind {nearest}."


def _probability(chance):
    """Returns the p-value of the randomization test as text. Result files have four places."""
    return f"p = {number(chance, '.2g')}" if chance else "p < 0.0001"


IMPROBABLE = 0.05


def causes(figure):
    """Returns the function that makes the table of tested causes. They are in the figure's result
    file, or in one of their own."""

    def made(measured):
        found = []
        data = measured.get(figure) or {}
        if data.get("causes"):
            found.append((figure, data, data["causes"]))
        name = f"causes-{figure}"
        other = measured.get(name) or {"figures": {}}
        if other["figures"].get(figure):
            found.append((name, other, other["figures"][figure]))
        if not found:
            return "No suspected cause has been measured at this commit.\n"
        head = ("line", "quantity", "one thing changed", "as it is", "changed", "the paper")
        rows = [
            (
                label(cause["line"]),
                QUANTITY_WORDS.get(cause["quantity"], cause["quantity"]),
                cause["suspected"],
                _with_deviation(cause, 0, "ours"),
                _with_deviation(cause, 1, "changed"),
                number(cause["paper"], "g"),
            )
            for _, _, causes_ in found
            for cause in causes_
        ]
        sources = [
            f"[{source}.json](../measured/{source}.json), `{content['command']}`, "
            f"repetitions: {content['repetitions']}"
            for source, content, _ in found
        ]
        return f"{table(head, rows)}\nResult files: {'; '.join(sources)}.\n"

    return made


QUANTITY_WORDS = {
    "mean_ms": "mean ms",
    "median_ms": "median ms",
    "p95_ms": "95 %, ms",
    "mbps": "Mb/s",
    "with_during": "Mb/s, station's way",
    "against_during": "Mb/s, other way",
}


def _with_deviation(cause, place, key):
    deviation = (cause.get("deviations") or (None, None))[place]
    return number(cause[key]) + ("" if deviation is None else f" ± {number(deviation, '.2g')}")
