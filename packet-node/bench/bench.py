#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the speed of network functions: frames per second on one core.

The sender, and all that the kernel does with its frames, are on one processor. A real cloudmac-cpp
makes the LVNFs; gate, image and redirect program are those that users have. The frames are 802.11
data of stations, for the Scylla paper's scripts (null function, filter of duplicates):

    wire            a veth pair: what the sender takes
    bridge          the kernel's bridge between two veth pairs, without a function
    null            the null function
    filter          the filter of duplicates, by the entries of its table
      of all        ... frames of all stations in the table in turn, in place of {few}
    side by side    so many filters, of which each gets a frame in turn
      in bursts     ... or {burst} frames in turn, as a switch or a driver handles them
    switch          Open vSwitch in front of the function. Its datapath is the one in user space,
                    because it needs no module of the kernel; a switch with the kernel's is faster

A speed is the number of frames divided by the processor time of sender, kernel and switch, so time
in which the core idles or has other programs does not count. All paths take turns, {turns} times in each
round, so that other load affects them alike. Ratios are the medians over the rounds of the ratios
within a round.

The verdict is PASS if all goals are met (N4, N5, N6), no frame is lost, and the counters of all
LVNFs are right. With --quick, there are fewer paths, and no goal counts.
Needs root and network and mount namespaces of its own; "make bench" has them.

Exit status: 0 for PASS, 1 for FAIL, 2 for wrong arguments.
"""

import argparse
import collections
import contextlib
import dataclasses
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "testbed"))

from cloudmac_testbed import results as record  # noqa: E402

import speed  # noqa: E402

FEW = 64
"""Stations of the traffic, unless all of a table take turns."""
TURNS = 5
STATIONS = 1_000_000
ALL = 0.99
"""The share of a table's stations that take turns: it may lack some, as it is a hash that forgets
the least recently used entry a little before it is full."""
ENDS = (100, 1400)
BURST = 32
"""Of Open vSwitch (NETDEV_MAX_BURST). Twice as many are a driver's (NAPI)."""
# Frames on their way. The kernel's queue of a processor has room for 1,000; the socket of a switch
# in user space for less.
KERNEL_WINDOW, SWITCH_WINDOW = 512, 64


@dataclasses.dataclass(frozen=True)
class Scale:
    """How much is measured. payloads: octets; tables: entries; side: LVNFs side by side; stations:
    the most that the filters' tables have room for."""

    rounds: int = 5
    turns: int = TURNS
    seconds: float = 0.2
    payloads: tuple = (100, 400, 700, 1000, 1400)
    tables: tuple = (0, 10_000, STATIONS)
    side: tuple = (1, 4, 16, 64)
    stations: int = STATIONS

    @property
    def large(self):
        return tuple(n for n in self.tables if n)


QUICK = Scale(1, 1, 0.05, ENDS, (0, 1000), (1, 4), 2000)


@dataclasses.dataclass(frozen=True)
class Path:
    """What frames pass.

    ends: pairs of interfaces where they enter and leave, which take turns; payloads: those to
    measure; transmitters: how many stations send; burst: frames for each pair in turn; window:
    frames that may be under way; switch: its process, 0 without one; lvnfs: names, of a pair each;
    prepare: called before each turn."""

    name: str
    ends: tuple
    payloads: tuple = ENDS
    transmitters: int = FEW
    burst: int = 1
    window: int = KERNEL_WINDOW
    switch: int = 0
    lvnfs: tuple = ()
    prepare: object = None


def own(core):
    """Binds this process to a core, with priority over all others if that is allowed."""
    os.sched_setaffinity(0, {core})
    with contextlib.suppress(PermissionError):  # within a control group
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))


def may_have_priority():
    """Returns whether own() gives priority."""
    policy = os.sched_getscheduler(0)
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        return False
    os.sched_setscheduler(0, policy, os.sched_param(0))
    return True


@contextlib.contextmanager
def on(core):
    """Lets what is started meanwhile run on this core only, with priority."""
    cores = os.sched_getaffinity(0)
    own(core)
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.sched_setaffinity(0, cores)


class Bench:
    """Sends frames through paths, and notes what the LVNFs on the way should have counted."""

    def __init__(self, options, scale):
        self.options, self.scale = options, scale
        self.wanted, self.wrong = collections.Counter(), []

    def send(self, path, kind, amount, payload, transmitters):
        """Returns frames sent, frames received, seconds, seconds of processor time."""
        if path.prepare:
            path.prepare()
        words = [self.options.traffic, kind, amount, payload, transmitters, path.burst, path.window]
        words += [path.switch]
        words += [":".join(pair) for pair in path.ends]
        done = subprocess.run(
            list(map(str, words)),
            check=True,
            text=True,
            stdout=subprocess.PIPE,
            preexec_fn=lambda: own(self.options.core),
        )
        all_sent, sent, received, seconds, busy = done.stdout.split()
        for name in path.lvnfs:
            self.wanted[name] += int(all_sent) // len(path.lvnfs)
        return int(sent), int(received), float(seconds), float(busy)

    def fill(self, path, entries):
        """Sends one frame of each of so many stations."""
        sent, received, *_ = self.send(path, "send", entries, ENDS[0], entries)
        if (sent, received) != (entries, entries):
            raise SystemExit(f"bench: {received:,} of {entries:,} frames passed {path.name}")

    def turn(self, path, payload, number):
        sent, received, seconds, busy = self.send(
            path, "rate", self.scale.seconds, payload, path.transmitters
        )
        found = {"round": number, "path": path.name, "payload": payload}
        found |= {"sent": sent, "received": received}
        return found | {"seconds": seconds, "busy": busy}

    def measure(self, paths, node):
        """Returns the samples of all turns. Asks the node for its counters after each round, or it
        would take the session for an idle one."""
        plan = [(path, payload) for path in paths for payload in path.payloads]
        samples = []
        for number in range(self.scale.rounds):
            for _ in range(self.scale.turns):
                samples += [self.turn(path, payload, number) for path, payload in plan]
            self.wrong = self.wrong_counts(node)
            if sys.stderr.isatty():
                print(
                    f"\rbench: round {number + 1} of {self.scale.rounds} ", end="", file=sys.stderr
                )
        return samples

    def entries(self, table):
        return int(subprocess.check_output([self.options.entries, str(table)]))

    def wrong_counts(self, node):
        """Returns what the LVNFs have counted if it is not as many frames as were sent."""
        found = {name: node.counts(name) for name in self.wanted}
        return [
            f"{name}: {wanted} sent, {found[name][0]} in, {found[name][1]} out"
            for name, wanted in self.wanted.items()
            if found[name] != (wanted, wanted)
        ]


def make_paths(bench, node, switch, sinks, network):
    """Makes all paths. Returns them, and for each table the entries that it has and should have."""
    scale, tables = bench.scale, {}

    def lvnf(name, image):
        port = node.add(name, image)
        sinks.add(port)
        return Path(name, ((port, port),), lvnfs=(name,))

    def filled(name, entries):
        path = lvnf(name, "filter-large")
        if entries:
            bench.fill(path, entries)
        tables[name] = bench.entries(node.table(name)), entries
        return path

    paths = [
        Path("wire", (network.wire(),)),
        Path("bridge", (network.bridge(),), scale.payloads),
        dataclasses.replace(lvnf("null", "null"), payloads=scale.payloads),
    ]
    for ifname in ("wire1", "side1", "out0"):
        sinks.add(ifname)
    for entries in scale.tables:
        path = dataclasses.replace(
            filled(f"table-{entries}", entries), name=speed.filter_name(entries)
        )
        if entries:
            paths.append(path)
            stations = int(entries * ALL)
            name = speed.all_name(entries)
            paths.append(dataclasses.replace(path, name=name, transmitters=stations))
        else:
            paths.append(dataclasses.replace(path, payloads=scale.payloads))
    side = [lvnf(f"side-{number}", "filter") for number in range(max(scale.side))]
    for number in scale.side:
        some = side[:number]
        ends = tuple(end for path in some for end in path.ends)
        names = tuple(name for path in some for name in path.lvnfs)
        path = Path(speed.side_name(number), ends, lvnfs=names)
        paths += [path, dataclasses.replace(path, name=speed.burst_name(number), burst=BURST)]
    through = {"no function": None, "null": lvnf("switch-null", "null")}
    for entries in scale.tables[:2]:
        through[speed.filter_name(entries)] = filled(f"switch-table-{entries}", entries)
    for name, path in through.items():
        paths.append(through_switch(switch, sinks, name, path))
    return paths, tables


def through_switch(switch, sinks, name, path):
    """Returns the path through a switch, and there through an LVNF unless it is None."""
    port = path.ends[0][0] if path else None
    if port:  # the switch is to receive its frames
        sinks.remove(port)
        switch.add(port)
    return Path(
        speed.switch_name(name),
        (("in0", "out0"),),
        window=SWITCH_WINDOW,
        switch=switch.process(),
        lvnfs=path.lvnfs if path else (),
        prepare=lambda: switch.lead(port),
    )


def run(options, scale):
    """Measures. Returns the content of the result file."""
    # They need the environment that make sets, and help does not.
    import network

    network.prepare()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        node = stack.enter_context(network.Node(folder, scale.stations))
        with on(options.core):
            switch = stack.enter_context(network.Switch())
        sinks, bench = network.Sinks(folder), Bench(options, scale)
        found, tables = make_paths(bench, node, switch, sinks, network)
        samples = bench.measure(found, node)
        has_plug, version = node.has_plug("null"), switch.version()
    rows = speed.summarise(samples)
    lost = [f"{row['path']}, {row['payload']}: {row['lost']} lost" for row in rows if row["lost"]]
    return {
        "rounds": scale.rounds,
        "turns": scale.turns,
        "seconds": scale.seconds,
        "plug": has_plug,
        "switch": f"{version}, datapath in user space",
        "tables": {name: {"filled": n, "entries": has} for name, (has, n) in tables.items()},
        "rows": rows,
        "wrong": bench.wrong + lost,
        "verdicts": speed.as_json(speed.verdicts(rows, scale.large, scale.side)),
    }


def command():
    """Returns the user's command: "make bench" adds --traffic and all that follows."""
    words = sys.argv[1 : sys.argv.index("--traffic")]
    return shlex.join(["./cloudmac", "bench", "nfv", *words])


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="./cloudmac bench nfv",
        description=__doc__.format(few=FEW, turns=TURNS, burst=BURST),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    # The programs, which make sets.
    for name in ("traffic", "entries"):
        parser.add_argument(f"--{name}", help=argparse.SUPPRESS)
    parser.add_argument("--results", type=pathlib.Path, help="folder for the result file")
    parser.add_argument(
        "--quick", action="store_true", help="checks that frames pass and are counted; 20 s"
    )
    parser.add_argument("--rounds", type=int, help="default 5, with --quick 1")
    parser.add_argument("--seconds", type=float, help="of each turn: default 0.2")
    parser.add_argument("--core", type=int, default=1, help="default 1")
    parser.add_argument("--only-check", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    for name in ("traffic", "entries", "results"):
        if not options.only_check and getattr(options, name) is None:
            parser.error(f"--{name} is missing; make bench sets it")
    for name in ("rounds", "seconds"):
        value = getattr(options, name)
        if value is not None and value <= 0:
            parser.error(f"--{name} {value} is not above 0")
    if options.core not in os.sched_getaffinity(0):
        parser.error(f"--core {options.core}: this machine has no such processor")
    return options


def main():
    options = parse_arguments()
    if options.only_check:
        return 0
    scale = QUICK if options.quick else Scale()
    changes = {"rounds": options.rounds, "seconds": options.seconds}
    scale = dataclasses.replace(scale, **{name: v for name, v in changes.items() if v})
    about = {
        **record.origin(command(), None),
        "clock": "real",
        "core": options.core,
        "priority": may_have_priority(),
        "load_1min": os.getloadavg()[0],
    }
    content = run(options, scale)
    options.results.mkdir(parents=True, exist_ok=True)
    file = options.results / ("nfv-speed-quick.json" if options.quick else "nfv-speed.json")
    record.write_json(file, about | content)
    print(*speed.lines(content["rows"]), "", sep="\n")
    for text in content["wrong"]:
        print(f"WRONG   {text}")
    passed = not content["wrong"]
    if not options.quick:
        for one in content["verdicts"]:
            word = "met" if one["holds"] else "MISSED"
            print(f"{word:6}  {one['part']}: {one['goal']}: {one['reached']}")
            passed &= one["holds"]
    print(f"verdict: {'PASS' if passed else 'FAIL'}")
    print(f"results: {file.resolve()}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
