# SPDX-License-Identifier: Apache-2.0
"""Writes the table and the plot of ``lab run hybrid``."""
import matplotlib
import rich.box
from rich.console import Console
from rich.table import Table

from ..plotting import pyplot
from .figures import HEAVY, LEAST_SHARE, LIGHT, MODEL, MOST_PING, REFERENCE

COLUMNS = {
    "mac_ms_p50": ("MAC ms p50", "{:.2f}"),
    "mac_ms_p95": ("p95", "{:.2f}"),
    "mac_quiet_ms_p95": ("quiet p95", "{:.2f}"),
    "mac_mbps": ("MAC Mb/s", "{:.1f}"),
    "mac_lost_percent": ("lost %", "{:.1f}"),
    "cross_up_mbps": ("cross up", "{:.1f}"),
    "cross_down_mbps": ("down", "{:.1f}"),
    "link_up_mbps": ("all up", "{:.1f}"),
    "link_down_mbps": ("down", "{:.1f}"),
    "cross_ping_ms_p50": ("ping ms", "{:.2f}"),
    "cross_cov": ("CoV", "{:.3f}"),
}


def rows(policies):
    """Yields the lines of the table: load, policy, then the columns' texts."""
    for load in (LIGHT, HEAVY):
        for name, loads in policies.items():
            if load in loads:
                texts = (
                    "-" if loads[load][key] is None else form.format(loads[load][key])
                    for key, (_, form) in COLUMNS.items()
                )
                yield [load, name, *texts]


def print_table(policies, choice):
    table = Table(title="CloudMAC and cross traffic on one link", box=rich.box.SIMPLE_HEAD)
    for name in ("load", "policy"):
        table.add_column(name)
    for title, _ in COLUMNS.values():
        table.add_column(title, justify="right")
    before = None
    for row in rows(policies):
        if before not in (None, row[0]):
            table.add_section()
        before = row[0]
        table.add_row(*row)
    Console(width=140).print(table)
    print(verdict(choice))


def markdown(policies):
    """Returns the same table as Markdown."""
    titles = ["load", "policy", *(title for title, _ in COLUMNS.values())]
    lines = [titles, ["---"] * len(titles), *rows(policies)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def verdict(choice):
    """Returns the choice as text."""
    if not choice:
        return f"no choice: it needs {REFERENCE} and {MODEL} under heavy load"
    text = (
        f"with {LEAST_SHARE:.0%} of {REFERENCE}'s cross throughput each way, at most "
        f"{MOST_PING:g} times its cross ping and {LEAST_SHARE:.0%} of {MODEL}'s CloudMAC "
        "rate, all under heavy load"
    )
    if choice["met"]:
        return f"winner: {choice['policy']}, the lowest CloudMAC p95 {text}"
    worst = choice["shortfalls"][choice["policy"]]
    condition = max(worst, key=worst.get)
    return (
        f"no policy {text}; nearest: {choice['policy']} ({condition} at "
        f"{worst[condition]:.2f} times what the rule allows)"
    )


def plot(policies, path):
    """Plots CloudMAC's delay against the cross traffic's throughput, as a PNG and an SVG."""
    figure, panes = pyplot.subplots(1, 2, figsize=(11, 5), sharey=True)
    for axes, load in zip(panes, (LIGHT, HEAVY)):
        for number, (name, loads) in enumerate(policies.items()):
            entry = loads.get(load)
            if not entry or entry["mac_ms_p95"] is None:
                continue
            throughput = (entry["cross_up_mbps"] + entry["cross_down_mbps"]) / 2
            lossy = entry["mac_lost_percent"] > 1
            axes.plot(
                throughput,
                entry["mac_ms_p95"],
                "ovsD^P*Xh<>8dp1H"[number % 16],
                color=f"C{number % 10}",
                fillstyle="none" if lossy else "full",
                label=name,
            )
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(matplotlib.ticker.FormatStrFormatter("%g"))
        axes.set_title(f"{load} CloudMAC load")
        axes.set_xlabel("cross traffic, Mb/s each way (mean)")
        axes.grid(alpha=0.3, which="both")
    panes[0].set_ylabel("delay of CloudMAC's pings, 95 %, ms (open: over 1 % lost)")
    panes[1].legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
    figure.tight_layout()
    for suffix in (".png", ".svg"):
        figure.savefig(path.with_suffix(suffix), dpi=150)
    pyplot.close(figure)
