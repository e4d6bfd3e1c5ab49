# SPDX-License-Identifier: Apache-2.0
"""The results' pages: macros that make their tables, plots for the site, and README's numbers.

    python3 -m cloudmac_docs.results              write README's numbers (in .ci)
    python3 -m cloudmac_docs.results --check      change nothing; fail if they are out of date

An experiment's tables are those that it prints itself."""
import pathlib
import sys
import tempfile

from cloudmac_testbed.paper import figures, plan

from . import rows
from .measured import TOP, Measured, table

README = "README.md"
BEGIN, END = "<!-- numbers -->", "<!-- end -->"
NOT_MEASURED = "Not measured at a commit that is known.\n"
PLOTS = "figures"
"""The folder of the plots, beside the results' pages in the site."""
MARK = {True: " †", None: " ‡", False: ""}


# --- the summary -----------------------------------------------------------------------------


def ten(measured):
    """Returns the ten results that matter as a table."""
    found = rows.ten(measured)
    marks = [MARK[measured.is_older(row.file)] if row.file else "" for row in found]
    made = table(
        ("result", "CloudMAC", "compared with", "runs"),
        [(row.what, row.ours + mark, row.beside, row.runs) for row, mark in zip(found, marks)],
    )
    notes = {
        " †": "† Measured before the last change of the code that it describes.",
        " ‡": "‡ Of a commit that the history does not have.",
    }
    return "\n\n".join([made, *(text for mark, text in notes.items() if mark in marks)]) + "\n"


def sources(measured):
    """Returns the command, file and commit of each of the ten results."""
    return table(
        ("result", "command", "commit"),
        [
            (row.what, f"`{row.command}`", measured.commit(row.file) if row.file else "")
            for row in rows.ten(measured)
        ],
    )


# --- the paper's figures ---------------------------------------------------------------------


def figure(measured, name):
    """Returns plot, table, remarks and origin of a figure of the paper."""
    from cloudmac_testbed.paper import report

    data = _of_figure(measured, name)
    if data is None:
        return NOT_MEASURED
    head = ("line", "quantity", f"ours, {data['unit']}", "the paper", "ratio")
    far = figures.deviations(plan.FIGURES[name], data["lines"])
    remark = "No line is more than a quarter from the paper's value.\n"
    if far:
        words = ", ".join(
            f"{report.LABELS.get(one, one)} {share:+.0%}" for one, share in far.items()
        )
        remark = f"More than a quarter from the paper's value: {words}.\n"
    shown = table(head, report.rows(data))
    return "\n".join([_picture(name, data["title"]), shown, remark, measured.origin(_file(name))])


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
    return data | {"lines": figures.table(which, chosen), "unit": which.unit, "title": which.title}


# --- experiments -----------------------------------------------------------------------------


def verdicts(measured, name):
    """Returns the goals of an experiment, what was reached, and whether that is enough."""
    from cloudmac_testbed.airtime import verdicts as airtime
    from cloudmac_testbed.virtual_wifi import verdicts as virtual

    judges = {"airtime": airtime.verdicts, "virtual-wifi": virtual.verdicts}
    data = measured.get(name)
    if data is None:
        return NOT_MEASURED
    made = table(
        ("", "goal", "reached", "verdict"),
        [(one.part, one.goal, one.reached, one.word) for one in judges[name](data)],
    )
    return f"{made}\n{measured.origin(name)}"


def experiment(measured, name):
    """Returns the table that an experiment prints, in a block that can be scrolled, and its
    origin."""
    data = measured.get(name)
    if data is None:
        return NOT_MEASURED
    return f"```text\n{printed(name, data).rstrip()}\n```\n\n{measured.origin(name)}"


def printed(name, data):
    """Returns what an experiment prints of a result file."""
    import contextlib
    import io

    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        PRINTERS[name](data)
    lines = [line.rstrip() for line in output.getvalue().splitlines()]
    return "\n".join(lines).strip("\n")


def _air(data):
    from cloudmac_testbed.air_goodput import report

    report.print_table(data)


def _handover(data):
    from cloudmac_testbed.handover import report

    report.print_table(data)


def _hostile(data):
    from cloudmac_testbed.hostile import report

    report.print_tables(data)


def _hybrid(data):
    from cloudmac_testbed.hybrid import report

    report.print_table(data["policies"], data["choice"])


def _sizing(data):
    from cloudmac_testbed.sizing import report

    report.print_table(data)


def _cost(data):
    from cloudmac_testbed.sizing import cost

    cost.print_table(data)


def _chaos(data):
    print(
        f"{data['handovers']} handovers done of {data['asked']} requests: {data['outcomes']}\n"
        f"programs killed: {data['faults_by_kind']}\n{data['violations']} violations"
    )


def _association(data):
    for name in ("wpa2", "wpa3"):
        found = data[name]
        print(f"{name}: {found['successes']} of {found['attempts']}, median {found['median_s']} s")


def _first_contact(data):
    print(
        f"{data['contacts']} first contacts: median {data['median_ms']} ms, 99 % {data['p99_ms']} ms, "
        f"longest {data['longest_ms']} ms"
    )


def _several_radios(data):
    for name, parts in data["radios"].items():
        print(
            f"{name} radios: on the air after {parts['on_air']['median_s']} s (longest "
            f"{parts['on_air']['longest_s']}), association {parts['association']['median_s']} s"
        )


def _agent(data):
    print("ratio to the kernel's bridge, all on one core")
    for row in data["rows"]:
        if row["placement"] == "forwarder":
            print(f"{row['size']:>6} octets, {row['direction']:<8} {row['agent_to_bridge']:.2f}")


def _scheduler(data):
    print("processor time of a frame with the airtime scheduler, compared with that without")
    for row in data["rows"]:
        print(f"{row['stations']:>4} stations, {row['size']:>5} octets {row['ratio']:.3f}")


def _stall(data):
    print("added to 99 % of a frame's delays, ms")
    for name, added in data["p99_added_ms"].items():
        print(f"{name:<24} {added:.3f}")


def _demo(data):
    print("round-trip time beside TCP, ms")
    for name, one in data["strategies"].items():
        print(f"{name:<10} median {one['median_ms']:>8} 95 % {one['p95_ms']:>8}")


def _fuzzing(data):
    for name, one in sorted(data["targets"].items()):
        print(f"{name:<20} {one['executions']:>15,} executions")


def _hostap(data):
    for number_, one in enumerate(data["rounds"], 1):
        print(
            f"round {number_}: {one['passed']} passed on VAP radios, {one['stock_passed']} on stock"
        )


def _upstream(data):
    print(f"tests that fail only with the series, also alone: {len(data['failed_again'])}")


PRINTERS = {
    "air": _air,
    "handover": _handover,
    "hostile": _hostile,
    "hybrid": _hybrid,
    "sizing": _sizing,
    "cost": _cost,
    "chaos": _chaos,
    "association": _association,
    "first-contact": _first_contact,
    "several-radios": _several_radios,
    "agent-bench": _agent,
    "agent-scheduler": _scheduler,
    "agent-stall": _stall,
    "demo": _demo,
    "fuzzing": _fuzzing,
    "hostap": _hostap,
    "ovs-upstream": _upstream,
}


# --- plots -----------------------------------------------------------------------------------


def _picture(name, title):
    return f"![{title}]({PLOTS}/{name}.svg)\n"


def plot(measured, name):
    """Returns the plot of an experiment."""
    file, title, _ = DRAWINGS[name]
    return _picture(name, title) if measured.get(file) else ""


def _draw_figure(name, data, folder):
    from cloudmac_testbed.paper import report

    report.figure(plan.FIGURES[name], data, folder)


def _draw_rates(data, folder):
    from cloudmac_testbed.air_goodput import report

    report.plot_rates(data, folder / "air-rates.png")


def _draw_latency(data, folder):
    from cloudmac_testbed.airtime import plots

    plots.latency(data, folder / "airtime-latency.png")


def _draw_sizing(data, folder):
    from cloudmac_testbed.sizing import report

    report.plot(data, folder / "sizing.png")


DRAWINGS = {
    "air-rates": ("air", "Goodput by rate, compared with a plain access point", _draw_rates),
    "airtime-latency": ("airtime", "Round-trip times beside TCP", _draw_latency),
    "sizing": ("sizing", "Memory and processor time by number of VAPs", _draw_sizing),
}


def draw_figures(docs):
    """Draws all plots. docs: a folder that stands for docs/ when the site is built."""
    measured = Measured()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name in plan.FIGURES:
            data = _of_figure(measured, name)
            if data is not None:
                _draw_figure(name, data, folder)
        for file, _, function in DRAWINGS.values():
            if measured.get(file):
                function(measured.get(file), folder)
        target = pathlib.Path(docs) / "results" / PLOTS
        target.mkdir(parents=True, exist_ok=True)
        for drawing in folder.glob("*.svg"):
            (target / drawing.name).write_bytes(drawing.read_bytes())


# --- README ----------------------------------------------------------------------------------


def readme_numbers(measured):
    """Returns README's table."""
    return table(
        ("", "CloudMAC", "compared with", "runs", "command"),
        [(r.what, r.ours, r.beside, r.runs, f"`{r.command}`") for r in rows.three(measured)],
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


def main(arguments):
    if arguments == ["--check"]:
        return 0 if is_current() else f'{README} has old numbers: run "./cloudmac docs"'
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
