# SPDX-License-Identifier: Apache-2.0
"""``lab run association``: a station associates many times with each kind of security."""
import copy
import dataclasses
import statistics

from . import virtual
from .errors import LabError
from .experiment import Experiment
from .guest import reassociation
from .live import live_snapshot

STATION = "mn"
ATTEMPTS, QUICK_ATTEMPTS = 200, 20


@dataclasses.dataclass(frozen=True)
class Security:
    """All attempts with one kind of security, of topology.SECURITY."""

    name: str


SECURITIES = (Security("wpa2"), Security("wpa3"))


class AssociationExperiment(Experiment):
    """A station associates 200 times each with WPA2 and WPA3, in virtual time on what the
    controller installed."""

    name = "association"
    help = "success and duration of associations with WPA2 and WPA3"
    default_topology = "default"
    keeps_raw = False
    always_live = True

    def __init__(self, **settings):
        super().__init__(**settings)
        self.attempts = QUICK_ATTEMPTS if self.quick else ATTEMPTS
        self.network.need("station", STATION)

    def measurements(self):
        return SECURITIES

    def secured(self, entry):
        """Returns the network with this security at all VAPs."""
        network = copy.deepcopy(self.network)
        for vap in network.of_kind("vap"):
            vap.options["security"] = entry.name
        return network

    def measure(self, missing):
        for entry in missing:
            network = self.secured(entry)
            snapshot = live_snapshot(
                network, self.built, self.scratch / f"snapshot-{entry.name}", self.say
            )
            raw = virtual.measure(
                self.scratch / entry.name,
                self.built,
                network,
                reassociation.associations,
                seed=self.seed,
                snapshot=snapshot,
                name=STATION,
                attempts=self.attempts,
            )
            self.keep(entry, raw)
            found = self.figures(raw)
            self.say(
                f"{entry.name}: {found['successes']} of {self.attempts} associations, median "
                f"{found['median_s']} s ({found['key_mgmt']})"
            )

    def figures(self, raw):
        """Returns the result file's content for one kind of security."""
        seconds = raw["seconds"]
        return {
            "attempts": self.attempts,
            "successes": len(seconds),
            "key_mgmt": raw["key_mgmt"],
            "sae_handshakes": raw["sae_handshakes"],
            "median_s": statistics.median(seconds) if seconds else None,
            "seconds": seconds,
            "errors": raw["errors"],
            "clock": self.clock,
            "seed": self.seed,
        }

    def summary(self):
        return {name: self.figures(raw) for name, raw in self.raw.items()}

    def verdict(self, data):
        entries = [data[entry.name] for entry in self.measurements()]
        if any(entry["successes"] < entry["attempts"] for entry in entries):
            raise LabError("some attempts to associate failed; the result file lists them")
