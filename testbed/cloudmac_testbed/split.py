# SPDX-License-Identifier: Apache-2.0
"""``lab run split``: what CloudMAC adds to each frame, part by part, in time and octets,
by when frames pass each interface between a station and its VAP."""
import shlex
import shutil
import statistics
import struct
import sys

import rich.box
from rich.console import Console
from rich.table import Table

from . import client, parts, restconf, results, topology, virtual
from .guest import basics, experiments, frame_path
from .settings import RESULTS, RUNTIME, LabError

STATION = "mn"
SIZES = (56, 1400)
COUNT, QUICK_COUNT = 200, 20
INTERVAL_S = 0.03
"""Not a part of the beacon interval."""
PARTS = (
    "station and air",
    "WTP agent",
    "wire WTP to switch A",
    "switch A",
    "link between the switches",
    "switch B",
    "wire switch B to VAP",
    "VAP driver and mac80211",
)
"""Between each two points of guest/frame_path.py."""
UP, DOWN = "up", "down"
IPV4, CLOUDMAC = 0x0800, 0x1337
ECHO = {8: UP, 0: DOWN}
DATA, PROTECTED, TO_DS, FROM_DS = 0x08, 0x40, 0x01, 0x02


def _wireless(frame):
    """The direction of an 802.11 data frame that carries something encrypted, or None."""
    if len(frame) < 2 or frame[0] & 0x4C != DATA or not frame[1] & PROTECTED:
        return None
    return {TO_DS: UP, FROM_DS: DOWN}.get(frame[1] & (TO_DS | FROM_DS))


def _after_radiotap(frame):
    return frame[struct.unpack_from("<H", frame, 2)[0] :] if len(frame) >= 4 else b""


def direction(frame, monitor):
    """Which way an echo goes whose frame an interface saw: UP for a request, DOWN for a
    reply, None for all else. monitor: the frame begins with radiotap, not Ethernet. Any
    frame that is cut short is something else."""
    if monitor:
        return _wireless(_after_radiotap(frame))
    if len(frame) < 14:
        return None
    (ethertype,) = struct.unpack_from("!H", frame, 12)
    if ethertype == CLOUDMAC:
        return _wireless(_after_radiotap(frame[14:]))
    if ethertype == IPV4 and len(frame) >= 35 and frame[23] == 1:
        return ECHO.get(frame[34])
    return None


def passages(seen, monitor, longest):
    """Direction -> [nanoseconds, octets] of each echo at one interface. Shorter frames
    than the echo itself, as a TX status with the frame's header, are none. seen: what
    guest/sniffer.py notes; longest: octets of the echo's IP packet."""
    found = {UP: [], DOWN: []}
    for at, out, octets, head in seen:
        frame = bytes.fromhex(head)
        way = direction(frame, monitor)
        # What the monitor interface sends comes back to it when it is on the air.
        if monitor and way == DOWN and not out:
            continue
        if way and octets >= longest:
            found[way].append([at, octets])
    return found


def parts_of(raw, size):
    """Direction -> part -> microseconds of each echo; and direction -> point -> octets.
    Raises LabError where an echo was not seen everywhere."""
    packet = size + 28
    points = [
        passages(raw["seen"].get(point, []), number == 1, packet)
        for number, point in enumerate(raw["points"])
    ]
    delays, lengths = {}, {}
    for way in (UP, DOWN):
        counts = [len(point[way]) for point in points]
        if len(set(counts)) != 1 or not counts[0]:
            raise LabError(f"echoes {way} were seen {counts} times at {raw['points']}")
        delays[way] = {
            part: [
                abs(b[0] - a[0]) / 1e3 for a, b in zip(points[number][way], points[number + 1][way])
            ]
            for number, part in enumerate(PARTS)
        }
        lengths[way] = {
            name: statistics.median(octets for _, octets in point[way])
            for name, point in zip(raw["points"], points)
        }
    return delays, lengths


def summary(raw, size):
    delays, lengths = parts_of(raw, size)
    return {
        way: {
            "us": {
                part: {
                    "median": round(statistics.median(values), 2),
                    "p95": round(results.percentile(values, 0.95), 2),
                }
                for part, values in delays[way].items()
            },
            "octets": lengths[way],
            "added_octets": {
                name: octets - (size + 28 + 14) for name, octets in lengths[way].items()
            },
            "n": len(next(iter(delays[way].values()))),
        }
        for way in (UP, DOWN)
    }


def print_table(title, found):
    """One size by one clock."""
    table = Table(title=f"{title}, µs", box=rich.box.SIMPLE_HEAD)
    for column in ("", "up", "95 %", "down", "95 %"):
        table.add_column(column, justify="right" if column else "left")
    for part in PARTS:
        numbers = [found[way]["us"][part][key] for way in (UP, DOWN) for key in ("median", "p95")]
        table.add_row(part, *(f"{number:.1f}" for number in numbers))
    console = Console(width=100)
    console.print(table)
    for way in (UP, DOWN):
        more = found[way]["added_octets"].items()
        console.print(
            f"octets more than the Ethernet frame, {way}: "
            + ", ".join(f"{name} {octets:+g}" for name, octets in more),
            highlight=False,
        )


class Experiment:
    """plan: topology; count: of echoes of each size."""

    def __init__(self, plan, seed, count):
        self.plan = plan
        self.seed = seed
        self.built = None
        self.given = {"name": STATION, "count": count, "interval_s": INTERVAL_S}

    def live(self, target):
        """With the controller, in real time; what it made of the lab is kept in the folder
        ``target``. Returns size -> summary."""
        wtps = {host.name for host in self.plan.of_kind("wtp")}
        with client.Lab(self.plan, self.built, progress=_say) as lab:
            restconf.wait_for("the WTP to announce itself", lambda: wtps <= set(restconf.wtps_up()))
            client.call(basics.join, name=STATION)
            found = {
                str(size): summary(
                    client.call(frame_path.trace_echoes, octets=size, **self.given), size
                )
                for size in SIZES
            }
            client.call(experiments.snapshot, folder="snapshot")
            shutil.copytree(RUNTIME / "exchange" / "snapshot", target)
            lab.check()
        return found

    def still(self, folder, snapshot):
        """In virtual time, in which processors need none. Returns size -> summary."""
        return {
            str(size): summary(
                virtual.measure(
                    folder / str(size),
                    self.built,
                    self.plan,
                    frame_path.trace_echoes,
                    seed=self.seed,
                    snapshot=snapshot,
                    octets=size,
                    **self.given,
                ),
                size,
            )
            for size in SIZES
        }

    def run(self):
        """Both; writes split.json. Raises LabError."""
        self.built = parts.gather()
        with virtual.scratch() as scratch:
            real = self.live(scratch / "snapshot")
            still = self.still(scratch, scratch / "snapshot")
        RESULTS.mkdir(parents=True, exist_ok=True)
        results.write_json(
            RESULTS / "split.json",
            {
                "real": real,
                "virtual": still,
                "clocks": {"real": "real, processors included", "virtual": virtual.CLOCK},
                "seed": self.seed,
                "command": shlex.join(["./cloudmac", *sys.argv[1:]]),
                "versions": results.versions(self.built),
            },
        )
        for clock, found in (("real", real), ("virtual", still)):
            for size, one in found.items():
                print_table(f"Echo of {size} octets, {clock} clock", one)
        print(f"\nFigures: {RESULTS / 'split.json'}")


def _say(text):
    print(f"lab: {text}", flush=True)


def main(arguments):
    """``lab run split`` on the command line."""
    plan = topology.load(arguments.topology or "paper")
    Experiment(plan, arguments.seed, QUICK_COUNT if arguments.quick else COUNT).run()
