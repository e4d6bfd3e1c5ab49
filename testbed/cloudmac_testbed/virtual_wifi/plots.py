# SPDX-License-Identifier: Apache-2.0
"""Draws the plots of ``lab run virtual-wifi``."""
from ..plotting import pyplot
from .report import KINDS


def _save(figure, path):
    figure.tight_layout()
    for suffix in (".png", ".svg"):
        figure.savefig(path.with_suffix(suffix), dpi=120)
    pyplot.close(figure)


def throughput(data, path):
    """Plots the goodput of W1, bars by kind of traffic and system."""
    found = data["W1"]["mbps"]
    kinds = [kind for kind in KINDS if kind in next(iter(found.values()))]
    figure, axes = pyplot.subplots(figsize=(8, 4))
    width = 0.8 / len(found)
    for number, (system, mbps) in enumerate(found.items()):
        places = [place + number * width for place in range(len(kinds))]
        axes.bar(places, [mbps[kind] for kind in kinds], width, label=system)
    middle = width * (len(found) - 1) / 2
    axes.set_xticks([place + middle for place in range(len(kinds))], [KINDS[k] for k in kinds])
    axes.set_ylabel("Mb/s")
    axes.grid(axis="y", alpha=0.3)
    axes.legend(fontsize=8)
    _save(figure, path)


def many(data, path):
    """Plots W4's total goodput by the number of guests."""
    guests = data["W4"]["guests"]
    figure, axes = pyplot.subplots(figsize=(8, 4))
    for kind in next(iter(guests.values()))["total_mbps"]:
        axes.plot(
            list(map(int, guests)),
            [one["total_mbps"][kind] for one in guests.values()],
            "o-",
            label=KINDS[kind],
        )
    axes.set_xscale("log", base=2)
    axes.set_xticks(list(map(int, guests)), list(guests))
    axes.set_ylim(bottom=0)
    axes.set_xlabel("virtual stations on one radio")
    axes.set_ylabel("Mb/s in total")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    _save(figure, path)


def load(data, path):
    """Plots W10's joins over time and the goodput of each station."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4))
    for number, (target, one) in enumerate(data["W10"]["targets"].items()):
        times = sorted(each["associated_s"] for each in one["each"] if "associated_s" in each)
        left.step(
            [0, *times], range(len(times) + 1), where="post", color=f"C{number}", label=target
        )
        for way, style in (("up", "-"), ("down", "--")):
            values = sorted(
                each["mbps"][way] for each in one["each"] if way in each.get("mbps", {})
            )
            right.plot(values, style, color=f"C{number}", label=f"{target}, {way}")
    left.set_xlabel("s since the first start")
    left.set_ylabel("associated stations")
    right.set_xlabel("stations, by goodput")
    right.set_ylabel("Mb/s")
    for axes in (left, right):
        axes.grid(alpha=0.3)
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=8)
    _save(figure, path)


PLOTS = {"throughput": (throughput, "W1"), "many": (many, "W4"), "load": (load, "W10")}
"""Name -> function of the result file and a path, and the part that it shows."""


def draw(data, folder):
    """Draws all plots whose parts have results, in a folder."""
    for name, (function, needed) in PLOTS.items():
        if data.get(needed):
            function(data, folder / f"{name}.png")
