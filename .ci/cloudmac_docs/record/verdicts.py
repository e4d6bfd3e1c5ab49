# SPDX-License-Identifier: Apache-2.0
"""Sentences and tables that compare a figure as a whole: with the paper, among its lines, and
with tested causes."""
from cloudmac_testbed.paper.figures import IMPROBABLE

from .lines import label, rivals_that_tie, short, short_names
from .text import number, percent, table, too_few


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
    same = rivals_that_tie(found)
    if same:
        return f"CloudMAC's own policy and {short_names(same)} are equal."
    nearest, chance = short(found["nearest"]), found["by_chance"]
    among = "of the measured lines under cross traffic"
    if chance is None:
        few = too_few(data["repetitions"])
        if found["holds"]:
            return f"CloudMAC's own policy is the best {among}, with {nearest} next; {few}."
        return (
            f"CloudMAC's own policy is {percent(found['behind'], '.2f')} behind {nearest}; {few}."
        )
    error = f"standard error {percent(found['error'], '.2f')}"
    if chance > IMPROBABLE:
        return (
            f"CloudMAC's own policy cannot be told from {nearest}, the best other one {among} "
            f"({percent(found['behind'], '.2f')} behind, {error}, {probability(chance)})."
        )
    if found["holds"]:
        lead = abs(1 - found["value"] / found["rivals"][found["nearest"]])
        return (
            f"CloudMAC's own policy is the best {among}: {percent(lead, '.2f')} ahead of {nearest} "
            f"({error}, {probability(chance)})."
        )
    return f"CloudMAC's own policy is {percent(found['behind'], '.2f')} ({error}) behind {nearest}."


def probability(chance):
    """Returns the p-value of the randomization test as text. Result files have four places."""
    return f"p = {number(chance, '.2g')}" if chance else "p < 0.0001"


def causes(figure):
    """Returns the function that makes the table of tested causes. They are in the figure's result
    file, or in one of their own."""

    def made(measured):
        found = []
        data = measured.get(figure) or {}
        if data.get("causes"):
            found.append((figure, data, data["causes"]))
        more = data.get("more")
        known = {(cause["line"], cause["suspected"]) for cause in data.get("causes") or ()}
        further = [
            cause
            for cause in (more["data"].get("causes") or () if more else ())
            if (cause["line"], cause["suspected"]) not in known
        ]
        if further:
            found.append((more["name"], more["data"], further))
        name = f"causes-{figure}"
        other = measured.get(name) or {"figures": {}}
        if other["figures"].get(figure):
            found.append((name, other, other["figures"][figure]))
        if not found:
            return "No suspected cause has been measured at this commit.\n"
        head = ("line", "quantity", "one thing changed", "window", "repetitions")
        head += ("as it is", "deviation", "changed", "deviation", "change, standard errors")
        rows = [
            (
                label(cause["line"]),
                QUANTITY_WORDS.get(cause["quantity"], cause["quantity"]),
                cause["suspected"],
                _window(figure, content),
                content["repetitions"],
                *_values(cause),
                number(_change_in_errors(cause, content["repetitions"]), ".1f"),
                number(cause["paper"], "g"),
            )
            for _, content, causes_ in found
            for cause in causes_
        ]
        sources = [
            f"[{source}.json](../measured/{source}.json){_of_command(content)}"
            for source, content, _ in found
        ]
        return (
            f"{table((*head, 'the paper'), rows)}\n{_how_causes(rows)}\n"
            f"Result files: {'; '.join(sources)}.\n"
        )

    return made


def _of_command(content):
    return f", `{content['command']}`" if content.get("command") else ""


def _window(figure, content):
    """Returns the seconds in which a cause was measured; an empty text if the file has none."""
    from cloudmac_testbed.paper import plan

    times = content.get("times")
    if not times:
        return ""
    keys = ("before", "during", "after")
    if plan.FIGURES[figure].part != "timeline":
        keys = ("seconds",)
    return " + ".join(str(times[key]) for key in keys) + " s"


def _values(cause):
    """Returns the two values of a cause, each with the standard deviation of its repetitions."""
    deviations = cause.get("deviations") or (None, None)
    for key, deviation in zip(("ours", "changed"), deviations):
        yield number(cause[key])
        yield number(deviation, ".2g")


def _change_in_errors(cause, count):
    """Returns by how many standard errors a cause changes the value; None for one repetition."""
    deviations = cause.get("deviations") or (None,)
    if None in deviations or not any(deviations):
        return None
    error = (sum(one**2 for one in deviations) / count) ** 0.5
    return abs(cause["changed"] - cause["ours"]) / error


def _how_causes(rows):
    """Returns what the columns of the table of causes mean."""
    deviation = (
        "A deviation is the standard deviation of the repetitions. "
        "A change below two standard errors can be chance. "
    )
    single = "A row of one repetition does not show how much of the change is chance. "
    counts = {row[4] for row in rows}
    text = (deviation if max(counts) > 1 else "") + (single if 1 in counts else "")
    return f"{text.strip()}\n"


QUANTITY_WORDS = {
    "mean_ms": "mean ms",
    "median_ms": "median ms",
    "p95_ms": "95 %, ms",
    "mbps": "Mb/s",
    "with_during": "Mb/s, station's way",
    "against_during": "Mb/s, other way",
}
