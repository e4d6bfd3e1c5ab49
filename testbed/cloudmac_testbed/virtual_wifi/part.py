# SPDX-License-Identifier: Apache-2.0
"""What the parts of the experiment share: their base classes and the systems that they compare."""
import abc
import dataclasses
import pathlib
import shutil
import sys
from collections.abc import Callable

from .. import airtrace, calls, keeping, topology, virtual
from ..sizing import processor

CHANNEL = 6
BACKHAUL_US = 250
"""Of the wire between the switches, one way."""
SYSTEMS = {
    "native": "a stock radio in the initial network namespace",
    "passthrough": "the same radio, moved into a network namespace",
    "virtual": "a virtual station, its antenna on the same bridge",
    "remote": "a virtual station, its antenna behind two switches",
}
GUEST = "v1"
"""The station's name, whatever the system."""
ACCESS_POINT = "ap"
PROCESSOR = pathlib.Path(processor.__file__)
"""Measures in a live lab, but is no file of the guest."""


@dataclasses.dataclass(frozen=True)
class Boot:
    """One measurement in a boot of its own, in virtual time.

    part: as W1; variant: what distinguishes its boots of one seed; document: of the topology;
    program: a declared function of guest/; arguments: its own; lasts_s: roughly, in virtual time;
    analyse: function of the program's result and of a function that returns the frames of a trace of
    this name; its result is the raw one. None: the program's result is."""

    part: str
    variant: str
    seed: int
    document: dict
    program: Callable = dataclasses.field(repr=False)
    arguments: dict
    lasts_s: int
    analyse: Callable = dataclasses.field(default=None, repr=False)

    @property
    def name(self):
        return f"{self.part}-{self.variant}-{self.seed}"

    def network(self):
        return topology.parse(self.document)


@dataclasses.dataclass(frozen=True)
class Live:
    """One measurement in a live lab. plan: what a part needs to know of it."""

    part: str
    variant: str
    plan: dict = dataclasses.field(default_factory=dict)

    @property
    def name(self):
        return f"{self.part}-{self.variant}"


class Part(abc.ABC):
    """One part of the experiment.

    name: as W1; title: one line; clock: of its measurements."""

    name = ""
    title = ""
    clock = virtual.CLOCK
    always_live = False

    @abc.abstractmethod
    def entries(self, seeds, quick):
        """Returns the measurements. seeds: as plan, where a part has seeds."""

    @abc.abstractmethod
    def measure(self, missing, experiment):
        """Measures these entries, and calls experiment.keep() with each raw result."""

    @abc.abstractmethod
    def figures(self, entries, raw):
        """Returns the content of the result file. raw: name -> raw result of each entry."""

    def key(self, entry, content):
        """Returns a checksum of all that the raw result depends on. This package has the topology and
        the constants of a measurement in a live lab."""
        sources = sorted(pathlib.Path(__file__).parent.glob("[wp]*.py"))
        return keeping.digest(repr(entry), content, self.name, *sources, PROCESSOR)

    def file(self):
        """Returns the path of the file that defines the part."""
        return pathlib.Path(sys.modules[type(self).__module__].__file__)


class VirtualPart(Part):
    """A part whose entries are Boots."""

    def key(self, entry, content):
        return keeping.digest(
            repr(entry),
            calls.name_of(entry.program),
            content,
            entry.network().to_json(),
            *([self.file()] if entry.analyse else ()),
        )

    def measure(self, missing, experiment):
        def one(entry, tick):
            return self.boot(entry, tick, experiment)

        experiment.side_by_side(missing, one, lambda entry: entry.lasts_s, self.words)

    def words(self, entry, raw):
        """Returns one line about a raw result."""
        return "measured"

    def boot(self, entry, tick, experiment, snapshot=None):
        """Returns the raw result of one boot."""
        folder = experiment.scratch / entry.name
        raw = virtual.measure(
            folder,
            experiment.built,
            entry.network(),
            entry.program,
            seed=entry.seed,
            tick=tick,
            snapshot=snapshot,
            **entry.arguments,
        )
        if entry.analyse:
            raw = entry.analyse(raw, lambda name: frames_of(folder, name))
        shutil.rmtree(folder, ignore_errors=True)
        return raw


def frames_of(folder, name):
    """Returns the frames of a trace that a boot wrote."""
    return airtrace.read((folder / "exchange" / f"{name}.pcapng").read_bytes())


def access_point(ssid="plain", security="wpa2", **options):
    """Returns the options of a plain access point of 802.11g at the origin."""
    return {
        "ssid": ssid,
        "security": security,
        "standard": "g",
        "channel": CHANNEL,
        "position": [0, 0],
        **options,
    }


def radio(at="sw", x=5, y=0, **options):
    """Returns the options of a WTP that serves virtual stations."""
    return {"at": at, "stations": "free", "channel": CHANNEL, "position": [x, y], **options}


def document(system, security="wpa2"):
    """Returns the document of a topology with one station of a system, 5 m from a plain access
    point."""
    found = {"aps": {ACCESS_POINT: access_point(security=security)}, "medium": {"exponent": 3}}
    if system in ("native", "passthrough"):
        options = {"position": [5, 0], "namespace": system == "passthrough"}
        return found | {"stations": {GUEST: options}}
    if system == "virtual":
        return found | {
            "bridges": ["sw"],
            "wtps": {"wtp1": radio()},
            "virtual_stations": {GUEST: {"at": "sw"}},
        }
    return found | {
        "switches": ["swa", "swb"],
        "wtps": {"wtp1": radio("swa")},
        "virtual_stations": {GUEST: {"at": "swb"}},
        "links": [{"between": ["swa", "swb"], "rate_mbps": 1000, "delay_us": BACKHAUL_US}],
    }
