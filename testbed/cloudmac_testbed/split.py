# SPDX-License-Identifier: Apache-2.0
"""``lab run split``: measures what each part of CloudMAC adds to a frame, in time and octets. It
notes when frames pass each interface between a station and its VAP. A few octets tell a frame's
direction, so it uses struct."""
import dataclasses
import statistics
import struct

from . import client, results, virtual
from .errors import LabError
from .experiment import Experiment
from .guest import frame_path
from .live import copy_snapshot, joined_lab

STATION = "mn"
SIZES = (56, 1400)
COUNT, QUICK_COUNT = 200, 20
INTERVAL_S = 0.03
"""Not a multiple or a part of the beacon interval."""
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
"""Each lies between two neighbouring points of guest/frame_path.py."""
UP, DOWN = "up", "down"
IPV4, CLOUDMAC = 0x0800, 0x1337
ECHO = {8: UP, 0: DOWN}
DATA, PROTECTED, TO_DS, FROM_DS = 0x08, 0x40, 0x01, 0x02


def _wireless(frame):
    """Returns the direction of an encrypted 802.11 data frame; None for other frames."""
    if len(frame) < 2 or frame[0] & 0x4C != DATA or not frame[1] & PROTECTED:
        return None
    return {TO_DS: UP, FROM_DS: DOWN}.get(frame[1] & (TO_DS | FROM_DS))


def _after_radiotap(frame):
    return frame[struct.unpack_from("<H", frame, 2)[0] :] if len(frame) >= 4 else b""


def direction(frame, monitor):
    """Returns the direction of an echo at an interface: UP for a request, DOWN for a reply, None
    for any other frame or a truncated one. monitor: the frame begins with radiotap, not with
    Ethernet."""
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
    """Returns direction -> [nanoseconds, octets] of each echo at one interface. Ignores frames
    that are shorter than the echo, such as a TX status with the frame's header. seen: from
    guest/sniffer.py; longest: octets of the echo's IP packet."""
    found = {UP: [], DOWN: []}
    for at, out, octets, head in seen:
        frame = bytes.fromhex(head)
        way = direction(frame, monitor)
        # A frame that the monitor interface sends comes back to it when it is on the air.
        if monitor and way == DOWN and not out:
            continue
        if way and octets >= longest:
            found[way].append([at, octets])
    return found


def parts_of(raw, size):
    """Returns direction -> part -> microseconds of each echo, and direction -> point -> octets.
    Raises LabError if a point missed an echo."""
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
    """Prints the figures of one size by one clock."""
    # Here, as --help works before the packages for tables are installed.
    import rich.box
    from rich.console import Console
    from rich.table import Table

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


@dataclasses.dataclass(frozen=True)
class Clock:
    """All echoes by one clock."""

    name: str


REAL, VIRTUAL = Clock("real"), Clock("virtual")


class SplitExperiment(Experiment):
    """Measures what CloudMAC adds to each frame, part by part, in microseconds and octets."""

    name = "split"
    help = "what each part of CloudMAC adds to a frame, in time and octets"
    default_topology = "paper"
    keeps_raw = False
    always_live = True
    clock = None

    def __init__(self, **settings):
        super().__init__(**settings)
        self.network.need("station", STATION)
        count = QUICK_COUNT if self.quick else COUNT
        self.given = {"name": STATION, "count": count, "interval_s": INTERVAL_S}

    def measurements(self):
        return [REAL, VIRTUAL]

    def measure(self, missing):
        snapshot = self.scratch / "snapshot"
        self.keep(REAL, self.live(snapshot))
        self.keep(VIRTUAL, self.still(snapshot))

    def live(self, target):
        """Measures with the controller, in real time, and copies the lab's snapshot to the
        folder ``target``. Returns size -> raw result."""
        with joined_lab(self.network, self.built, self.say, stations=[STATION]):
            found = {
                size: client.call(frame_path.trace_echoes, octets=size, **self.given)
                for size in SIZES
            }
            copy_snapshot(target)
        return found

    def still(self, snapshot):
        """Measures in virtual time, in which processors need none. Returns size -> raw
        result."""
        return {
            size: virtual.measure(
                self.scratch / str(size),
                self.built,
                self.network,
                frame_path.trace_echoes,
                seed=self.seed,
                snapshot=snapshot,
                octets=size,
                **self.given,
            )
            for size in SIZES
        }

    def summary(self):
        by_clock = {
            clock.name: {str(size): summary(raw, size) for size, raw in self.kept(clock).items()}
            for clock in self.measurements()
        }
        clocks = {"real": "real, processors included", "virtual": virtual.CLOCK}
        return {**by_clock, "clocks": clocks}

    def show(self, data):
        for clock in self.measurements():
            for size, found in data[clock.name].items():
                print_table(f"Echo of {size} octets, {clock.name} clock", found)
