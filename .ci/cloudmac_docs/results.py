# SPDX-License-Identifier: Apache-2.0
"""The results' pages: macros that make their tables, plots for the site, and README's numbers.

An experiment's tables are those that it prints itself."""
import pathlib
import tempfile

from cloudmac_testbed.air_goodput import report as air_report
from cloudmac_testbed.airtime import plots as airtime_plots
from cloudmac_testbed.airtime import verdicts as airtime
from cloudmac_testbed.controller_bench import plots as controller_plots
from cloudmac_testbed.nfv import verdicts as nfv
from cloudmac_testbed.paper import figures, plan, report
from cloudmac_testbed.sizing import report as sizing_report
from cloudmac_testbed.verdict import Verdict
from cloudmac_testbed.virtual_wifi import verdicts as virtual

from . import rows
from .measured import TOP, Measured, command, table
from .printed import printed

JUDGES = {
    "airtime": airtime.verdicts,
    "nfv": nfv.of,
    # The benchmark judges, because it has to run without the testbed's packages.
    "nfv-speed": lambda data: [Verdict(**one) for one in data["verdicts"]],
    "virtual-wifi": virtual.verdicts,
}
README = "README.md"
BEGIN, END = "<!-- numbers -->", "<!-- end -->"
NOT_MEASURED = "Not measured: there is no result file.\n"
PLOTS = "figures"
"""The folder of the plots, beside the results' pages in the site."""
NOTES = {
    " †": "† Older than the code: what was measured has changed since.",
    " ‡": "‡ Age unknown: the result file names no commit, or one that this history lacks.",
}
MARKS = {True: " †", None: " ‡", False: ""}


# --- the summary -----------------------------------------------------------------------------


def _mark(measured, row):
    return "" if row.ours == rows.MISSING else MARKS[measured.is_older(row.file)]


def ten(measured):
    """Returns the ten results that matter as a table."""
    found = [(row, _mark(measured, row)) for row in rows.ten(measured)]
    made = table(
        ("result", "CloudMAC", "compared with"),
        [(row.what, row.ours + mark, row.beside) for row, mark in found],
    )
    used = {mark for _, mark in found}
    return "\n".join([made, *(f"{text}\n" for mark, text in NOTES.items() if mark in used)])


def sources(measured):
    """Returns the command and the commit of the files of the ten results."""
    files = dict.fromkeys(row.file for row in rows.ten(measured))
    return table(
        ("file", "command", "commit"),
        [
            (
                f"`{name}.json`",
                f"`{command(name)}`",
                measured.commit(name) if measured.get(name) else rows.MISSING,
            )
            for name in files
        ],
    )


# --- the paper's figures ---------------------------------------------------------------------


def figure(measured, name):
    """Returns plot, table, remarks and origin of a figure of the paper."""
    data = _of_figure(measured, name)
    if data is None:
        return NOT_MEASURED
    lines = list(report.rows(data))
    several = len({quantity for _, quantity, *_ in lines}) > 1
    shown = table(
        ("line", f"ours, {data['unit']}", "the paper"),
        [
            (f"{label} ({quantity})" if several and quantity not in label else label, ours, paper)
            for label, quantity, ours, paper, _ in lines
        ],
    )
    # The table of figure 7 is that of figure 6.
    parts = [_picture(name, data["title"]), "" if name == "fig7" else shown]
    parts += [f"* {remark}." for remark in report.remarks(_compared(name, data))]
    return "\n".join([*parts, "", measured.origin(_file(name))])


def _compared(name, data):
    """Returns a figure's data with what remarks() says of the paper, and without what it says of
    ranks, for which few runs are not enough."""
    which = plan.FIGURES[name]
    lines = {
        line: {k: v for k, v in one.items() if k != "by_patience"}
        for line, one in data["lines"].items()
    }
    return data | {
        "lines": lines,
        "off_by_more_than_a_quarter": figures.deviations(which, lines),
        "above_idle": [line for line in lines if figures.above_idle(which, line, lines)],
        "own_policy_best": None,
        "cross_kept": None,
    }


def _file(name):
    """Returns the result file of a figure. Two are other views of the same measurements."""
    return {"fig7": "fig6", "fig10": "fig8"}.get(name, name)


COMPARED = ("quantity", "ours", "paper", "ratio")
"""What a line of a result file has more than its summary."""


def _of_figure(measured, name):
    """Returns the content of a figure's result file, with the figure's own lines; None if it is not
    measured."""
    data = measured.get(_file(name))
    if data is None or _file(name) == name:
        return data
    which = plan.FIGURES[name]
    chosen = {
        line: {key: value for key, value in one.items() if key not in COMPARED}
        | {one["quantity"]: one["ours"]}
        for line, one in data["lines"].items()
        if line in (which.only or data["lines"])
    }
    return data | {
        "lines": figures.table(which, chosen),
        "unit": which.unit,
        "title": which.title,
        "causes": (),
    }


# --- experiments -----------------------------------------------------------------------------


def verdicts(measured, name):
    """Returns the goals of an experiment, what was reached, and whether that is enough."""
    data = measured.get(name)
    if data is None:
        return NOT_MEASURED
    return table(
        ("goal", "reached", "verdict"),
        [(f"{one.part}: {one.goal}", one.reached, one.word) for one in JUDGES[name](data)],
    )


def experiment(measured, name):
    """Returns the table that an experiment prints, in a block that can be scrolled, and its
    origin."""
    data = measured.get(name)
    if data is None:
        return NOT_MEASURED
    return f"```text\n{printed(name, data).rstrip()}\n```\n\n{measured.origin(name)}"


# --- plots -----------------------------------------------------------------------------------


def _picture(name, title):
    return f"![{title}]({PLOTS}/{name}.svg)\n"


def plot(measured, name):
    """Returns the plot of an experiment."""
    file, title, _ = DRAWINGS[name]
    return _picture(name, title) if measured.get(file) else ""


DRAWINGS = {
    "air-rates": (
        "air",
        "Goodput by rate, compared with a plain access point",
        air_report.plot_rates,
    ),
    "airtime-latency": ("airtime", "Round-trip times of a ping during TCP", airtime_plots.latency),
    "controller": (
        "controller",
        "First contacts, handovers and rules by number of stations",
        controller_plots.plot,
    ),
    "sizing": ("sizing", "Memory and processor time by number of VAPs", sizing_report.plot),
}
"""Plot -> result file, title, and function that draws the file's content at a path."""


def draw_figures(docs):
    """Draws all plots. docs: a folder that stands for docs/ when the site is built."""
    measured = Measured()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name in plan.FIGURES:
            data = _of_figure(measured, name)
            if data is not None:
                report.figure(plan.FIGURES[name], data, folder)
        for name, (file, _, draw) in DRAWINGS.items():
            if measured.get(file):
                draw(measured.get(file), folder / f"{name}.png")
        target = pathlib.Path(docs) / "results" / PLOTS
        target.mkdir(parents=True, exist_ok=True)
        for drawing in folder.glob("*.svg"):
            (target / drawing.name).write_bytes(drawing.read_bytes())


# --- README ----------------------------------------------------------------------------------


def readme_numbers(measured):
    """Returns README's table."""
    return table(
        ("", "CloudMAC", "compared with", "command"),
        [(r.what, r.ours, r.beside, f"`{command(r.file)}`") for r in rows.three(measured)],
    )


def readme(text, measured):
    """Returns README's text with its numbers made anew. Raises ValueError without marks."""
    before, begin, rest = text.partition(BEGIN + "\n")
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{README} has no {BEGIN} ... {END}")
    return f"{before}{begin}\n{readme_numbers(measured)}\n{end}{after}"


def is_current(top=TOP):
    """Returns true if README has the numbers of the result files."""
    text = (pathlib.Path(top) / README).read_text(encoding="utf-8")
    return readme(text, Measured(top)) == text


def write(top=TOP):
    """Writes README's numbers. Returns true if they changed."""
    if is_current(top):
        return False
    path = pathlib.Path(top) / README
    path.write_text(readme(path.read_text(encoding="utf-8"), Measured(top)), encoding="utf-8")
    return True


def _macro(function):
    return lambda *arguments: function(Measured(), *arguments)


MACROS = {
    "result_" + function.__name__: _macro(function)
    for function in (ten, sources, figure, verdicts, experiment, plot)
}
