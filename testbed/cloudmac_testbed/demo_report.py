# SPDX-License-Identifier: Apache-2.0
"""The demo's table and plot, beside the paper's figures."""
import matplotlib
import rich.box
from rich.console import Console
from rich.table import Table

from .demo import LABELS
from .plotting import pyplot

PAPER_MS = {"idle": 1.77, "fifo": 98.6, "codel": 15.3, "sfq": 2.8, "fq_codel": 2.09, "htb": 1.79}
"""RTT in ms, Fig. 6 of "QoS enabled WiFi MAC layer processing as an example of
a NFV service" (Vestin, Kassler)."""
ORDER = ("idle", "fifo", "codel", "sfq", "fq_codel", "htb")


def print_table(strategies):
    """Prints the strategies beside the paper's figures."""
    table = Table(title="RTT of a station through CloudMAC, ms", box=rich.box.SIMPLE_HEAD)
    for name in ("", "median", "95 %", "lost", "paper", "cross traffic, Mb/s up/down"):
        table.add_column(name, justify="right" if name else "left")
    for name in ORDER:
        if name in strategies:
            row = strategies[name]
            table.add_row(
                LABELS[name],
                f"{row['median_ms']:.2f}",
                f"{row['p95_ms']:.2f}",
                f"{row['lost']} of {row['n'] + row['lost']}",
                f"{PAPER_MS[name]:g}",
                f"{row['cross_up_mbps']:.1f} / {row['cross_down_mbps']:.1f}"
                if row["cross_up_mbps"]
                else "none",
            )
    Console(width=100).print(table)


def plot(samples, path):
    """Writes box plots of the round-trip times beside the paper's figures, as a PNG.
    ``samples``: strategy -> list of ms."""
    names = [name for name in ORDER if samples.get(name)]
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    axes.boxplot(
        [samples[name] for name in names],
        whis=(5, 95),
        showfliers=False,
        widths=0.5,
        medianprops={"color": "tab:blue", "linewidth": 2},
    )
    axes.plot(
        range(1, len(names) + 1),
        [PAPER_MS[name] for name in names],
        "D",
        color="tab:red",
        label="the paper, Fig. 6",
    )
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
