# SPDX-License-Identifier: Apache-2.0
"""README's table: CloudMAC beside an ordinary access point."""
import dataclasses

from cloudmac_testbed.paper.figures import PAPERS_KIND

from .lines import short
from .text import number, table


@dataclasses.dataclass(frozen=True)
class Why:
    """A row of README's table. ordinary: figure and line of an ordinary access point behind the
    same switches; others: figures and lines of other queues for CloudMAC's frames. The first of
    each that is measured is shown."""

    what: str
    unit: str
    ordinary: tuple
    others: tuple


WHY = (
    Why(
        "TCP throughput of a station",
        "Mb/s",
        ("fig8", "ref2"),
        (("fig8", "fifo"), ("fig9", "fq_codel")),
    ),
    Why(
        "mean round-trip time of a station",
        "ms",
        ("fig6", "ref2"),
        (("fig6", "fifo"), ("fig6", "sfq")),
    ),
    # Reference 2 answers in front of the switches: it is not measured apart from reference 1.
    Why(
        f"stations that manage to connect (they wait {PAPERS_KIND})",
        "%",
        ("fig4", "ref1"),
        (("fig4", "fifo"),),
    ),
)
NOT_MEASURED = "not measured yet"


def _shown(figure, line):
    """Returns the value of a line for README."""
    if figure == "fig4":
        return line["by_patience"][PAPERS_KIND]
    return line["station"] if figure == "fig9" else line["ours"]


def _idle(figure, lines, unit):
    """Returns the value of a delay on an idle link as text."""
    if figure != "fig6" or "idle" not in lines:
        return ""
    return f"; idle link: {number(lines['idle']['ours'], '#.3g')} {unit}"


def _lines(measured, figure):
    return (measured.get(figure) or {"lines": {}})["lines"]


def _ordinary(measured, row):
    """Returns the value of an ordinary access point as text; NOT_MEASURED without one."""
    figure, name = row.ordinary
    line = _lines(measured, figure).get(name)
    if line:
        return f"{number(_shown(figure, line), '#.3g')} {row.unit}"
    return NOT_MEASURED


def why(measured):
    """Returns the table of three numbers behind a link that other traffic fills. A row whose
    CloudMAC lines are not measured is left out."""
    rows = []
    for row in WHY:
        for figure, other in row.others:
            lines = _lines(measured, figure)
            if not {other, "cloudmac"} <= set(lines):
                continue
            before, after = (_shown(figure, lines[name]) for name in (other, "cloudmac"))
            ordinary = _ordinary(measured, row)
            figures = {figure} if ordinary == NOT_MEASURED else {figure, row.ordinary[0]}
            rows.append(
                (
                    row.what,
                    ordinary,
                    f"{number(before, '#.3g')} {row.unit} ({short(other)})",
                    f"{number(after, '#.3g')} {row.unit}{_idle(figure, lines, row.unit)}",
                    ", ".join(
                        f"[figure {name.removeprefix('fig')}](docs/results/{name}.md)"
                        for name in sorted(figures)
                    ),
                )
            )
            break
    if not rows:
        return "Not measured yet at this commit.\n"
    head = ("", "ordinary access point", "CloudMAC, another queue", "CloudMAC's policy", "measured")
    return table(head, rows)


PARTS = {"readme why": why}
