# SPDX-License-Identifier: Apache-2.0
"""The plots of docs/figures. Each SVG names the result file that it shows and its checksum, so
that a check needs no plotting library."""
import pathlib
import re
import tempfile

from . import files
from .origin import EXPERIMENTS

STAMP = re.compile(r"<!-- drawn from (\S+)\.json (\w+) -->")
DATE = re.compile(r"\s*<dc:date>.*?</dc:date>", re.DOTALL)
NO_DATE = {"Date": None}
SECTIONS = {
    "air-rates": "rates",
    "air-distances": "distances",
    "airtime-shares": "T2",
    "airtime-goodput": "T2",
    "airtime-latency": "T3",
    "airtime-crowd": "T5",
    "virtual-wifi-throughput": "W1",
    "virtual-wifi-many": "W4",
    "virtual-wifi-load": "W10",
}
"""Sections of a result file that a plot shows. A run of some series leaves others empty."""
OURS, OTHER, PAPER = "tab:blue", "tab:orange", "tab:red"


def path(name, measured):
    """Returns the path of a plot."""
    return measured.top / files.FIGURES / f"{name}.svg"


def source(name, measured):
    """Returns the result file that a plot shows, and its checksum; None without one."""
    found = EXPERIMENTS[PLOTS[name][0]].file(measured)
    section = SECTIONS.get(name)
    if found is None or (section and not measured.get(found).get(section)):
        return None
    return found, measured.checksum(found)


def drawn(name, measured):
    """Returns what a plot was drawn from: result file and checksum; None without a plot."""
    try:
        with open(path(name, measured), encoding="utf-8") as file:
            found = STAMP.search(file.read(2000))
    except OSError:
        return None
    return found.groups() if found else None


def stale(measured):
    """Returns the names of plots that do not show the present result file."""
    return [
        name
        for name in PLOTS
        if source(name, measured) and drawn(name, measured) != source(name, measured)
    ]


def show(name, measured):
    """Returns the Markdown of a plot; an empty text if there is nothing to show."""
    wanted = source(name, measured)
    if wanted is None:
        return ""
    if drawn(name, measured) != wanted:
        return (
            f"The plot of {wanted[0]}.json is out of date: run "
            "`python3 -m cloudmac_docs.results` in `.ci`.\n"
        )
    return f"![{PLOTS[name][2]}](../figures/{name}.svg)\n"


def draw(measured):
    """Draws all plots that are out of date. Returns their names."""
    names = stale(measured)
    if not names:
        return []
    # The plotting library is needed here only.
    import matplotlib
    from cloudmac_testbed.plotting import pyplot

    for name in names:
        experiment, function, _ = PLOTS[name]
        with tempfile.TemporaryDirectory() as folder:
            # Text stays text: a reader can search it, and the file is small.
            with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "cloudmac"}):
                target = pathlib.Path(folder) / f"{name}.svg"
                function(EXPERIMENTS[experiment].data(measured), target)
                pyplot.close("all")
            if target.exists():
                _place(target, path(name, measured), *source(name, measured))
    return names


def _place(drawing, target, file, checksum):
    """Copies a drawing to its place, with its stamp and without a date."""
    head, _, rest = DATE.sub("", drawing.read_text(encoding="utf-8")).partition("\n")
    target.parent.mkdir(parents=True, exist_ok=True)
    lines = [line.rstrip() for line in rest.splitlines()]
    text = "\n".join([head, f"<!-- drawn from {file}.json {checksum} -->", *lines])
    target.write_text(text + "\n", encoding="utf-8")


# --- drawings ----------------------------------------------------------------------------


def _axes(title, ylabel, size=(8, 4.8)):
    from cloudmac_testbed.plotting import pyplot

    drawing, axes = pyplot.subplots(figsize=size)
    axes.set_title(title, fontsize=11)
    axes.set_ylabel(ylabel)
    axes.grid(axis="y", alpha=0.3)
    return drawing, axes


def _save(drawing, target):
    drawing.tight_layout()
    drawing.savefig(target, metadata=NO_DATE)


def _groups(axes, names, kinds, value):
    """Draws a bar for each name and kind. value(name, kind): None for none."""
    width = 0.8 / len(kinds)
    for number, kind in enumerate(kinds):
        marks = [place + (number - (len(kinds) - 1) / 2) * width for place in range(len(names))]
        axes.bar(marks, [value(name, kind) or 0 for name in names], width=width, label=kind)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")


def _figure(name):
    """Returns the function that draws a figure in the paper's form."""

    def draw_figure(data, target):
        from cloudmac_testbed.paper import figures, plan, report

        which = plan.FIGURES[name]
        if data.get("figure") != (which.number or which.past):
            # Of another figure that shares its measurements.
            data = data | {"lines": figures.table(which, _summaries(which, data["lines"]))}
        report.figure(which, data, target.parent)

    return draw_figure


def _summaries(which, lines):
    """Returns line -> summary of the lines that a figure shows, from another figure's lines."""
    chosen = {name: line for name, line in lines.items() if not which.only or name in which.only}
    return {
        name: {key: value for key, value in line.items() if key not in COMPARED}
        | {line["quantity"]: line["ours"]}
        for name, line in chosen.items()
    }


COMPARED = ("quantity", "ours", "paper", "ratio")
"""What a line of a result file has more than its summary."""


def _attempts(name):
    """Returns the function that draws attempts, each class of patience by itself."""

    def draw_attempts(data, target):
        from cloudmac_testbed.paper import figures, plan, report

        which, lines = plan.FIGURES[name], data["lines"]
        drawing, axes = _axes(which.heading, "attempts that succeed, %")
        labels = {report.SHORT[line]: line for line in lines}
        _groups(
            axes,
            list(labels),
            [f"waits {kind}" for kind in figures.KINDS],
            lambda label, kind: lines[labels[label]]["by_patience"][kind.removeprefix("waits ")],
        )
        for place, line in enumerate(lines):
            if which.paper.get(line):
                axes.plot(place, which.paper[line], "D", color=PAPER)
        if which.paper:
            axes.plot([], [], "D", color=PAPER, label=f"the paper ({figures.PAPERS_KIND})")
        axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
        _save(drawing, target)

    return draw_attempts


def _demo(data, target):
    from cloudmac_testbed.demo_plan import PAPER_MS

    from .lines import label

    strategies = data["strategies"]
    drawing, axes = _axes("Round-trip time of a station, cross traffic on the link", "ms")
    labels = {label(name): name for name in strategies}
    keys = {"median": "median_ms", "95 %": "p95_ms"}
    _groups(axes, list(labels), list(keys), lambda one, kind: strategies[labels[one]][keys[kind]])
    marks = [PAPER_MS.get(name) for name in strategies]
    axes.plot(range(len(marks)), marks, "D", color=PAPER, label="the paper, mean")
    axes.set_yscale("log")
    axes.legend(fontsize=8)
    _save(drawing, target)


def _split(data, target):
    drawing, axes = _axes("Median time of an echo in each part", "µs")
    names = list(next(iter(data["virtual"].values()))["up"]["us"])
    kinds = {
        f"{clock}, {size} octets, {way}": data[clock][size][way]["us"]
        for clock in ("virtual", "real")
        for size in data[clock]
        for way in ("up", "down")
    }
    _groups(axes, names, list(kinds), lambda name, kind: kinds[kind][name]["median"])
    axes.set_yscale("log")
    axes.legend(fontsize=7)
    _save(drawing, target)


def _cost(data, target):
    drawing, axes = _axes("Processor time of a frame, median", "µs")
    parts = data["parts"]
    names = list(parts)
    loads = sorted({load for found in parts.values() for load in found})
    kinds = {load.replace("_", ", ") + " octets": load for load in loads}
    _groups(axes, names, list(kinds), lambda part, kind: parts[part].get(kinds[kind], {}).get("us"))
    axes.legend(fontsize=8)
    _save(drawing, target)


def _sizing(data, target):
    from cloudmac_testbed.sizing import report

    report.plot(data, target.with_suffix(".png"))


def _hybrid(data, target):
    from cloudmac_testbed.hybrid import report

    report.plot(data["policies"], target.with_suffix(".png"))


def _air_rates(data, target):
    from cloudmac_testbed.air_goodput import report

    report.plot_rates(data, target.with_suffix(".png"))


def _air_distances(data, target):
    from cloudmac_testbed.air_goodput import report

    report.plot_distances(data, target.with_suffix(".png"))


def _airtime(name):
    def made(data, target):
        from cloudmac_testbed.airtime import plots

        plots.PLOTS[name][0](data, target.with_suffix(".png"))

    return made


def _virtual_wifi(name):
    def made(data, target):
        from cloudmac_testbed.virtual_wifi import plots

        plots.PLOTS[name][0](data, target.with_suffix(".png"))

    return made


def _handover(data, target):
    from .lab import SYSTEMS

    drawing, axes = _axes("Gap at a crossing, less the interval of the echoes", "ms")
    keys = {"median": "p50", "99 %": "p99", "longest": "max"}
    _groups(axes, list(SYSTEMS), list(keys), lambda name, kind: data[name]["gap_ms"][keys[kind]])
    goal = data["goal"]["gap_ms_p99"]
    axes.axhline(goal, color="grey", linewidth=0.8, label="goal of 99 %")
    axes.set_yscale("log")
    axes.legend(fontsize=8)
    _save(drawing, target)


def _chaos(data, target):
    drawing, axes = _axes("Time until all is in order again", "s")
    kinds = sorted({after for after, _ in data["calm_s"]})
    for place, kind in enumerate(kinds):
        values = [seconds for after, seconds in data["calm_s"] if after == kind]
        axes.plot([place] * len(values), values, "_", color=OURS, markersize=14, alpha=0.5)
    axes.set_xticks(range(len(kinds)), [f"after: {kind}" for kind in kinds])
    axes.set_yscale("log")
    _save(drawing, target)


def _ovs(data, target):
    drawing, axes = _axes("Patched to unpatched, TCP through one switch, 95 %", "ratio")
    for place, found in enumerate(data["types"].values()):
        low, high = found["interval"]
        colour = OURS if found["over"] == "plain" else OTHER
        axes.vlines(place, low, high, color=colour)
        axes.plot(place, found["ratio"], "o", color=colour)
    axes.plot([], [], "o", color=OURS, label="to the same type, unpatched")
    axes.plot([], [], "o", color=OTHER, label="to no QoS, unpatched")
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.set_xticks(range(len(data["types"])), list(data["types"]), rotation=30, ha="right")
    axes.legend(fontsize=8)
    _save(drawing, target)


def _agent(data, target):
    drawing, axes = _axes("Frames a second of one core, down", "kpps")
    rows = [row for row in data["rows"] if row["direction"] == "down"]
    for placement, style in (("sender", "-"), ("forwarder", "--")):
        chosen = [row for row in rows if row["placement"] == placement]
        for number, name in enumerate(("agent", "bridge", "plain", "xdp")):
            if name not in rows[0]:
                continue
            axes.plot(
                [row["size"] for row in chosen],
                [row[name]["pps"] / 1e3 for row in chosen],
                f"o{style}",
                color=f"C{number}",
                label=f"{name}, kernel receives on the {placement}'s core",
            )
    axes.set_ylim(bottom=0)
    axes.set_xlabel("octets")
    axes.legend(fontsize=8)
    _save(drawing, target)


PLOTS = {
    "fig3": ("fig3", _figure("fig3"), "Ratio of the throughput to no TC, by qdisc"),
    "fig4": ("fig4", _attempts("fig4"), "Attempts that succeed, by line and patience"),
    "fig5": ("fig5", _figure("fig5"), "Distribution of the time until the probe response"),
    "fig6": ("fig6", _figure("fig6"), "Mean round-trip time by line"),
    "fig7": ("fig7", _figure("fig7"), "Round-trip time over the seconds of a repetition"),
    "fig8": ("fig8", _figure("fig8"), "TCP throughput of a station by line"),
    "fig9": ("fig9", _figure("fig9"), "Throughput over the seconds, FQ-CoDel"),
    "fig10": ("fig10", _figure("fig10"), "Throughput over the seconds, HTB"),
    "management-connect": (
        "management-connect",
        _attempts("management-connect"),
        "Attempts that succeed while CloudMAC's own traffic congests the link",
    ),
    "management-probe": (
        "management-probe",
        _figure("management-probe"),
        "Distribution of the time until the probe response",
    ),
    "demo": ("demo", _demo, "Round-trip times by strategy"),
    "split": ("split", _split, "Median time of an echo in each part"),
    "cost": ("cost", _cost, "Processor time of a frame by part"),
    "sizing": ("sizing", _sizing, "Memory and processor time by the number of VAPs"),
    "hybrid": ("hybrid", _hybrid, "Delay of CloudMAC beside the cross traffic's throughput"),
    "air-rates": ("air", _air_rates, "Goodput by rate"),
    "air-distances": ("air", _air_distances, "Goodput and delay by distance"),
    "airtime-shares": ("airtime", _airtime("shares"), "Shares of the air by line"),
    "airtime-goodput": ("airtime", _airtime("goodput"), "Goodput of each station by line"),
    "airtime-latency": ("airtime", _airtime("latency"), "Round-trip times beside TCP"),
    "airtime-crowd": ("airtime", _airtime("crowd"), "Round-trip times of many stations"),
    "virtual-wifi-throughput": (
        "virtual-wifi",
        _virtual_wifi("throughput"),
        "Goodput of a station by system and kind of traffic",
    ),
    "virtual-wifi-many": (
        "virtual-wifi",
        _virtual_wifi("many"),
        "Goodput of all virtual stations by their number",
    ),
    "virtual-wifi-load": (
        "virtual-wifi",
        _virtual_wifi("load"),
        "Associated stations over time, and goodput of each",
    ),
    "handover": ("handover", _handover, "Gaps at crossings by system"),
    "chaos": ("chaos", _chaos, "Time until all is in order, by what was killed"),
    "ovs": ("ovs", _ovs, "Ratio of patched to unpatched by type"),
    "agent-bench": ("agent-bench", _agent, "Frames a second by length"),
}
