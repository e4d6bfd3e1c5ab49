# SPDX-License-Identifier: Apache-2.0
"""Declares which measurements the pages need, and decides which of them to run next. Does no
I/O."""
import dataclasses
import re

from . import keeping
from .settings import ROOT

VIRTUAL, LIVE, ALONE = "virtual", "live", "alone"
"""What may run at the same time: VIRTUAL with anything but ALONE; LIVE boots a lab with the
controller, of which there is one at a time; ALONE measures processor time."""
AT_ONCE = 2
LAB = (
    *("wire", "vap-driver", "daemon", "wtp-agent", "vapd"),
    *("cloudmac-api", "cloudmac-impl", "cloudmac-openflow", "cloudmac-ovsdb", "karaf"),
    *("ovs-patches", "testbed/kernel", "testbed/labwire"),
    "testbed/medium",
    *(
        str(path.relative_to(ROOT))
        for path in (*keeping.SOURCES, *(keeping.PACKAGE / name for name in keeping.MODULES))
    ),
)
"""The code that takes part in a measurement in the lab."""
BESIDES = ("**/*.md", "**/*.8", "**/tests/**", "**/bench/**", "**/debian-packages")
"""Files in these folders that do not change a measurement."""
COMMIT = re.compile(r"\b([0-9a-f]{7,40})(\+?)(?![0-9a-z])")
MISSING, MEASURED, OLD, OTHER = "missing", "measured", "older than the code", "another command"


@dataclasses.dataclass(frozen=True)
class Measurement:
    """One command and what it is for. minutes: an estimate for a machine with two processors;
    used: page in docs/, and row of README.md; files: names of its result files, empty for one
    of its own name; code: folders and files of the tree that it measures; noted: the command that
    the result files name, empty for the same one."""

    name: str
    command: str
    minutes: int
    used: str
    kind: str = LIVE
    files: tuple = ()
    code: tuple = LAB
    noted: str = ""

    @property
    def results(self):
        return self.files or (self.name,)


def _run(name, minutes, used, kind=LIVE, options="", own=None):
    """Returns the measurement of an experiment of ``lab run``. own: its folder or module."""
    own = own or name.replace("-", "_")
    command = f"./cloudmac lab run {name} {options}".rstrip()
    code = (*LAB, f"testbed/cloudmac_testbed/{own}")
    return Measurement(name, command, minutes, used, kind, code=code)


def _figures(names, minutes, used, kind=LIVE):
    return Measurement(
        names[0],
        f"./cloudmac reproduce {' '.join(names)} --repetitions 5",
        minutes,
        used,
        kind,
        names,
        (*LAB, "testbed/cloudmac_testbed/paper"),
    )


CATALOGUE = (
    _run("handover", 300, "README: walking station; experiments"),
    _figures(("fig6", "fig7"), 110, "README: full link; paper"),
    _run("air", 60, "README: price; experiments", VIRTUAL, own="air_goodput"),
    _run("association", 10, "experiments", own="association.py"),
    _figures(("fig4", "fig5"), 270, "paper"),
    _figures(("fig8", "fig9", "fig10"), 310, "paper"),
    _figures(("management-connect", "management-probe"), 70, "paper"),
    _figures(("fig3",), 10, "paper", ALONE),
    _run("airtime", 170, "experiments", VIRTUAL),
    _run("virtual-wifi", 270, "experiments"),
    _run("hybrid", 60, "experiments"),
    _run("chaos", 50, "experiments"),
    _run("hostile", 40, "experiments"),
    Measurement(
        "nfv",
        "./cloudmac lab run nfv",
        75,
        "experiments",
        code=(
            *(*LAB, "cloudmac-access", "testbed/cloudmac_testbed/nfv"),
            *("packet-node", "lvnf", "sdk/cloudmac_sdk", "sdk/examples"),
        ),
    ),
    Measurement(
        "nfv-speed",
        "./cloudmac bench nfv",
        8,
        "experiments",
        ALONE,
        code=("daemon", "packet-node", "lvnf", "packet-node/bench"),
    ),
    _run("first-contact", 10, "experiments", own="first_contact.py"),
    _run("several-radios", 10, "experiments", own="several_radios.py"),
    _run("split", 10, "experiments", own="split.py"),
    _run("cost", 10, "experiments", ALONE, own="sizing"),
    _run("sizing", 60, "experiments", ALONE),
    Measurement("demo", "./cloudmac demo", 5, "start/first-lab", code=(*LAB,)),
    Measurement(
        "agent-bench",
        "./cloudmac bench agent",
        15,
        "experiments",
        ALONE,
        ("agent-bench", "agent-scheduler"),
        ("wire", "daemon", "wtp-agent", "wtp-agent/bench"),
    ),
    Measurement(
        "agent-stall",
        "make -C wtp-agent bench-stall",
        5,
        "experiments",
        ALONE,
        code=("wire", "daemon", "wtp-agent", "wtp-agent/bench"),
    ),
    Measurement(
        "controller",
        "./cloudmac bench controller",
        20,
        "experiments",
        ALONE,
        code=(
            *("wire", "cloudmac-api", "cloudmac-impl", "cloudmac-openflow", "cloudmac-ovsdb"),
            *("karaf", "ovs-patches", "testbed/cloudmac_testbed/controller_bench"),
        ),
    ),
    Measurement(
        "ovsdb",
        "./cloudmac bench ovsdb",
        15,
        "experiments",
        ALONE,
        code=("cloudmac-ovsdb", "karaf", "cloudmac-ovsdb/bench"),
    ),
    Measurement(
        "ovs",
        "./cloudmac bench ovs",
        30,
        "experiments",
        ALONE,
        code=("ovs-patches",),
        noted="make -C ovs-patches bench",
    ),
    Measurement(
        "ovs-upstream",
        "make -C ovs-patches check-upstream",
        60,
        "experiments",
        VIRTUAL,
        code=("ovs-patches",),
    ),
    Measurement(
        "hostap",
        "make -C vap-driver check-hostap-full ROUNDS=5",
        120,
        "experiments",
        VIRTUAL,
        code=("wire", "vap-driver", "daemon", "wtp-agent"),
    ),
    Measurement(
        "fuzzing",
        ".ci/fuzz-report",
        1,
        "experiments; ./cloudmac check --full runs the targets",
        VIRTUAL,
        code=("wire", "daemon", "wtp-agent", "vapd", "testbed/medium", "packet-node", "lvnf"),
        noted="FUZZ_EXECUTIONS=100000000 ./cloudmac check --full wire agent vapd nfv medium",
    ),
)


def by_name(names):
    """Returns these measurements in the catalogue's order; all without names. Raises
    ValueError."""
    known = [one.name for one in CATALOGUE]
    if unknown := sorted(set(names) - set(known)):
        raise ValueError(f"no measurement {', '.join(unknown)}; there are: {', '.join(known)}")
    return [one for one in CATALOGUE if not names or one.name in names]


def commits(data):
    """Returns the commits that a result file names, each as (commit, True if the tree had other
    changes)."""
    texts = [str(data.get("commit"))]
    texts += [str(run.get("commit")) for run in data.get("other_runs", {}).values()]
    return {(found[1], bool(found[2])) for text in texts for found in COMMIT.finditer(text)}


@dataclasses.dataclass(frozen=True)
class State:
    """What there is of a measurement. word: MISSING, MEASURED, OLD or OTHER; text: for a
    reader."""

    word: str
    text: str


def state(one, files, changed_since, dirty=""):
    """Returns the State of a measurement.

    files: name -> content of each of its result files, None for one that is missing;
    changed_since(commit): whether the code differs from that commit; dirty: the present commit if
    results of its tree with uncommitted changes count, else empty."""
    lacking = [name for name, data in files.items() if data is None]
    if lacking:
        some = f": {', '.join(lacking)}" if len(lacking) < len(files) else ""
        return State(MISSING, MISSING + some)
    found = list(files.values())
    named = set().union(*map(commits, found))
    if not all(map(commits, found)):
        return State(OLD, f"{OLD}: of no known commit")
    if len(named) > 1:
        return State(OLD, f"{OLD}: of several commits")
    ((commit, changes),) = named
    if changes and not (dirty and dirty.startswith(commit)):
        return State(OLD, f"{OLD}: {commit} with uncommitted changes")
    if not changes and changed_since(commit):
        return State(OLD, f"{OLD}: {commit}")
    if {data.get("command") for data in found} != {one.noted or one.command}:
        return State(OTHER, f"{OTHER} at {commit}")
    return State(MEASURED, f"{MEASURED} at {commit}")


def next_of(waiting, running):
    """Returns the first measurement that may start beside the running ones; None if none may."""
    if len(running) >= AT_ONCE:
        return None
    kinds = {one.kind for one in running}
    for one in waiting:
        if not kinds or (
            ALONE not in (one.kind, *kinds) and not (one.kind == LIVE and LIVE in kinds)
        ):
            return one
    return None


def left_minutes(waiting, running):
    """Returns roughly how many minutes these take. running: measurement -> minutes since its
    start."""
    rest = {one: max(1, one.minutes - since) for one, since in running.items()}
    rest |= {one: one.minutes for one in waiting}
    alone = sum(minutes for one, minutes in rest.items() if one.kind == ALONE)
    live = sum(minutes for one, minutes in rest.items() if one.kind == LIVE)
    longest = max((minutes for one, minutes in rest.items() if one.kind == VIRTUAL), default=0)
    return round(alone + max(live, longest, (sum(rest.values()) - alone) / AT_ONCE))


def duration(minutes):
    """Returns minutes as text, as "2 h 05 min"."""
    hours, minutes = divmod(round(minutes), 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def table(rows):
    """Returns lines of text with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows
    ]


def listing(chosen, states, took):
    """Returns the lines of ``measure --list``. states: name -> State; took: name -> minutes of
    its last run."""
    rows = [("NAME", "TIME", "STATE", "USED BY", "COMMAND")]
    for one in chosen:
        known = took.get(one.name)
        about = duration(known) if known else f"about {duration(one.minutes)}"
        rows.append((one.name, about, states[one.name].text, one.used, one.command))
    left = [one for one in chosen if states[one.name].word != MEASURED]
    return [
        *table(rows),
        "",
        f"{len(left)} of {len(chosen)} wait for a measurement, about "
        f"{duration(left_minutes(left, {}))}",
    ]
