# SPDX-License-Identifier: Apache-2.0
"""Writes the table and the plot of ``lab run handover``."""
import matplotlib
import rich.box
from rich.console import Console
from rich.table import Table

from ..plotting import pyplot
from . import figures, plan

HEAD = (
    "",
    "crossings",
    "lost",
    "twice",
    "gap ms p50",
    "p99",
    "max",
    "without a crossing p99",
    "TCP dip",
)


def _rows(data):
    def number(value, form):
        return "" if value is None else format(value, form)

    for name in (*plan.SYSTEMS, *data["series"]):
        entry = data[name] if name in plan.SYSTEMS else data["series"][name]
        gap, still = entry["gap_ms"], entry["still_ms"]
        yield (
            name,
            str(entry["crossings"]),
            f"{entry['lost']} of {entry['sent']}" if entry["sent"] else "",
            str(entry["duplicated"]) if entry["sent"] else "",
            number(gap["p50"], ".1f"),
            number(gap["p99"], ".1f"),
            number(gap["max"], ".1f"),
            number(still["p99"], ".1f"),
            number(entry["tcp_dip"], ".1%"),
        )


def markdown(data):
    """Returns all figures as a table, in Markdown."""
    lines = ["| " + " | ".join(HEAD) + " |", "|---" * len(HEAD) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in _rows(data)]
    return "\n".join(lines) + "\n"


def print_table(data):
    table = Table(title="Crossings from one radio to the next", box=rich.box.SIMPLE_HEAD)
    for name in HEAD:
        table.add_column(name, justify="right" if name else "left")
    for row in _rows(data):
        table.add_row(*row)
    Console(width=140).print(table)


def plot(series, walks, path):
    """Plots the gaps at all crossings as ECDFs, one line a system and load, as a PNG and an
    SVG."""
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    colours = dict(zip(plan.SYSTEMS, ("tab:blue", "tab:red", "tab:green")))
    for system in plan.SYSTEMS:
        for load, style in zip(plan.LOADS, ("-", "--")):
            values = []
            for entry in series:
                raw, times, begin, end = walks[entry.name]
                if (entry.system, entry.load) == (system, load) and "ping" in raw:
                    values += figures.gaps(raw["ping"], "ping", times, begin, end)[0]
            if values:
                marks = sorted(max(value, 0.1) for value in values)
                axes.step(
                    [marks[0], *marks],
                    [number / len(marks) for number in range(len(marks) + 1)],
                    where="post",
                    label=f"{system}, backhaul {load}",
                    color=colours[system],
                    linestyle=style,
                )
    axes.axvline(5, color="grey", linewidth=0.8)
    axes.text(5, 1.01, "goal", color="grey", ha="center")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))
    axes.set_xlabel(
        "longest time without an echo reply at a crossing, less the interval of 5 ms; ms"
    )
    axes.set_ylabel("share of crossings")
    axes.set_title("A station walks from one radio to the next")
    axes.grid(alpha=0.3)
    if axes.lines:
        axes.legend(loc="best")
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    figure.savefig(path.with_suffix(".svg"))
    pyplot.close(figure)
