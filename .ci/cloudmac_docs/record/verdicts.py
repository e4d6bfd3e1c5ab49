# SPDX-License-Identifier: Apache-2.0
"""Sentences and tables that compare a figure as a whole: with the paper, among its lines, and
with tested causes."""
from .lines import label, short
from .text import number, percent, table


def off(data):
    """Returns a sentence about lines that are more than a quarter from the paper's value."""
    far = data.get("off_by_more_than_a_quarter")
    if not far:
        return "No line is more than a quarter from the paper's value."
    above = any(name in data.get("above_idle", ()) for name in far)
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
            f"({percent(found['behind'], '.2f')} behind, {error}). Chance alone parts two lines as "
            f"far in {percent(chance, '.0f')} of cases."
        )
    if found["holds"]:
        lead = abs(1 - found["value"] / found["rivals"][found["nearest"]])
        return (
            f"CloudMAC's own policy is the best {among}: {percent(lead, '.2f')} ahead of {nearest} "
            f"({error}). Chance alone parts two lines as far in {percent(chance, '.2g')} of cases."
        )
    return f"CloudMAC's own policy is {percent(found['behind'], '.2f')} ({error}) behind {nearest}."


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
