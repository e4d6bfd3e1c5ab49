# SPDX-License-Identifier: Apache-2.0
"""README's table: CloudMAC beside an ordinary access point."""
import dataclasses
import statistics

from cloudmac_testbed.paper.figures import FEWEST, PAPERS_KIND
from cloudmac_testbed.paper.setups import OWN, REFERENCES

from .lines import repetitions, short, short_names, succeeded
from .text import ABSENT, number, table


@dataclasses.dataclass(frozen=True)
class Why:
    """A row of README's table. figures: those with CloudMAC's own policy and other queues for its
    frames, the preferred one first; ordinary: figure and line of an ordinary access point behind the
    same switches; without: what of its value differs, if anything."""

    what: str
    unit: str
    figures: tuple
    ordinary: tuple
    without: str = ""


WHY = (
    Why("TCP throughput of a station", "Mb/s", ("fig8", "fig9"), ("fig8", "ref2")),
    Why("mean round-trip time of a station", "ms", ("fig6",), ("fig6", "ref2")),
    # Reference 2 answers in front of the switches: it is not measured apart from reference 1.
    Why(
        f"stations that manage to connect (they wait {PAPERS_KIND})",
        "%",
        ("fig4",),
        ("fig4", "ref1"),
        "without TCP",
    ),
)
OTHERS = ("fifo", "fq_codel")
"""Columns of other queues for CloudMAC's frames."""
CALIBRATED = "The delay of the link is calibrated ([figure 6](docs/results/fig6.md))."


def _shown(figure, line):
    """Returns the value of a line for README."""
    return line["station"] if figure == "fig9" else line["ours"]


def _text(figure, line, unit):
    """Returns the value of a line for README as text: a share with its number of attempts, another
    value with its number of repetitions."""
    if figure != "fig4":
        count = line["n"] if figure == "fig9" else repetitions(line)
        runs = "1 run" if count == 1 else f"{count} runs"
        return f"{number(_shown(figure, line), '#.3g')} {unit} ({runs})"
    done, tried = succeeded(line, PAPERS_KIND)
    return f"{number(line['by_patience'][PAPERS_KIND], '.0f')} {unit} ({done} of {tried})"


def _idle(figure, lines, unit):
    """Returns the value of a delay on an idle link as text."""
    if figure != "fig6" or "idle" not in lines:
        return ""
    return f"; idle link: {_text(figure, lines['idle'], unit)}"


def _lines(measured, figure):
    return (measured.get(figure) or {"lines": {}})["lines"]


def _found(measured, row, figures, name):
    """Returns the first of some figures with a line, and its value as text; (None, ABSENT)
    without one."""
    for figure in figures:
        line = _lines(measured, figure).get(name)
        if line:
            return figure, _text(figure, line, row.unit)
    return None, ABSENT


def why(measured):
    """Returns the table of three numbers behind a link that other traffic fills. A row whose
    CloudMAC lines are not measured is left out."""
    rows = []
    for row in WHY:
        figure, own = _found(measured, row, row.figures, "cloudmac")
        if not figure:
            continue
        ordinary_figure, ordinary = _found(measured, row, row.ordinary[:1], row.ordinary[1])
        if ordinary_figure and row.without:
            ordinary += f", {row.without}"
        others = [_found(measured, row, row.figures, name) for name in OTHERS]
        used = {figure, ordinary_figure, *(other for other, _ in others)} - {None}
        rows.append(
            (
                row.what,
                ordinary,
                *(text for _, text in others),
                own + _idle(figure, _lines(measured, figure), row.unit),
                ", ".join(
                    f"[figure {name.removeprefix('fig')}](docs/results/{name}.md)"
                    for name in sorted(used)
                ),
            )
        )
    if not rows:
        return "Not measured yet at this commit.\n"
    others = (f"CloudMAC, {short(name)}" for name in OTHERS)
    made = table(
        ("", "ordinary access point", *others, "CloudMAC's policy", "measured"),
        rows,
    )
    gaps = f"`{ABSENT}`: not measured." if any(ABSENT in row for row in rows) else ""
    sentences = (gaps, FEW, CALIBRATED, _queues(measured))
    return f"{made}\n{' '.join(filter(None, sentences))}\n{_roaming(measured)}"


FEW = f"Fewer than {FEWEST} runs do not show which of two close values is higher."


def _queues(measured):
    """Returns sentences about the stations that connect with each queue that the table lacks."""
    lines = {
        name: succeeded(line, PAPERS_KIND)
        for name, line in _lines(measured, "fig4").items()
        if name not in (*REFERENCES, *OTHERS, OWN, "idle")
    }
    some = {name: counts for name, counts in lines.items() if counts[0] < counts[1]}
    every = [name for name in lines if name not in some]
    sentences = [
        f"With {short(name)} {done} of {tried} connect." for name, (done, tried) in some.items()
    ]
    sentences.append(f"With {short_names(every)} all connect." if every else "")
    return " ".join(filter(None, sentences))


def _roaming(measured):
    """Returns sentences about handovers; an empty text if they are not measured."""
    data = measured.get("chaos")
    if data is None:
        return ""
    times = [value for value in data["handover_ms"] if value is not None]
    median = f" A handover takes {statistics.median(times):.0f} ms in the median." if times else ""
    anew = sum(station["new_keys"] for station in data["stations"].values())
    faults = ", ".join(f"{kind} {count}" for kind, count in sorted(data["faults_by_kind"].items()))
    walks = "" if measured.get("handover") else " What a walking station loses is not measured."
    return (
        f"\nRoaming: {data['outcomes'].get('done', 0):,} handovers by an operator's call are "
        f"[done](docs/results/chaos.md), of {data['wanted']:,} wanted. Meanwhile programs were "
        f"killed: {faults}. "
        f"In all, stations got new keys {_times(anew)}.{median}{walks}\n"
    )


def _times(count):
    return "once" if count == 1 else f"{count} times"


PARTS = {"readme why": why}
