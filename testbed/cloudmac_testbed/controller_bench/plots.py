# SPDX-License-Identifier: Apache-2.0
"""Draws how the controller's times grow with the network."""
from ..plotting import pyplot

TIMES = (
    ("contact_ms", "first contact"),
    ("handover_ms", "handover"),
)


def plot(data, path):
    """Draws median and 99th percentile of each step of a result file, by number of stations."""
    steps = sorted(data["steps"], key=lambda step: step["stations"])
    stations = [step["stations"] for step in steps]
    figure, (times, rules) = pyplot.subplots(1, 2, figsize=(9, 3.4))
    for number, (key, name) in enumerate(TIMES):
        for point, style in (("p50", "-"), ("p99", "--")):
            label = f"{name}, {'median' if point == 'p50' else '99 %'}"
            values = [step[key][point] for step in steps]
            times.plot(stations, values, f"C{number}{style}", marker="o", label=label)
    times.set_ylabel("ms")
    times.set_yscale("log")
    times.legend(fontsize="small")
    each = [step["rules_per_station"] for step in steps]
    rules.plot(stations, each, marker="o")
    rules.set_ylabel("rules for a station, on all switches")
    rules.set_ylim(0, 1.2 * max(each))
    for axes in (times, rules):
        axes.set_xscale("log")
        axes.set_xlabel("stations")
        axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    figure.savefig(path.with_suffix(".svg"))
    pyplot.close(figure)
