# SPDX-License-Identifier: Apache-2.0
"""The base class of all experiments.

An experiment declares its name and options, plans its measurements, measures those that are
missing, and writes one result file with its commit, command, seed, machine and clock."""
import abc
import argparse
import pathlib
import shlex
import sys
import time

from . import client, keeping, parts, results, topology, virtual
from .errors import LabError
from .lab_commands import add_topology
from .settings import RESULTS


def positive(text):
    """Returns a whole number of at least 1 from the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number of at least 1")
    return int(text)


def _seed(text):
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is not a whole number of at least 0")
    return int(text)


class Experiment(abc.ABC):
    """One experiment with its options, measurements and results.

    A subclass sets the class attributes. It defines measurements() and measure(); summary(),
    or report() if it writes several result files; key() if it keeps raw results;
    add_options() and settings() for options of its own; and show() and verdict() as it needs
    them. A measurement is any object with a unique ``name``.

    seed: of all measurements, if it has one; quick: fewer and shorter measurements; network: the
    topology, for an experiment with a default_topology; folder: where results are written."""

    name = ""
    """The subcommand; also the name of the result file, and of the folder for raw results."""
    help = ""
    """One line for --help, lower case."""
    quick_help = "a tenth of the samples"
    default_topology = None
    """Name of a topology. None: the experiment makes its own networks, and has no --topology."""
    has_seed = True
    """It has --seed. False: nothing is drawn, and the result file's ``seed`` is null."""
    keeps_raw = True
    """Raw results are kept, and a later run resumes an interrupted one."""
    always_live = False
    """Each run starts a live lab, so that it cannot start while another one is up."""
    clock = virtual.CLOCK
    """The result file's ``clock``. None: the summary names its clocks."""

    def __init__(self, *, seed=1, quick=False, network=None, folder=None):
        self.seed = seed if self.has_seed else None
        self.quick = quick
        self.network = network
        self.results = pathlib.Path(folder or RESULTS)
        self.folder = self.results / self.name
        self.shelf = keeping.Shelf(self.folder, seed, quick)
        self.started = time.monotonic()
        self.commit = results.commit()
        """The tree's commit at the start: it can change while an experiment runs."""
        self.built = None
        """parts.Parts, while it runs."""
        self.content = None
        """The checksum of all that takes part in a measurement, while it runs."""
        self.scratch = None
        """The folder for boots in virtual time, while it measures."""
        self.raw = {}
        """Raw results of this run, if none are kept."""

    # --- the command line --------------------------------------------------------

    @classmethod
    def declare(cls, verbs):
        """Adds the experiment's subcommand. verbs: the subparsers that get it."""
        # The paragraphs below describe the constructor.
        purpose = cls.__doc__.partition("\n\n")[0]
        parser = verbs.add_parser(cls.name, help=cls.help, description=purpose)
        cls.add_options(parser)
        parser.set_defaults(run=cls.main, check=cls.checked)

    @classmethod
    def add_options(cls, parser):
        """Declares the options."""
        if cls.has_seed:
            parser.add_argument(
                "--seed", type=_seed, default=1, metavar="N", help="of the measurements (default 1)"
            )
        parser.add_argument("--quick", action="store_true", help=cls.quick_help)
        if cls.default_topology:
            add_topology(parser, cls.default_topology)

    @classmethod
    def settings(cls, arguments):
        """Returns the constructor's keyword arguments for these options."""
        found = {"quick": arguments.quick}
        if cls.has_seed:
            found["seed"] = arguments.seed
        if cls.default_topology:
            found["network"] = topology.load(arguments.topology or cls.default_topology)
        return found

    @classmethod
    def checked(cls, arguments):
        """Returns the experiment that the command line asks for. Changes nothing on the
        machine. Raises LabError or TopologyError."""
        try:
            made = cls(**cls.settings(arguments))
        except topology.TopologyError:
            raise
        except ValueError as error:
            raise LabError(str(error)) from None
        if cls.always_live:
            client.check_free()
        return made

    @classmethod
    def main(cls, arguments):
        """Runs the experiment that the command line asks for."""
        cls.checked(arguments).run()

    # --- what subclasses define --------------------------------------------------

    @abc.abstractmethod
    def measurements(self):
        """Returns the plan: all measurements, in order."""

    @abc.abstractmethod
    def measure(self, missing):
        """Measures these measurements, and calls keep() with each raw result."""

    def key(self, entry):
        """Returns a checksum of all that the raw result of ``entry`` depends on."""
        raise TypeError(f"{type(self).__name__} keeps raw results of {entry.name} without a key()")

    def summary(self):
        """Returns what the raw results add to the result file, for JSON."""
        return {}

    def show(self, data):
        """Prints tables and writes plots. data: the content of the result file."""

    def verdict(self, data):
        """Raises LabError if the results are a failure. Called after they are written."""

    # --- the run -----------------------------------------------------------------

    def run(self):
        """Measures what is missing and writes the results. Returns the content of the result
        file. Raises LabError."""
        self.built = parts.gather()
        if self.keeps_raw:
            self.content = keeping.content(self.built)
        wanted = self.measurements()
        missing = [entry for entry in wanted if self.kept(entry) is None]
        if self.keeps_raw:
            self.say(f"{len(missing)} of {len(wanted)} measurements are missing")
        if missing:
            with virtual.scratch() as self.scratch:
                self.measure(missing)
        return self.report()

    def kept(self, entry):
        """Returns a measurement's raw result of this run, or of an earlier one with the same key.
        Returns None if there is none."""
        if not self.keeps_raw:
            return self.raw.get(entry.name)
        return self.shelf.get(entry.name, self.key(entry))

    def keep(self, entry, raw):
        """Keeps a measurement's raw result."""
        if self.keeps_raw:
            self.shelf.put(entry.name, self.key(entry), raw)
        else:
            self.raw[entry.name] = raw

    def kept_of(self, entries):
        """Returns name -> raw result of those measurements that have one."""
        found = {entry.name: self.kept(entry) for entry in entries}
        return {name: raw for name, raw in found.items() if raw is not None}

    def side_by_side(self, missing, measure, seconds, words=lambda entry, raw: "measured"):
        """Measures several at a time in virtual time, and keeps each result at once.

        measure(entry, tick) returns a raw result and calls tick with the virtual seconds so
        far; seconds(entry): virtual seconds that it takes; words(entry, raw): one line."""

        def one(entry, tick):
            raw = measure(entry, tick)
            self.keep(entry, raw)
            return f"{entry.name}: {words(entry, raw)}"

        self.say(f"measuring in virtual time, {keeping.PARALLEL} at a time")
        keeping.side_by_side(missing, one, lambda entry: entry.name, seconds)

    def report(self):
        """Writes the result file and shows the results. Returns the file's content."""
        data = self.data()
        path = self.write(self.name, data)
        self.show(data)
        if self.folder.exists():
            print(f"\nRaw samples, tables and plots: {self.folder}")
        print(f"Figures: {path}", flush=True)
        self.verdict(data)
        return data

    def data(self):
        """Returns the content of the result file."""
        return {**self.summary(), **self.about()}

    def about(self):
        """Returns the origin of a result file: clock, commit, command, seeds, machine, versions."""
        return {
            **({"clock": self.clock} if self.clock else {}),
            **results.origin(shlex.join(["./cloudmac", *sys.argv[1:]]), self.seed, self.commit),
            "all_seeds": self.all_seeds(),
            "versions": results.versions(self.built),
        }

    def seed_of(self, entry):
        """Returns the seed of one measurement; None if nothing is drawn."""
        return getattr(entry, "seed", self.seed)

    def all_seeds(self):
        """Returns the seeds of all measurements, in order."""
        return sorted({self.seed_of(entry) for entry in self.measurements()} - {None})

    def write(self, name, data):
        """Writes one result file. Returns its path."""
        self.results.mkdir(parents=True, exist_ok=True)
        path = self.results / f"{name}.json"
        results.write_json(path, data)
        return path

    def beside(self, name):
        """Returns the path of a file in the experiment's folder, which exists then."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return self.folder / name

    def say(self, text):
        """Prints a line of progress, after the seconds since the start."""
        print(f"{time.monotonic() - self.started:5.0f} s  {text}", flush=True)


class SeriesExperiment(Experiment):
    """An experiment whose measurements are series that --series selects by name.

    names: shell patterns; None for all. Raises ValueError for a pattern without a match."""

    series_help = ""
    """An example for --help."""

    def __init__(self, *, names=None, **settings):
        super().__init__(**settings)
        self.series = self.all_series()
        self.chosen = keeping.named(self.series, names)

    @abc.abstractmethod
    def all_series(self):
        """Returns all series of this size."""

    @classmethod
    def add_options(cls, parser):
        super().add_options(parser)
        parser.add_argument(
            "--series",
            nargs="+",
            metavar="NAME",
            help=f"measure only these, by name or shell pattern, as {cls.series_help}",
        )

    @classmethod
    def settings(cls, arguments):
        return super().settings(arguments) | {"names": arguments.series}

    def measurements(self):
        return self.chosen
