# SPDX-License-Identifier: Apache-2.0
"""``lab run nfv``: network functions at packet nodes, in a live lab with the controller."""
import dataclasses
import functools
import json
import pathlib
import typing

from .. import client, keeping
from ..errors import LabError
from ..experiment import SeriesExperiment
from ..settings import ROOT
from . import (
    chains,
    connections,
    failures,
    handlers,
    maps,
    modes,
    moves,
    probes,
    programs,
    queries,
    raw_chains,
    repetitions,
    report,
    scaling,
    sdk,
    state,
    tcp_moves,
    tenants,
    triggers,
    verdicts,
)
from .site import Site


@dataclasses.dataclass(frozen=True)
class Size:
    """How much a run measures, in all rounds together where it says so."""

    rounds: int
    pairs: int
    """Of a write and a read of handlers, in all rounds."""
    moves: int
    repeating: int
    """Packets of a station, in each round."""
    state_sizes: tuple
    """Entries of the table that moves, one move each."""
    program_moves: int
    handovers: int
    """In all rounds."""
    periods: int
    crossings: int
    """In all rounds."""
    asked: int
    """Probe requests, one after the other, in each round."""
    stream_s: float


WHOLE = Size(
    rounds=5,
    pairs=verdicts.PAIRS,
    moves=10,
    repeating=1000,
    state_sizes=(1, 1000, 15_000),
    program_moves=4,
    handovers=verdicts.HANDOVERS,
    periods=40,
    crossings=verdicts.CROSSINGS,
    asked=100,
    stream_s=tenants.STREAM_S,
)
QUICK = Size(
    rounds=1,
    pairs=100,
    moves=2,
    repeating=150,
    state_sizes=(1, 100),
    program_moves=1,
    handovers=4,
    periods=6,
    crossings=6,
    asked=10,
    stream_s=tenants.QUICK_STREAM_S,
)


@dataclasses.dataclass(frozen=True)
class Part:
    """One part of the figures. name: of its goal; run(experiment, site, number of the round)
    returns the raw result, and summary(rounds) what the result file has of them."""

    name: str
    run: typing.Callable
    summary: typing.Callable


ALL = (
    Part("N1", lambda own, site, number: programs.run(site), programs.summary),
    Part(
        "N2",
        lambda own, site, number: handlers.run(
            site, own.size.pairs // own.size.rounds, f"{own.seed} {number}"
        ),
        handlers.summary,
    ),
    Part("N3", lambda own, site, number: modes.run(site), modes.summary),
    Part(
        "N7",
        lambda own, site, number: moves.run(site, own.size.moves)
        | ({} if own.quick else {"tcp": tcp_moves.run(site)}),
        lambda rounds: moves.summary(rounds) | tcp_moves.summary(rounds),
    ),
    Part(
        "N8",
        lambda own, site, number: state.run(site, own.size.state_sizes, f"{own.seed} {number}"),
        state.summary,
    ),
    Part(
        "N9",
        lambda own, site, number: chains.run(site)
        | {"raw": raw_chains.run(site, own.size.handovers // own.size.rounds)},
        chains.summary,
    ),
    Part("N10", lambda own, site, number: queries.run(site, own.size.periods), queries.summary),
    Part(
        "N11",
        lambda own, site, number: triggers.run(site, own.size.crossings // own.size.rounds),
        triggers.summary,
    ),
    # In a lab of its own, which comes last.
    Part("N12", lambda own, plan, number: maps.run(plan, own.size.periods), maps.summary),
    Part("N13", lambda own, site, number: tenants.run(site), tenants.summary),
    Part(
        "N14",
        lambda own, site, number: tenants.run_hostile(site, own.size.stream_s),
        tenants.hostile_summary,
    ),
    Part("N15", lambda own, site, number: scaling.run(site), scaling.summary),
    Part(
        "N16",
        lambda own, site, number: probes.run(site, own.size.asked, own.size.stream_s),
        probes.summary,
    ),
    Part(
        "N17",
        lambda own, site, number: repetitions.run(site, own.size.repeating),
        repetitions.summary,
    ),
    Part(
        "N18",
        lambda own, site, number: connections.run(site, own.size.program_moves, own.quick),
        connections.summary,
    ),
    Part("N19", lambda own, site, number: failures.run(site, number, own.quick), failures.summary),
)
PARTS = {part.name: part for part in ALL}
FOLDER = pathlib.Path(__file__).parent
SOURCES = (
    ROOT / "lvnf" / "build",
    ROOT / "lvnf" / "compiler" / "cloudmac_lvnf",
    ROOT / "lvnf" / "images",
    *(ROOT / "sdk" / "cloudmac_sdk", ROOT / "sdk" / "examples"),
)
"""Folders of the SDK and of images."""
TIMED = ("N1", "N7", "N8", "N10", "N12", "N14", "N15", "N16")


class NfvExperiment(SeriesExperiment):
    """Runs the Scylla paper's programs at a packet node by the Python SDK. Reads and writes their
    state under traffic, has frames meet a function in each mode, and follows packets on their way
    through chains, also while a station is handed over. Asks for counters, conditions and maps of
    the network. Has tenants work by RESTCONF alone, and one attack another. Scales a function. Moves
    functions under frames and TCP, and programs under connections. Kills daemons and the controller
    during moves. Real time. With --series, the result file keeps its other parts if they have the same seed and
    size."""

    name = "nfv"
    help = "network functions at a packet node, by the Python SDK"
    quick_help = (
        "one round, 100 writes and reads, two moves without TCP, 4 handovers, 6 periods, 6 crossings, "
        "NAT alone, one daemon killed"
    )
    series_help = "N7 N8"
    default_topology = "nfv"
    always_live = True
    clock = "real"

    def __init__(self, **settings):
        super().__init__(**settings)
        self.size = QUICK if self.quick else WHOLE
        Site.need(self.network)

    def all_series(self):
        return ALL

    @functools.cached_property
    def sources(self):
        """A checksum of the files that take part, as they are when the run begins."""
        own = [path for path in FOLDER.glob("*.py") if path.stem not in ("report", "verdicts")]
        inside = [path for folder in SOURCES for path in folder.rglob("*") if path.is_file()]
        read = [path for path in inside if path.suffix not in (".pyc", ".md")]
        read += (ROOT / "lvnf").glob("*.h")
        return keeping.digest(self.built.cpp, *sorted(own), *sorted(read))

    def key(self, entry):
        size, network = dataclasses.asdict(self.size), self.network.to_json()
        return keeping.digest(entry.name, size, self.seed, network, self.content, self.sources)

    def measure(self, missing):
        try:
            self._measure(missing)
        except sdk.load().CloudmacError as error:
            raise LabError(f"{type(error).__name__}: {error}") from None

    def _measure(self, missing):
        with_nodes = [part for part in missing if part is not PARTS["N12"]]
        if with_nodes:
            with client.Lab(self.network, self.built, progress=self.say) as lab:
                with Site(self.network, self.scratch) as site:
                    for part in with_nodes:
                        self.keep(part, self.all_rounds(part, site))
                lab.check()
        if PARTS["N12"] in missing:
            with maps.place(self.built, self.say) as plan:
                self.keep(PARTS["N12"], self.all_rounds(PARTS["N12"], plan))

    def all_rounds(self, part, place):
        """Measures all rounds of a part. Returns their raw results."""
        found = []
        for number in range(self.size.rounds):
            found.append(part.run(self, place, number))
            self.say(f"{part.name}: round {number + 1} of {self.size.rounds} is done")
        return found

    def earlier(self):
        """Returns the content of the result file, of which a run of some parts replaces these; {} if
        there is none of the same seed and size."""
        try:
            found = json.loads((self.results / f"{self.name}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        own = {"quick": self.quick, "seed": self.seed}
        measured = {part.name for part in self.chosen}
        others = {
            name: part
            for name, part in found.items()
            if name in PARTS and name not in measured and own.items() <= part.get("run", {}).items()
        }
        origin = {name: value for name, value in found.items() if name not in PARTS}
        return origin | others if others else {}

    def data(self):
        """Returns the content of the result file. Its origin is that of the run that began it, and
        each part has its own."""
        earlier, own = self.earlier(), self.about()
        run = {name: own[name] for name in ("commit", "command", "seed")} | {"quick": self.quick}
        parts = {part.name: part.summary(self.kept(part)) | {"run": run} for part in self.chosen}
        for name in parts.keys() & set(TIMED):
            parts[name]["is_timed"] = not self.quick
        for one in verdicts.of(parts):
            told = {"goal": one.goal, "reached": one.reached, "verdict": one.word}
            parts[one.part] = told | parts[one.part]
        whole = own | earlier | parts
        if missing := [name for name in PARTS if name not in whole]:
            self.say(f"the result file has no {', '.join(missing)} of this seed and size")
        return {name: whole[name] for name in (*PARTS, *own) if name in whole}

    def show(self, data):
        report.print_tables(data)

    def verdict(self, data):
        wrong = [one for one in verdicts.of(data) if not one.holds]
        if wrong:
            text = "; ".join(f"{one.part}: {one.reached}" for one in wrong)
            raise LabError(f"network functions do not do what they should: {text}")
