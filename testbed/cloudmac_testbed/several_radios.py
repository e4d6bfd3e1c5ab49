# SPDX-License-Identifier: Apache-2.0
"""``lab run several-radios``: does a WTP with three radios transmit a VAP as soon as one with a
single radio?"""
import copy
import dataclasses
import statistics

from . import client, restconf
from .experiment import Experiment
from .guest import on_air, station
from .live import joined_lab

STATION, VAP = "mn", "vap"
STARTS, QUICK_STARTS = 30, 5
CHANNELS = [1, 6, 11]


@dataclasses.dataclass(frozen=True)
class Radios:
    """All starts of the VAP with one number of radios."""

    number: int

    @property
    def name(self):
        return str(self.number)


def figures(seconds):
    """Returns the result file's numbers. seconds: samples, s."""
    return {
        "median_s": round(statistics.median(seconds), 3),
        "longest_s": round(max(seconds), 3),
        "samples_s": [round(one, 3) for one in seconds],
    }


class SeveralRadiosExperiment(Experiment):
    """The VAP of a WTP with one radio, then with three, starts 30 times in real time, and no station
    is bound to it then. How long until a station hears it, and how long does the association take?
    """

    name = "several-radios"
    help = "time until a WTP with several radios transmits a VAP, and of associations"
    default_topology = "default"
    has_seed = False
    keeps_raw = False
    always_live = True
    clock = "real"

    def __init__(self, **settings):
        super().__init__(**settings)
        self.starts = QUICK_STARTS if self.quick else STARTS
        self.network.need("station", STATION)
        self.network.need("vap", VAP)

    def measurements(self):
        return Radios(1), Radios(3)

    def with_radios(self, number):
        """Returns the network with this number of radios at each WTP, the first on channel 1."""
        network = copy.deepcopy(self.network)
        for wtp in network.of_kind("wtp"):
            wtp.options["radios"] = number
            wtp.options["channels"] = CHANNELS[:number]
        network.hosts[VAP].options["channel"] = CHANNELS[0]
        return network

    def measure(self, missing):
        for entry in missing:
            with joined_lab(self.with_radios(entry.number), self.built, self.say):
                found = {"on_air": [], "association": []}
                mac = client.call(station.address, name=STATION)
                for _ in range(self.starts):
                    self._unbind(mac)
                    found["on_air"].append(
                        client.call(on_air.restart_vap, name=VAP, listener=STATION)
                    )
                    found["association"].append(client.call(station.reassociate, name=STATION))
            self.keep(entry, found)

    def _unbind(self, mac):
        client.call(station.disconnect, name=STATION)
        bssid = self.network.hosts[VAP].options["bssid"]
        restconf.operation("unbind", bssid=bssid, station=mac)

    def summary(self):
        return {
            "starts": self.starts,
            "radios": {
                name: {part: figures(seconds) for part, seconds in raw.items()}
                for name, raw in self.raw.items()
            },
        }

    def show(self, data):
        for name, parts in data["radios"].items():
            print(
                f"{name} radios: on the air after {parts['on_air']['median_s']} s (longest "
                f"{parts['on_air']['longest_s']}), association {parts['association']['median_s']} s"
            )
