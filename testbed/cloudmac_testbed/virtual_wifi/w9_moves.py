# SPDX-License-Identifier: Apache-2.0
"""W9: the controller moves a virtual station between two WTPs under traffic, 100 times. Beside it a
native station roams between two plain access points."""
import concurrent.futures
import time

from .. import client, restconf, topology
from ..errors import LabError
from ..guest import roaming, station, vsta_moves
from ..live import joined_lab
from .part import BACKHAUL_US, Live, Part, access_point, radio

MOVES, QUICK_MOVES = 100, 5
ROAMS, QUICK_ROAMS = 20, 3
"""Of the native station, which shows what a handover by the station costs."""
PERIOD_S = 1.0
"""Seconds of the guest's clock from one move to the next."""
CHUNK_S = 25
"""Length of one stream."""
POLL_S = 0.2
WTPS_S = 180
ANNOUNCE_MS = 20_000
"""The lab is slow for the controller, which takes a WTP for lost after three silent intervals."""
STATIONS = {"virtual": "v1", "native": "mn"}
OF_THE_GOAL = ("lost", "twice", "reassociations", "moves", "failed")
"""Figures of the virtual station that stand at the top."""
ROAM_BETWEEN = ("ap1", "ap2")


def document():
    """Returns the document of a topology. The native station's access points are on a bridge, which
    learns its new port at once."""
    far = {"position": [0, 30]}
    return {
        "switches": ["swa", "swb"],
        "bridges": ["dist"],
        "wtps": {
            "wtp1": radio("swa", 5, 0, announce_ms=ANNOUNCE_MS),
            "wtp2": radio("swa", 5, 2, announce_ms=ANNOUNCE_MS),
        },
        "aps": {
            "ap": access_point(),
            **{
                name: {**access_point("roam", channel=1), "at": "dist", **far}
                for name in ROAM_BETWEEN
            },
        },
        "stations": {"mn": {"vap": ROAM_BETWEEN[0], "position": [5, 30]}},
        "virtual_stations": {"v1": {"at": "swb", "vap": "ap"}},
        "hosts": {"gw": {"at": "dist", "dhcp": True}},
        "links": [{"between": ["swa", "swb"], "rate_mbps": 1000, "delay_us": BACKHAUL_US}],
        "medium": {"exponent": 3},
    }


class Moves(Part):
    """Counts losses, duplicates and associations of a station that moves."""

    name = "W9"
    title = "Moves"
    clock = "paced: virtual, not ahead of the machine's"

    def entries(self, seeds, quick):
        moves = {
            "virtual": QUICK_MOVES if quick else MOVES,
            "native": QUICK_ROAMS if quick else ROAMS,
        }
        return [Live(self.name, system, {"moves": moves[system]}) for system in STATIONS]

    def measure(self, missing, experiment):
        network = topology.parse(document())
        with joined_lab(
            network,
            experiment.built,
            experiment.say,
            stations=(),
            paced=True,
            seconds=WTPS_S,
        ) as lab:
            for entry in missing:
                name = STATIONS[entry.variant]
                client.call(vsta_moves.prepare, name=name)
                mover = _Virtual(network) if entry.variant == "virtual" else _Native(name)
                raw = {"chunks": [], "moves": 0, "failed": []}
                while raw["moves"] < entry.plan["moves"]:
                    self.chunk(name, mover, raw, entry.plan["moves"])
                lab.check()
                experiment.keep(entry, raw)
                experiment.say(f"{entry.name}: {_summary([raw])}")

    def chunk(self, name, mover, raw, wanted):
        """Streams for CHUNK_S and moves the station meanwhile. Adds to the raw result."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            running = pool.submit(client.call, vsta_moves.stream, name=name, seconds=CHUNK_S)
            due = client.call(roaming.clock) + 2 * PERIOD_S
            while not running.done() and raw["moves"] < wanted:
                if client.call(roaming.clock) < due:
                    time.sleep(POLL_S)
                    continue
                try:
                    mover.move()
                    raw["moves"] += 1
                except LabError as error:
                    raw["failed"].append(str(error)[:200])
                    if len(raw["failed"]) > wanted:
                        raise
                due = client.call(roaming.clock) + PERIOD_S
            raw["chunks"].append(running.result())

    def figures(self, entries, raw):
        found = {}
        for entry in entries:
            found[entry.variant] = _summary([raw[entry.name]])
        virtual = found.get("virtual", {})
        return {
            **found,
            **{key: virtual.get(key) for key in OF_THE_GOAL},
        }


def _summary(raws):
    """Returns the figures of one system."""
    chunks = [chunk for raw in raws for chunk in raw["chunks"]]
    flows = [flow for chunk in chunks for flow in chunk["flows"].values()]
    calls = [call for chunk in chunks for call in chunk["call"].values()]
    numbers = [[number for number, *_ in call["arrivals"]] for call in calls]
    return {
        "moves": sum(raw["moves"] for raw in raws),
        "failed": sum(len(raw["failed"]) for raw in raws),
        "sent": sum(flow["sent"] for flow in flows) + sum(call["sent"] for call in calls),
        "lost": sum(len(flow["lost"]) for flow in flows)
        + sum(call["sent"] - len(set(seen)) for call, seen in zip(calls, numbers)),
        "twice": sum(flow["twice"] for flow in flows)
        + sum(len(seen) - len(set(seen)) for seen in numbers),
        "late": sum(flow["late"] for flow in flows),
        "reassociations": sum(after - before for before, after in map(_connections, chunks)),
    }


def _connections(chunk):
    return chunk["connections"]


class _Virtual:
    """Moves the virtual station to the other WTP, by the controller."""

    def __init__(self, network):
        self.address = network.hosts[STATIONS["virtual"]].options["address"]
        self.wtps = [host.wired for host in network.of_kind("wtp")]

    def move(self):
        serving = restconf.virtual_stations()[self.address]["wtp"]
        (other,) = [wtp for wtp in self.wtps if wtp != serving]
        restconf.move_virtual_station(self.address, other)


class _Native:
    """Has the native station roam to the other access point."""

    def __init__(self, name):
        self.name = name
        self.bssids = [
            client.call(station.address, name=access_point) for access_point in ROAM_BETWEEN
        ]

    def move(self):
        client.call(vsta_moves.roam, name=self.name, bssids=self.bssids)
