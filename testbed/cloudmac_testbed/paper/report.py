# SPDX-License-Identifier: Apache-2.0
"""Writes the figures in the paper's form with the paper's numbers in them: PNG, SVG, CSV, and
tables beside the paper's."""
import csv

import matplotlib
import rich.box
from rich.console import Console
from rich.table import Table

from ..plotting import pyplot
from . import figures, plan, setups

LABELS = {line.name: line.label for line in plan.ALL_LINES}
SHORT = {
    "ref1": "ref. 1",
    "ref2": "ref. 2",
    "ref2-htb": "ref. 2, HTB",
    "idle": "idle",
    "fifo": "FIFO",
    "codel": "CoDel",
    "sfq": "SFQ",
    "fq_codel": "FQ-CoDel",
    "pie": "PIE",
    "fq_pie": "FQ-PIE",
    "htb": "HTB",
    "prio": "PRIO",
    "cake": "CAKE",
    "cloudmac": "CloudMAC",
    "unframed": "not framed",
    "mgmt_idle": "idle",
    "mgmt_fifo": "FIFO",
    "mgmt_equal": "one queue",
    "mgmt_above": "management above",
    "hardware": "no switch",
    "none": "no TC",
}
OURS, PAPER = "tab:blue", "tab:red"


def _bars(axes, figure, lines):
    """Draws a bar for each line, with the deviation if there is one, and the paper's value."""
    names = list(lines)
    for position, name in enumerate(names):
        one = lines[name]
        axes.bar(
            position,
            one["ours"] or 0,
            width=0.6,
            color=OURS if name != setups.OWN else "tab:green",
            yerr=one.get("deviation_ms") or one.get("deviation_mbps") or None,
            ecolor="0.4",
            capsize=3,
        )
        if one["paper"]:
            axes.plot(position, one["paper"], "D", color=PAPER)
    axes.plot([], [], "D", color=PAPER, label="the paper")
    axes.bar([], [], color=OURS, label="this lab")
    axes.set_xticks(range(len(names)), [SHORT[name] for name in names], rotation=30, ha="right")
    axes.set_ylabel(figure.unit)
    axes.grid(axis="y", alpha=0.3)


def _log(axes, way):
    getattr(axes, f"set_{way}scale")("log")
    getattr(axes, f"{way}axis").set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))


def _ecdf(axes, figure, lines):
    for number, (name, one) in enumerate(lines.items()):
        if one["ecdf"]:
            axes.step(*zip(*one["ecdf"]), where="post", color=f"C{number}", label=SHORT[name])
        share = {"median_ms": 0.5, "p95_ms": 0.95}[one["quantity"]]
        if one["paper"]:
            axes.plot(one["paper"], share, "D", color=f"C{number}", markeredgecolor="black")
    axes.plot([], [], "D", color="white", markeredgecolor="black", label="the paper")
    _log(axes, "x")
    axes.set_xlabel("ms until the probe response")
    axes.set_ylabel("share of probe requests")
    axes.grid(alpha=0.3, which="both")


def _over_time(axes, figure, lines):
    for number, (name, one) in enumerate(lines.items()):
        axes.plot(*zip(*one["series"]), color=f"C{number}", label=SHORT[name], linewidth=1.2)
    _log(axes, "y")
    axes.set_xlabel("s")
    axes.set_ylabel("round-trip time, ms (mean of half seconds)")
    axes.grid(alpha=0.3, which="both")


def _cross(axes, figure, lines):
    main = lines[figure.only[0]]
    series = main["series"]
    third = len(series["with"]) // 3
    for number, (name, label) in enumerate(
        (("with", "cross traffic, the station's way"), ("against", "cross traffic, the other way"))
    ):
        axes.plot(range(len(series[name])), series[name], color=f"C{number}", label=label)
        for phase, when in enumerate(("before", "during", "after")):
            paper = lines[f"{figure.only[0]} {name}_{when}"]["paper"]
            if paper:
                span = [phase * third, (phase + 1) * third]
                axes.plot(span, [paper, paper], "--", color=f"C{number}", linewidth=1)
    during = range(third, third + len(series["station"]))
    axes.plot(during, series["station"], color="C2", label="the station's TCP")
    ours = lines.get(setups.OWN)
    if ours and figure.only[0] != setups.OWN:
        for number, name in enumerate(("with", "against")):
            times = range(len(ours["series"][name]))
            axes.plot(times, ours["series"][name], ":", color=f"C{number}", linewidth=1)
        axes.plot(during, ours["series"]["station"], ":", color="C2", linewidth=1)
        axes.plot([], [], ":", color="0.4", label=LABELS[setups.OWN])
    paper = lines[f"{figure.only[0]} station"]["paper"]
    axes.plot([third, 2 * third], [paper, paper], "--", color="C2", linewidth=1)
    axes.plot([], [], "--", color="0.4", label="the paper")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("s")
    axes.set_ylabel("Mb/s")
    axes.grid(alpha=0.3)


def _plot(figure, data, path):
    drawing, axes = pyplot.subplots(figsize=(8, 4.8))
    lines = data["lines"]
    if figure.part == "responses":
        _ecdf(axes, figure, lines)
    elif figure.quantity == "during_ms":
        _over_time(axes, figure, lines)
    elif figure.quantity == "cross":
        _cross(axes, figure, lines)
    else:
        _bars(axes, figure, lines)
        if figure.unit == "ms":
            _log(axes, "y")
    axes.set_title(figure.heading, fontsize=11 if figure.number else 9)
    axes.legend(fontsize=8)
    drawing.tight_layout()
    for suffix in (".png", ".svg"):
        # Without a date: the same figures give the same file.
        more = {"metadata": {"Date": None}} if suffix == ".svg" else {}
        drawing.savefig(path.with_suffix(suffix), dpi=150, **more)
    pyplot.close(drawing)


matplotlib.rcParams["svg.hashsalt"] = "cloudmac"


def figure(which, data, folder):
    """Writes a figure's PNG, SVG and CSV."""
    _plot(which, data, folder / f"{which.name}.png")
    with open(folder / f"{which.name}.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["line", "quantity", "ours", "paper", "ratio"])
        for name, one in data["lines"].items():
            if "ours" in one:
                table.writerow(
                    [name, *(one[key] for key in ("quantity", "ours", "paper", "ratio"))]
                )
    for key, header in (("series", ["seconds", "value"]), ("ecdf", ["ms", "share"])):
        with_points = {name: one[key] for name, one in data["lines"].items() if one.get(key)}
        if with_points:
            _points(folder / f"{which.name}-{key}.csv", header, with_points)


def _points(path, header, lines):
    """Writes the points of a curve, one row each."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["line", *header])
        for name, points in lines.items():
            if isinstance(points, dict):
                for kind, values in points.items():
                    table.writerows([f"{name} {kind}", s, v] for s, v in enumerate(values))
            else:
                table.writerows([name, *point] for point in points)


def _number(value):
    return "" if value is None else f"{value:.4g}"


def rows(data):
    """Yields the lines of a figure's table as texts: line, quantity, ours, the paper's,
    ratio."""
    for name, one in data["lines"].items():
        if "ours" in one:
            label = one.get("label") or LABELS.get(name) or name.replace("_", " ")
            numbers = [_number(one[key]) for key in ("ours", "paper", "ratio")]
            yield [label, one["quantity"].replace("_", " "), *numbers]


def remarks(data):
    """Yields the remarks below a figure's table, as texts."""
    if data["off_by_more_than_a_quarter"]:
        yield "More than a quarter from the paper: " + ", ".join(
            f"{LABELS.get(name, name.replace('_', ' '))} ({share:+.0%} of the paper's value"
            f"{', both above idle' if name in data.get('above_idle', ()) else ''})"
            for name, share in data["off_by_more_than_a_quarter"].items()
        )
    for cause in data.get("causes", ()):
        yield (
            f"Tested for {LABELS[cause['line']]}: {cause['suspected']}: "
            f"{_with_deviation(cause, 'ours')} becomes {_with_deviation(cause, 'changed')}; "
            f"the paper has {_number(cause['paper'])}"
        )
    for name, one in data["lines"].items():
        if one.get("by_patience"):
            shares = ", ".join(
                f"{_number(share)} % of those that wait {kind}"
                for kind, share in one["by_patience"].items()
            )
            yield f"{LABELS[name]}: {shares}. The paper's card waits {figures.PAPERS_KIND}"
    unanswered = [
        f"{LABELS[name]} {one['none']} of {one['n']}"
        for name, one in data["lines"].items()
        if one.get("none")
    ]
    if unanswered:
        yield "Without a response, and in no percentile: " + ", ".join(unanswered)
    best = data["own_policy_best"]
    if best:
        value = _number(best["value"])
        few = ""
        if best["by_chance"] is None:
            few = f"; {data['repetitions']} repetition(s) are too few to tell that from chance"
        yield f"CloudMAC's own policy {_rank(best)} under cross traffic ({value}){few}"
    kept = data.get("cross_kept")
    if kept:
        least = min(kept, key=kept.get)
        words = "keeps" if kept[least] >= 1 else "does NOT keep"
        yield (
            f"CloudMAC's own policy {words} FQ-CoDel's cross traffic: of it there is at least "
            f"{kept[least]:.1%} ({least.replace('_', ' ')})"
        )


def _rank(best):
    """Returns the result of figures.best() as text."""
    chance = best["by_chance"]
    error = "" if best["error"] is None else f" (standard error {best['error']:.2%})"
    if chance is not None and chance > figures.IMPROBABLE:
        ahead = "not" if best["holds"] else f"{best['behind']:.2%}{error}"
        return (
            f"cannot be told from {LABELS[best['nearest']]}, the best other line: {ahead} behind it, "
            f"in {chance:.0%} of cases so far apart by chance,"
        )
    if best["holds"]:
        return "is the best of all lines"
    return f"is NOT the best of all lines, but {best['behind']:.2%}{error} behind it,"


def _with_deviation(cause, key):
    """Returns a value of figures.causes() as text, with the repetitions' standard deviation if
    it is known."""
    deviation = cause["deviations"][("ours", "changed").index(key)]
    return _number(cause[key]) + ("" if deviation is None else f" ± {_number(deviation)}")


def causes(chosen, done, path):
    """Prints how the suspected causes changed the lines, and writes it as Markdown. done: figure
    -> result of figures.causes()."""
    head = ("figure", "line", "suspected", "quantity", "ours", "changed", "paper")
    rows_ = [
        [
            which.name,
            LABELS[cause["line"]],
            cause["suspected"],
            cause["quantity"].replace("_", " "),
            _with_deviation(cause, "ours"),
            _with_deviation(cause, "changed"),
            _number(cause["paper"]),
        ]
        for which in chosen
        for cause in done.get(which.name, ())
    ]
    table = Table(title="One thing changed", box=rich.box.SIMPLE_HEAD)
    for column in head:
        table.add_column(column)
    for row in rows_:
        table.add_row(*row)
    Console(width=140).print(table)
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    lines += [f"| {' | '.join(row)} |" for row in rows_]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def print_tables(chosen, done):
    console = Console(width=110)
    for which in chosen:
        data = done[which.name]
        title = f"{which.heading}, {which.unit}"
        table = Table(title=title, box=rich.box.SIMPLE_HEAD)
        for column in ("", "quantity", "ours", "paper", "ratio"):
            table.add_column(column, justify="left" if column in ("", "quantity") else "right")
        for row in rows(data):
            table.add_row(*row)
        console.print(table)
        for remark in remarks(data):
            console.print(remark, highlight=False)


def document(chosen, done, path):
    """Writes the same as Markdown, with the plots."""
    parts = []
    for which in chosen:
        data = done[which.name]
        lines = [f"### {which.heading}", ""]
        lines += [f"![{which.name}]({which.name}.png)", ""]
        lines += [
            f"| | quantity | ours, {which.unit} | the paper's | ratio |",
            "|---|---|---|---|---|",
        ]
        lines += [f"| {' | '.join(row)} |" for row in rows(data)]
        lines += ["", *(f"* {remark}" for remark in remarks(data))]
        lines += [
            "",
            f"`{data['command']}`, seed {data['seed']}, {data['repetitions']} repetitions, "
            f"clock: {data['clock']}.",
        ]
        parts.append("\n".join(lines))
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
