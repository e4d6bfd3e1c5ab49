# SPDX-License-Identifier: Apache-2.0
"""Plots results of cloudmac-load: associated stations over time, goodput of each station."""
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402


def draw(results, path):
    """Draws one or several results side by side. results: label -> content of a result file."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4))
    for number, (label, data) in enumerate(results.items()):
        times = sorted(one["associated_s"] for one in data["each"] if "associated_s" in one)
        left.step([0, *times], range(len(times) + 1), where="post", color=f"C{number}", label=label)
        for way, style in (("up", "-"), ("down", "--")):
            values = sorted(one["mbps"][way] for one in data["each"] if way in one.get("mbps", {}))
            if values:
                right.plot(values, style, color=f"C{number}", label=f"{label}, {way}")
    left.set_xlabel("s since the first start")
    left.set_ylabel("associated stations")
    right.set_xlabel("stations, by goodput")
    right.set_ylabel("Mb/s")
    for axes in (left, right):
        axes.grid(alpha=0.3)
        axes.set_ylim(bottom=0)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
