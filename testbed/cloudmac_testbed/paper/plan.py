# SPDX-License-Identifier: Apache-2.0
"""Declares the measurements, and the paper's numbers. Does no I/O."""
import collections.abc
import dataclasses

from ..guest import paper_figures
from .setups import LINES, MANAGEMENT_LINES, OWN, QUICK_LINES, WIRELESS, Line

REPETITIONS = 15


def evenly(number):
    """Returns an element, from 0 on, of van der Corput's sequence, which mirrors a number's
    binary digits. It fills -0.5 to 0.5 evenly wherever it ends."""
    place, turned = 0.5, 0.5
    while number:
        turned += place * (number & 1)
        number >>= 1
        place /= 2
    return turned % 1 - 0.5


@dataclasses.dataclass(frozen=True)
class Part:
    """A measurement by ``experiment`` (guest/paper_figures.py). full, quick: its arguments;
    sweep_us: the range of the delays of the network's links over the repetitions."""

    experiment: collections.abc.Callable
    full: dict
    quick: dict
    sweep_us: int = 0

    @property
    def name(self):
        return self.experiment.__name__

    def arguments(self, quick, repetition):
        given = dict(self.times(quick))
        if "count" in given:
            # Attempts are numbered across repetitions, so that each kind of station has its
            # share.
            given["first"] = repetition * given["count"]
        return given

    def more_delay_us(self, repetition):
        """Returns what is added to the delay of the network's links: 0 in the first
        repetition."""
        return round(self.sweep_us * evenly(repetition))

    def times(self, quick):
        """Returns the seconds of its phases, and the number of attempts in a repetition."""
        return self.quick if quick else self.full

    def seconds(self, quick):
        """Returns roughly how long it takes in virtual time, boot included."""
        given = self.times(quick)
        own = given["count"] * ATTEMPT_S if "count" in given else 0
        times = 3 if self.name == "beside" else 1
        lasting = sum(value for key, value in given.items() if key not in ("count", "seconds"))
        return BOOT_S + own + lasting + times * given.get("seconds", 0)


BOOT_S, ATTEMPT_S = 5, 1
BESIDE_S = 60
"""Seconds of a station's TCP in Figures 8 to 10, as in the paper."""
CYCLE_US = 1000
"""Roughly the airtime of two segments of a station's TCP flow and their acknowledgement, at 23.4
Mb/s. How often these collide depends on the round trip modulo this time. So one delay of the
links favours one policy, another delay another."""
PARTS = {
    part.name: part
    for part in (
        Part(
            paper_figures.timeline,
            {"before": 10, "during": 40, "after": 10},
            {"before": 1, "during": 4, "after": 1},
        ),
        # Quick: long enough for some requests after a lost one.
        Part(paper_figures.responses, {"warm_s": 20, "seconds": 60}, {"warm_s": 2, "seconds": 5}),
        Part(paper_figures.attempts, {"warm_s": 20, "count": 100}, {"warm_s": 2, "count": 3}),
        # A round trip crosses the link twice.
        Part(
            paper_figures.beside,
            {"warm_s": 10, "seconds": BESIDE_S},
            {"warm_s": 1, "seconds": 2},
            sweep_us=CYCLE_US // 2,
        ),
    )
}


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure. paper: line -> the paper's value of ``quantity`` (a key of figures.py), or
    (quantity, value) for another one. best: "low" or "high", if CloudMAC's own policy must be
    the best line. only: lines, None for all."""

    number: int
    """The number in the paper; 0 for a figure that the paper does not have."""
    title: str
    part: str
    quantity: str
    unit: str
    paper: dict
    best: str = None
    only: tuple = None
    past: str = None
    """The name of a figure that the paper does not have."""

    @property
    def name(self):
        return self.past or f"fig{self.number}"

    @property
    def heading(self):
        return f"Fig. {self.number}: {self.title}" if self.number else self.title

    def lines(self, quick, named=()):
        """Returns its lines, of the quick ones if quick; or those of ``named``."""
        found = MANAGEMENT_LINES if self.past else LINES
        if named:
            found = [line for line in found if line.name in named]
        elif quick and not self.past:
            found = [line for line in found if line.name in QUICK_LINES]
        return [line for line in found if not self.only or line.name in self.only]


@dataclasses.dataclass(frozen=True)
class Cause:
    """A suspected cause of a difference from the paper's value, with a line in which only this
    is changed."""

    figure: str
    explains: str
    suspected: str
    line: Line
    quantity: str = None
    """None: the figure's."""


SETTLED_S = 40
"""Seconds after which a TCP flow has lost frames several times, so that its share no longer
depends on its start."""
CODEL_TWO = Line("codel_two", "CoDel, two flows each way", policy="codel", cross={"flows": 2})
CAUSES = (
    Cause(
        "fig6",
        "ref1",
        "rate control, which is at 54 Mb/s here: all frames at 6 Mb/s",
        Line("ref1_6", "reference 1 at 6 Mb/s", station="r1", cross=None, more={"mbps": 6}),
    ),
    Cause(
        "fig6",
        "idle",
        "rate control, which is at 54 Mb/s here: all frames at 6 Mb/s",
        Line("idle_6", "CloudMAC, idle, at 6 Mb/s", cross=None, more={"mbps": 6}),
    ),
    Cause(
        "fig6",
        "codel",
        "the cross traffic's congestion control: Reno instead of CUBIC",
        Line("codel_reno", "CoDel, Reno", policy="codel", cross={"congestion": "reno"}),
    ),
    Cause(
        "fig6",
        "codel",
        "how many flows CoDel has to hold down: two instead of four each way",
        CODEL_TWO,
    ),
    Cause(
        "fig6",
        "htb",
        "the cross traffic's frame that is on the wire when one of CloudMAC's comes: a link of "
        "400 Mb/s, on which that takes a quarter of the time",
        Line("htb_400", "HTB, 400 Mb/s", policy="htb_400", network="paper_400"),
    ),
    Cause(
        "fig5",
        "ref1",
        "the probe request's rate, the band's lowest here: 6 Mb/s instead of 1",
        Line(
            "ref1_at6", "reference 1, request at 6 Mb/s", station="r1", cross=None, more={"mbps": 6}
        ),
    ),
    Cause(
        "fig5",
        "idle",
        "the probe request's rate, the band's lowest here: 6 Mb/s instead of 1",
        Line("idle_at6", "CloudMAC, idle, request at 6 Mb/s", cross=None, more={"mbps": 6}),
    ),
    Cause(
        "fig5",
        "codel",
        "how many flows CoDel has to hold down: two instead of four each way",
        CODEL_TWO,
    ),
    Cause(
        "fig5",
        "codel",
        "the same, one each way",
        Line("codel_one", "CoDel, one flow each way", policy="codel", cross={"flows": 1}),
    ),
    Cause(
        "fig5",
        "codel",
        "that both ways are full: cross traffic only the requests' way",
        Line("codel_up", "CoDel, cross traffic up", policy="codel", cross={"only": "up"}),
    ),
    Cause(
        "fig5",
        "codel",
        "the same, only the responses' way",
        Line("codel_down", "CoDel, cross traffic down", policy="codel", cross={"only": "down"}),
    ),
    Cause(
        "fig8",
        "fifo",
        "how a flow starts: it has been there for 40 s when it is measured",
        Line("fifo_settled", "FIFO, settled", more={"omit_s": SETTLED_S}),
    ),
    Cause(
        "fig8",
        "ref2",
        "how a flow starts: it has been there for 40 s when it is measured",
        Line("ref2_settled", "reference 2, settled", station="r2", more={"omit_s": SETTLED_S}),
    ),
    Cause(
        "fig10",
        "htb",
        "that the paper's classes do not borrow: at most half of the link each",
        Line("htb_halves", "HTB, halves", policy="htb_halves"),
        "with_during",
    ),
    Cause(
        "fig10",
        "htb",
        "that they do not, and in this direction a quarter is for the cross traffic",
        Line("htb_quarter", "HTB, a quarter", policy="htb_quarter"),
        "against_during",
    ),
)
ALL_LINES = (*LINES, *MANAGEMENT_LINES, *(cause.line for cause in CAUSES))
_MANAGEMENT = tuple(line.name for line in MANAGEMENT_LINES)
FIGURES = {
    figure.name: figure
    for figure in (
        Figure(
            3,
            "TCP throughput through one switch",
            "capacity",
            "ratio",
            "of no TC",
            # Hardware is 332 Mb/s above 534 without TC. The text has no numbers for the others.
            {"hardware": round((534 + 332) / 534, 3), "none": 1.0},
        ),
        Figure(
            4,
            "Attempts to connect that succeed",
            "attempts",
            "success_percent",
            "%",
            {"idle": 98, "fifo": 55},
            best="high",
            only=WIRELESS,
        ),
        Figure(
            5,
            "Time until the probe response",
            "responses",
            "median_ms",
            "ms",
            {
                "ref1": 0.53,
                "idle": 1.14,
                "fifo": 92.9,
                "fq_codel": ("p95_ms", 1.8),
                "codel": ("p95_ms", 9.4),
            },
            best="low",
            only=WIRELESS,
        ),
        Figure(
            6,
            "Mean round-trip time",
            "timeline",
            "mean_ms",
            "ms",
            {
                "ref1": 1.041,
                "idle": 1.77,
                "fifo": 98.632,
                "ref2": 98.498,
                "codel": 15.325,
                "sfq": 2.8,
                "fq_codel": 2.094,
                "htb": 1.791,
            },
            best="low",
        ),
        Figure(
            7,
            "Round-trip time while cross traffic comes and goes",
            "timeline",
            "during_ms",
            "ms",
            {},
            best="low",
        ),
        Figure(
            8,
            "TCP throughput of a station, upwards",
            "beside",
            "mbps",
            "Mb/s",
            {
                "ref1": round(23.04 + 1.14, 2),
                "idle": 23.04,
                "fifo": 16.19,
                "ref2": round(16.19 + 0.78, 2),
                "htb": 22.146,
            },
            best="high",
        ),
        Figure(
            9,
            "Cross traffic before, during and after a station's TCP: FQ-CoDel",
            "beside",
            "cross",
            "Mb/s",
            {
                "with_before": 89,
                "with_during": 71,
                "against_before": 89.2,
                "against_during": 88.3,
                "station": 16.6,
            },
            only=("fq_codel", OWN),
        ),
        Figure(
            10,
            "Cross traffic before, during and after a station's TCP: HTB",
            "beside",
            "cross",
            "Mb/s",
            {"with_during": 42.93, "against_during": 21.87, "station": 22},
            only=("htb", OWN),
        ),
        Figure(
            0,
            "Attempts to connect that succeed while CloudMAC's own traffic congests the link",
            "attempts",
            "success_percent",
            "%",
            {},
            only=_MANAGEMENT,
            past="management-connect",
        ),
        Figure(
            0,
            "Time until the probe response while CloudMAC's own traffic congests the link",
            "responses",
            "median_ms",
            "ms",
            {},
            only=_MANAGEMENT,
            past="management-probe",
        ),
    )
}


@dataclasses.dataclass(frozen=True)
class FigureRun:
    """One boot."""

    line: Line
    part: Part
    repetition: int
    quick: bool

    @property
    def name(self):
        return f"{self.part.name}-{self.line.name}-{self.repetition}"

    def arguments(self):
        return {
            "name": self.line.station,
            "cross": self.line.cross,
            **({"own": self.line.own} if self.line.own else {}),
            **self.line.more,
            **self.part.arguments(self.quick, self.repetition),
        }

    def seconds(self):
        return self.part.seconds(self.quick) + self.line.more.get("omit_s", 0)


def causes(figure):
    return [cause for cause in CAUSES if cause.figure == figure.name]


def lines(figure, quick, tested=False, named=()):
    """Returns the lines that a figure needs: all of its own, and unless quick those of its
    causes. tested: only the causes' lines and those that they explain. named: only these and
    their causes; empty for all."""
    found = [] if tested else figure.lines(quick, named)
    if tested or not quick:
        looked_for = [one for one in causes(figure) if not named or one.explains in named]
        names = {cause.explains for cause in looked_for}
        found += [line for line in LINES if line.name in names and line not in found]
        found += [cause.line for cause in looked_for]
    return found


def measurements(chosen, quick, repetitions, tested=False, named=()):
    """Returns all boots that the figures need, the first repetition of everything first."""
    wanted = {part: {} for part in PARTS}
    for figure in chosen:
        if figure.part in PARTS:
            wanted[figure.part] |= {line.name: line for line in lines(figure, quick, tested, named)}
    return [
        FigureRun(line, PARTS[part], repetition, quick)
        for repetition in range(repetitions)
        for part, needed in wanted.items()
        for line in sorted(needed.values(), key=ALL_LINES.index)
    ]


def by_name(names):
    """Returns figures by name in the paper's order; "all" stands for all. Raises ValueError."""
    if unknown := sorted(set(names) - set(FIGURES) - {"all"}):
        raise ValueError(
            f"no figure {', '.join(unknown)}; there are: {', '.join(FIGURES)}, and all"
        )
    return [figure for name, figure in FIGURES.items() if name in names or "all" in names]


def check_lines(chosen, named):
    """Raises ValueError if no figure has one of the named lines, or one figure would have
    none."""
    there = {which.name: {line.name for line in which.lines(False)} for which in chosen}
    for name, its in there.items():
        if FIGURES[name].part not in PARTS:
            raise ValueError(f"{name} is measured as a whole, without --lines")
        if not its & set(named):
            raise ValueError(f"{name} has none of these lines; it has: {', '.join(sorted(its))}")
        if FIGURES[name].quantity == "cross" and FIGURES[name].only[0] not in named:
            raise ValueError(f"{name} is of the line {FIGURES[name].only[0]}, and needs it")
    if unknown := sorted(set(named) - set().union(*there.values())):
        raise ValueError(f"no line {', '.join(unknown)} in {', '.join(there)}")
