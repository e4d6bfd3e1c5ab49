# SPDX-License-Identifier: Apache-2.0
"""The experiments, their pages and commands, and the origin of each result file."""
import dataclasses
import inspect

from .text import ABSENT, table


@dataclasses.dataclass(frozen=True)
class Experiment:
    """An experiment. title: of its page; page: in docs/results; command: measures it; files: its
    result files, the first one that exists counts; plot: it has one; topology: of the paper's
    measurements, whose link is shown; link: topology of which only the link is shown."""

    name: str
    title: str
    page: str
    command: str
    files: tuple = ()
    plot: bool = True
    topology: str = ""
    link: str = ""

    def file(self, measured):
        """Returns the name of its result file; None if it is not measured."""
        there = [name for name in self.files or (self.name,) if measured.get(name) is not None]
        return there[0] if there else None

    def data(self, measured):
        """Returns the content of its result file; None if it is not measured."""
        name = self.file(measured)
        return None if name is None else measured.get(name)


def _figure(number, title, more=""):
    name = f"fig{number}"
    files_ = (name, more) if more else (name,)
    command = f"./cloudmac reproduce {name} --document"
    topology = "" if number == 3 else "paper"
    return Experiment(name, f"Figure {number}: {title}", name, command, files_, topology=topology)


EXPERIMENTS = {
    one.name: one
    for one in (
        _figure(3, "TCP throughput of one switch"),
        _figure(4, "attempts to connect that succeed"),
        _figure(5, "time until the probe response"),
        _figure(6, "mean round-trip time"),
        _figure(7, "round-trip time while cross traffic comes and goes", "fig6"),
        _figure(8, "TCP throughput of a station"),
        _figure(9, "cross traffic beside a station, FQ-CoDel"),
        _figure(10, "cross traffic beside a station, HTB", "fig8"),
        Experiment(
            "management-connect",
            "Management above data: attempts to connect",
            "management",
            "./cloudmac reproduce management-connect management-probe --repetitions 5 --document",
            topology="management",
        ),
        Experiment(
            "management-probe",
            "Management above data: probe responses",
            "management",
            "./cloudmac reproduce management-connect management-probe --repetitions 5 --document",
            topology="management",
        ),
        Experiment("demo", "The demo", "demo", "./cloudmac demo", link="demo"),
        Experiment(
            "association", "Associations", "demo", "./cloudmac lab run association", plot=False
        ),
        Experiment(
            "first-contact",
            "First contacts",
            "demo",
            "./cloudmac lab run first-contact",
            plot=False,
        ),
        Experiment(
            "several-radios",
            "Several radios",
            "demo",
            "./cloudmac lab run several-radios",
            plot=False,
        ),
        Experiment(
            "split",
            "Cost of the split: time and octets of a frame",
            "split",
            "./cloudmac lab run split",
        ),
        Experiment("cost", "Cost of the split: processor time", "split", "./cloudmac lab run cost"),
        Experiment("sizing", "A machine full of VAPs", "sizing", "./cloudmac lab run sizing"),
        Experiment(
            "hybrid",
            "Which policy for CloudMAC's frames",
            "hybrid",
            "./cloudmac lab run hybrid",
            link="hybrid",
        ),
        Experiment("air", "CloudMAC beside a plain access point", "air", "./cloudmac lab run air"),
        Experiment("airtime", "Airtime and latency", "airtime", "./cloudmac lab run airtime"),
        Experiment(
            "airtime-moves",
            "Airtime behind backhauls and at handovers",
            "airtime-moves",
            "./cloudmac lab run airtime --parts T8,T9",
            files=("airtime",),
            plot=False,
        ),
        Experiment(
            "handover",
            "Walking from one radio to the next",
            "handover",
            "./cloudmac lab run handover",
        ),
        Experiment(
            "chaos", "Handovers at random, with faults", "chaos", "./cloudmac lab run chaos"
        ),
        Experiment(
            "hostile",
            "A hostile neighbourhood",
            "hostile",
            "./cloudmac lab run hostile",
            plot=False,
        ),
        Experiment(
            "virtual-wifi",
            "Virtual stations beside native ones",
            "virtual-wifi",
            "./cloudmac lab run virtual-wifi",
        ),
        Experiment(
            "virtual-wifi-many",
            "Many virtual stations on one radio",
            "virtual-wifi-many",
            "./cloudmac lab run virtual-wifi --parts W4,W5,W6,W7,W8,W9,W10",
            files=("virtual-wifi",),
            plot=False,
        ),
        Experiment("ovsdb", "The OVSDB southbound", "ovsdb", "./cloudmac bench ovsdb", plot=False),
        Experiment(
            "ovs", "Throughput with the Open vSwitch series", "ovs-series", "./cloudmac bench ovs"
        ),
        Experiment(
            "ovs-upstream",
            "Open vSwitch's own tests with the series",
            "ovs-series",
            "make -C ovs-patches check-upstream",
            plot=False,
        ),
        Experiment(
            "hostap",
            "hostapd on VAP radios",
            "hostap",
            "make -C vap-driver check-hostap ROUNDS=5",
            plot=False,
        ),
        Experiment("agent-bench", "Forwarding of the agent", "agent", "./cloudmac bench agent"),
        Experiment(
            "agent-scheduler",
            "Processor time of the airtime scheduler",
            "agent",
            "./cloudmac bench agent --only scheduler",
            plot=False,
        ),
        Experiment(
            "agent-stall",
            "Frames beside the agent's other work",
            "agent",
            "make -C wtp-agent bench-stall",
            plot=False,
        ),
        Experiment(
            "fuzzing",
            "Random input for each parser",
            "fuzzing",
            "FUZZ_EXECUTIONS=100000000 ./cloudmac check --full wire agent medium; .ci/fuzz-report",
            plot=False,
        ),
    )
}
OLD = f'`{ABSENT}` and "or earlier": the file was written before result files recorded this.'


def missing(experiment):
    """Returns the line of a page without a result file."""
    return f"Not measured yet at this commit; command: `{experiment.command}`.\n"


def commit(data):
    """Returns the commit of a result file, as code; that with which it was committed if the file
    is older than this record, and ABSENT without either."""
    if data.get("commit"):
        return f"`{data['commit']}`"
    return f"`{data['committed']}` or earlier" if data.get("committed") else ABSENT


def machine(data):
    """Returns the machine of a result file; ABSENT if it has none."""
    found = data.get("machine")
    if isinstance(found, str):
        return found
    if not found:
        return ABSENT
    return (
        f"{found['processors']} processors {found['model']}, {found['memory_mb']} MB, "
        f"Linux {found['kernel']}"
    )


PHASES = {
    "warm_s": "{} s of traffic first",
    "before": "{} s before the cross traffic",
    "during": "{} s with it",
    "after": "{} s after it",
    "seconds": "{} s measured",
    "count": "{} attempts in a repetition",
}


def window(data):
    """Returns the seconds of a measurement's phases as text; ABSENT if the file has none."""
    times = data.get("times") or {}
    parts = [form.format(times[key]) for key, form in PHASES.items() if key in times]
    for line in data.get("lines", {}).values():
        if "station" in (line.get("series") or {}):
            # Its "seconds" are those of each of the three phases.
            warm = parts[:1] if "warm_s" in times else []
            seconds = times.get("seconds", len(line["series"]["station"]))
            return ", ".join(
                [*warm, f"{seconds} s each before, during and after the station's TCP"]
            )
    return ", ".join(parts) or ABSENT


def link(data, name):
    """Returns the rate and the delay of the link between a topology's switches as text. The delay
    has what repetitions add to it."""
    wire = _wire(name)
    more = sorted(data.get("more_delay_us") or [0])
    spread = f" Repetitions add {more[0]} to {more[-1]} µs." if any(more) else ""
    return _rate(wire), f"{wire.delay_us} µs one way, **calibrated**: {CALIBRATED}.{spread}"


def _wire(name):
    """Returns the link between the two switches of a topology."""
    from cloudmac_testbed import topology

    network = topology.load(name)
    trunks = {host.name for host in network.of_kind("switch")}
    (wire,) = [one for one in network.links if trunks.issuperset(one.ends)]
    return wire


def _rate(wire):
    return f"{wire.rate_mbps:g} Mb/s, queue of {wire.queue_frames} frames"


def _for_the_paper(wire):
    return f"{wire.delay_us} µs one way, chosen for the paper's idle round trip"


CALIBRATED = "chosen so that idle CloudMAC is slower than reference 1 by the paper's difference"


def load(name):
    """Returns the load on the link of a topology as text."""
    from cloudmac_testbed.guest import traffic
    from cloudmac_testbed.paper import setups

    if name == "management":
        return f"{setups.OWN_MBPS:g} Mb/s of UDP from the VAP to another station"
    flows = inspect.signature(traffic.CrossTraffic.__init__).parameters["flows"].default
    return f"{flows} TCP flows each way between two hosts (none in the idle lines)"


def clock(data):
    """Returns the clocks of a result file as text."""
    clocks = data.get("clocks") or {}
    known = [f"{name}: {words}" for name, words in clocks.items()]
    strategies = data.get("strategies") or {}
    known += sorted({one["clock"] for one in strategies.values()})
    return data.get("clock") or "; ".join(known) or ABSENT


def origin(experiment, measured):
    """Returns the table of how an experiment was measured, or the line that it was not."""
    name = experiment.file(measured)
    if name is None:
        return missing(experiment)
    data = measured.get(name)
    rows = [
        ("command", f"`{data['command']}`" if data.get("command") else ABSENT),
        ("result file", f"[{name}.json](../measured/{name}.json)"),
    ]
    if data.get("more"):
        rows.append(("lines of another run", _more(data["more"])))
    rows += _runs(data)
    files = [name, *([data["more"]["name"]] if data.get("more") else ())]
    samples = [one for one in files if measured.has_samples(one)]
    if samples:
        links = (f"[{one}.tar.xz](../measured/samples/{one}.tar.xz)" for one in samples)
        rows.append(("raw samples", ", ".join(links)))
    rows += [("clock", clock(data)), ("seed", seed(data))]
    if "repetitions" in data:
        rows.append(("repetitions", data["repetitions"]))
    if experiment.topology:
        rate, delay = link(data, experiment.topology)
        rows += [
            ("window", window(data)),
            *_papers_window(experiment),
            ("load", load(experiment.topology)),
            ("link between the switches", rate),
            ("its delay", delay),
        ]
    elif "times" in data:
        rows.append(("window", window(data)))
    if experiment.link:
        wire = _wire(experiment.link)
        rows += [
            ("link between the switches, today", _rate(wire)),
            ("its delay, today", _for_the_paper(wire)),
        ]
    rows += [("commit", commit(data)), ("machine", machine(data))]
    made = table(("", ""), rows)
    notes = [OLD if not data.get("commit") else "", _other_window(experiment, data)]
    return made + "".join(f"\n{note}\n" for note in notes if note)


def _runs(data):
    """Yields a row for each other run of which a result file has parts."""
    by_run = {}
    for part, run in data.get("other_runs", {}).items():
        words = f"`{run['command']}`, commit `{run['commit']}`, {machine(run)}"
        by_run.setdefault(words, []).append(part)
    for words, names in by_run.items():
        yield f"{', '.join(names)} of another run", words


def _more(more):
    """Returns the origin of lines that are of another run, as text."""
    from .lines import short_names

    name, data = more["name"], more["data"]
    words = [
        f"{short_names(more['lines'])}: [{name}.json](../measured/{name}.json)",
        f"`{data['command']}`" if data.get("command") else "",
        f"repetitions: {data['repetitions']}",
        f"commit {commit(data)}",
    ]
    return ", ".join(filter(None, words))


def _is_beside(experiment):
    """Returns true for a figure of a station's TCP beside cross traffic."""
    from cloudmac_testbed.paper import plan

    figure = plan.FIGURES.get(experiment.name)
    return figure is not None and figure.part == "beside"


def _papers_window(experiment):
    """Returns the row with the paper's window, if it is known."""
    from cloudmac_testbed.paper import plan

    row = ("paper's window", f"{plan.BESIDE_S} s of the station's TCP")
    return (row,) if _is_beside(experiment) else ()


def _other_window(experiment, data):
    """Returns a sentence if the command uses another window today; an empty text if not."""
    from cloudmac_testbed.paper import plan

    if not _is_beside(experiment):
        return ""
    used = window(data)
    today = window(data | {"times": plan.PARTS["beside"].times(data.get("quick", False))})
    if used == today:
        return ""
    return (
        f"The committed run used {used}. Today's command uses {today}. Where the start of a flow "
        "counts, the two do not compare."
    )


def seed(data):
    """Returns the seed of a result file as text; ABSENT if it has none."""
    return ABSENT if data.get("seed") is None else str(data["seed"])
