# SPDX-License-Identifier: Apache-2.0
"""``lab run first-contact``: the time from a station's first frame to its flow rules."""
import dataclasses
import re
import statistics

from . import client, controller, restconf
from .errors import LabError
from .experiment import Experiment
from .guest import station
from .live import joined_lab
from .settings import RUNTIME

STATION, VAP = "mn", "vap"
CONTACTS, QUICK_CONTACTS = 300, 30
CONFIRMED = re.compile(
    r"Station (\S+) of VAP (\S+): the flow rules were confirmed (\d+) ms after its first frame"
)


@dataclasses.dataclass(frozen=True)
class Contacts:
    """All contacts of one run."""

    name: str = "contacts"


def delays(log, mac):
    """Returns the delays of a station's first contacts in the controller's log, ms."""
    return [int(ms) for found, _, ms in CONFIRMED.findall(log) if found == mac]


def figures(samples):
    """Returns the result file's numbers. samples: delays, ms."""
    cuts = statistics.quantiles(samples, n=100, method="inclusive")
    return {
        "contacts": len(samples),
        "median_ms": round(statistics.median(samples), 1),
        "p95_ms": round(cuts[94], 1),
        "p99_ms": round(cuts[98], 1),
        "longest_ms": max(samples),
        "samples_ms": samples,
    }


class FirstContactExperiment(Experiment):
    """A station that the controller does not know scans and associates, 300 times, in real
    time. The controller logs how long after its first frame the switches have its flow rules.

    Before each time the station disconnects, and the operator removes its binding."""

    name = "first-contact"
    help = "time from a station's first frame to its flow rules"
    default_topology = "default"
    has_seed = False
    keeps_raw = False
    always_live = True
    clock = "real"

    def __init__(self, **settings):
        super().__init__(**settings)
        self.contacts = QUICK_CONTACTS if self.quick else CONTACTS
        self.network.need("station", STATION)
        self.network.need("vap", VAP)

    def measurements(self):
        return (Contacts(),)

    def measure(self, missing):
        with joined_lab(self.network, self.built, self.say):
            mac = client.call(station.address, name=STATION)
            before = len(self._delays(mac))
            for number in range(1, self.contacts + 1):
                self._contact(mac)
                restconf.wait_for(
                    f"the flow rules of contact {number}",
                    lambda wanted=before + number: len(self._delays(mac)) >= wanted,
                )
            found = self._delays(mac)[before:]
        if len(found) != self.contacts:
            raise LabError(f"{len(found)} first contacts instead of {self.contacts}")
        for entry in missing:
            self.keep(entry, found)

    def _contact(self, mac):
        client.call(station.disconnect, name=STATION)
        bssid = self.network.hosts[VAP].options["bssid"]
        restconf.operation("unbind", bssid=bssid, station=mac)
        client.call(station.reassociate, name=STATION)

    def _delays(self, mac):
        return delays(controller.log_file(RUNTIME).read_text(encoding="utf-8"), mac)

    def summary(self):
        return figures(self.raw["contacts"])

    def show(self, data):
        print(
            f"{data['contacts']} first contacts: median {data['median_ms']} ms, "
            f"99 % {data['p99_ms']} ms, longest {data['longest_ms']} ms"
        )
