# SPDX-License-Identifier: Apache-2.0
"""The demo's table and plot, with the paper's figures."""
import matplotlib
import rich.box
from rich.console import Console
from rich.table import Table

from .demo_plan import LABELS, PAPER_MS
from .plotting import pyplot

TITLE = "Round trips in virtual time, 4 TCP flows up and 4 down on the 100 Mb/s link"
COLUMNS = ("", "median ms", "95 % ms", "lost", "paper ms", "TCP Mb/s")


def table(strategies):
    """Returns the table. strategies: name -> results.summary()."""
    made = Table(title=TITLE, title_justify="left", title_style="bold", box=rich.box.SIMPLE_HEAD)
    for name in COLUMNS:
        made.add_column(name, justify="right" if name else "left", no_wrap=True)
    for name, row in _present(strategies).items():
        made.add_row(*cells(name, row))
    return made


def _present(strategies):
    """Returns the strategies that there are, in the order of the table."""
    return {name: strategies[name] for name in LABELS if strategies.get(name)}


def cells(name, row):
    """Returns one strategy's row of the table."""
    return (
        LABELS[name],
        _ms(row["median_ms"]),
        _ms(row["p95_ms"]),
        f"{row['lost']} of {row['n'] + row['lost']}",
        _ms(PAPER_MS.get(name)),
        f"{row['cross_up_mbps']:.0f} / {row['cross_down_mbps']:.0f}"
        if row["cross_up_mbps"]
        else "-",
    )


def _ms(value):
    """Returns milliseconds with three digits, or a dash."""
    if value is None:
        return "-"
    return f"{value:.{max(0, 2 - (value >= 10) - (value >= 100))}f}"


def print_table(strategies):
    """Prints the strategies with the paper's figures."""
    Console(width=100).print(table(strategies))


def plot(samples, path):
    """Writes box plots of the round-trip times with the paper's figures, as a PNG.
    ``samples``: strategy -> list of ms."""
    names = list(_present(samples))
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    axes.boxplot(
        [samples[name] for name in names],
        whis=(5, 95),
        showfliers=False,
        widths=0.5,
        medianprops={"color": "tab:blue", "linewidth": 2},
    )
    paper = {at: PAPER_MS[name] for at, name in enumerate(names, 1) if name in PAPER_MS}
    axes.plot(list(paper), list(paper.values()), "D", color="tab:red", label="the paper, Fig. 6")
    axes.plot([], [], color="tab:blue", linewidth=2, label="this lab: median, quartiles, 5 to 95 %")
    axes.set_yscale("log")
    axes.set_xticks(range(1, len(names) + 1), [LABELS[name] for name in names])
    axes.yaxis.set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))
    axes.set_ylabel("round-trip time, ms")
    axes.set_title("A station's RTT through CloudMAC under 4 + 4 TCP flows, 100 Mb/s")
    axes.grid(axis="y", which="both", alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
