# SPDX-License-Identifier: Apache-2.0
"""Draws the plots of ``lab run airtime``: latency ECDFs, bars of goodput and of shares."""
from ..plotting import pyplot


def _save(figure, path):
    figure.tight_layout()
    for suffix in (".png", ".svg"):
        figure.savefig(path.with_suffix(suffix), dpi=120)
    pyplot.close(figure)


MARKS_MS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def _kinds(data):
    """Returns title -> line -> figures of the bulk traffic in T1 and T2."""
    return {
        "UDP down": data["T1"],
        **{
            title: {name: ways[way] for name, ways in data["T2"].items()}
            for way, title in (("tcp_down", "TCP down"), ("tcp_both", "TCP both ways"))
        },
    }


def shares(data, path):
    """Plots the shares of the air of each station in T1 and T2, as stacked bars by line."""
    _bars(data, lambda one: one["shares_percent"], "share of the air, %", path)


def goodput(data, path):
    """Plots the goodput of each station in T1 and T2, as stacked bars by line."""

    def stations(one):
        added = {}
        for those in one["mbps"].values():
            for name, value in those.items():
                added[name] = added.get(name, 0) + value
        return added

    _bars(data, stations, "goodput, Mb/s", path)


def _bars(data, values, unit, path):
    kinds = _kinds(data)
    figure, panes = pyplot.subplots(1, len(kinds), figsize=(5 * len(kinds), 4), squeeze=False)
    for axes, (title, found) in zip(panes[0], kinds.items()):
        names = list(found)
        below = [0.0] * len(names)
        for number, station in enumerate(values(found[names[0]])):
            heights = [values(found[name])[station] for name in names]
            axes.bar(names, heights, bottom=below, color=f"C{number}", label=station)
            below = [low + height for low, height in zip(below, heights)]
        axes.set_title(title)
        axes.set_ylabel(unit)
        axes.set_xticks(range(len(names)), [data["lines"].get(name, name) for name in names])
        axes.tick_params(axis="x", rotation=30)
        axes.grid(axis="y", alpha=0.3)
    panes[0][0].legend(fontsize=8)
    _save(figure, path)


def latency(data, path):
    """Plots ECDFs of the pings beside TCP down in T3, one line each for a fast and the slow
    station."""
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for number, (name, found) in enumerate(data["T3"].items()):
        for (station, one), style in zip(found["ping_ms"].items(), ("-", "--")):
            curve(axes, one["ecdf"], f"{data['lines'][name]}, {station}", f"C{number}", style)
    _finish_ecdf(figure, axes, path)


def crowd(data, path):
    """Plots ECDFs of the pings of all stations in T5."""
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for number, (name, found) in enumerate(data["T5"].items()):
        for (part, style), label in zip(
            (("fast", "-"), ("slow", "--")), ("fast stations", "the slow one")
        ):
            points = found["ping_ms"][part]["ecdf"]
            curve(axes, points, f"{data['lines'][name]}, {label}", f"C{number}", style)
    _finish_ecdf(figure, axes, path)


def curve(axes, points, label, colour, style="-"):
    """Plots an ECDF. points: of figures.quantiles()."""
    axes.step(
        [ms for _, ms in points],
        [percent / 100 for percent, _ in points],
        where="post",
        label=label,
        color=colour,
        linestyle=style,
    )


def _finish_ecdf(figure, axes, path):
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    marks = [ms for ms in MARKS_MS if low <= ms <= high]
    axes.set_xticks(marks, [f"{ms:g}" for ms in marks])
    axes.set_xticks([], minor=True)
    axes.set_xlabel("round-trip time, ms")
    axes.set_ylabel("share of the replies")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    _save(figure, path)


PLOTS = {
    "shares": (shares, ("T1", "T2")),
    "goodput": (goodput, ("T1", "T2")),
    "latency": (latency, ("T3",)),
    "crowd": (crowd, ("T5",)),
}
"""Name -> function of the result file and a path, and the experiments that it shows."""


def draw(data, folder):
    """Draws all plots whose experiments have results, in a folder."""
    for name, (function, needed) in PLOTS.items():
        if all(data.get(experiment) for experiment in needed):
            function(data, folder / f"{name}.png")
