# SPDX-License-Identifier: Apache-2.0
"""Writes the table and the plot of ``lab run sizing``."""
import matplotlib
import rich.box
from rich.console import Console
from rich.table import Table

from ..plotting import pyplot
from . import plan


def _number(value, form):
    return "" if value is None else format(value, form)


LARGE = plan.OCTETS[-1]
COLUMNS = {
    "VAPs": lambda step: str(step["vaps"]),
    "stations": lambda step: str(step["stations"]),
    "MB for each VAP more": lambda step: _number(step["memory_mb_per_vap"], ".2f"),
    "of it hostapd": lambda step: _number(step["hostapd_mb_per_vap"], ".2f"),
    "kB a station": lambda step: _number(step["memory_kb_per_station"], ".1f"),
    "idle, % of a processor": lambda step: f"{step['idle_processor_percent']:.1f}",
    "association ms": lambda step: f"{step['association']['us'] / 1e3:.2f}",
    "begun anew": lambda step: str(step["association"]["anew"]),
    "associations/s": lambda step: f"{step['association']['per_s']:.0f}",
    **{
        f"{load} {octets}, µs": lambda step, key=f"{load}_{octets}": f"{step[key]['us']:.1f}"
        for load in ("up", "through")
        for octets in plan.OCTETS
    },
}


def _rows(data):
    for name, steps in data["series"].items():
        for step in steps:
            yield name, *(form(step) for form in COLUMNS.values())


def markdown(data):
    """Returns all figures as a table, in Markdown."""
    head = ("", *COLUMNS)
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in _rows(data)]
    return "\n".join(lines) + "\n"


def print_table(data):
    table = Table(title="A machine full of VAPs", box=rich.box.SIMPLE_HEAD)
    table.add_column("")
    for name in COLUMNS:
        table.add_column(name, justify="right")
    for row in _rows(data):
        table.add_row(*row)
    Console(width=170).print(table)


PANELS = (
    ("memory for each VAP more, MB", lambda step: step["memory_mb_per_vap"]),
    ("processor when idle, %", lambda step: step["idle_processor_percent"]),
    ("processor time of an association, ms", lambda step: step["association"]["us"] / 1e3),
    (f"of a frame up, {LARGE} octets, µs", lambda step: step[f"up_{LARGE}"]["us"]),
)


def plot(data, path):
    """Plots four panels against the number of VAPs, or of stations if there is one VAP, as a PNG
    and an SVG."""
    figure, panels = pyplot.subplots(2, 2, figsize=(10, 7))
    for axes, (title, value) in zip(panels.flat, PANELS):
        for name, steps in data["series"].items():
            many = steps[-1]["vaps"] > 1
            marks = [step["vaps"] if many else step["stations"] for step in steps]
            values = [value(step) for step in steps]
            if any(entry is not None for entry in values):
                axes.plot(marks, values, marker="o", label=name)
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))
        axes.set_ylim(bottom=0)
        axes.set_title(title)
        axes.set_xlabel('VAPs; in "stations": stations of one VAP')
        axes.grid(alpha=0.3)
    panels.flat[1].legend()
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    figure.savefig(path.with_suffix(".svg"))
    pyplot.close(figure)
