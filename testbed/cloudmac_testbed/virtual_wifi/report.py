# SPDX-License-Identifier: Apache-2.0
"""Makes the tables of ``lab run virtual-wifi``."""
import rich.box
from rich.console import Console
from rich.table import Table

from ..airtime.report import text

KINDS = {"udp_down": "UDP down", "udp_up": "UDP up", "tcp_down": "TCP down", "tcp_up": "TCP up"}
RATIOS = {
    "virtual": "ratio",
    "remote": "ratio_remote",
    "passthrough": "ratio_passthrough",
    "unbatched": "ratio_unbatched",
}
"""System -> key of its ratio to the native station."""


def _ratio(found, system, *place):
    """Returns the ratio of a system to the native station as text."""
    value = found.get(RATIOS.get(system))
    for key in place:
        value = (value or {}).get(key)
    return "1" if system == "native" else text(value, ".3f")


def w1(found):
    """Goodput of a station of 802.11g"""
    kinds = [kind for kind in KINDS if kind in next(iter(found["mbps"].values()))]
    head = ("station", *(f"{KINDS[kind]}, Mb/s" for kind in kinds), "to native, the lowest")
    rows = []
    for system, mbps in found["mbps"].items():
        lowest = "1"
        if system != "native":
            lowest = text(min(found[RATIOS[system]].values(), default=None), ".3f")
        rows.append([system, *(text(mbps[kind], ".2f") for kind in kinds), lowest])
    return head, rows


def w2(found):
    """Idle round trips"""
    rows = [
        [
            system,
            text(one["median"], ".3f"),
            text(one["p95"], ".3f"),
            one["n"],
            _ratio(found, system),
        ]
        for system, one in found["rtt_ms"].items()
    ]
    return ("station", "median ms", "p95", "replies", "to native, paired"), rows


def w3(found):
    """Processor time of a frame in the whole lab"""
    rows = [
        [
            load,
            system,
            way,
            *(text(one[part]) for part in ("kernel", "programs", "total")),
            _ratio(figures, system, way),
        ]
        for load, figures in found["loads"].items()
        for system, ways in figures["us_per_frame"].items()
        for way, one in ways.items()
    ]
    return ("load", "station", "way", "kernel, µs", "programs, µs", "total, µs", "to native"), rows


def w4(found):
    """Many virtual stations on one radio"""
    rows = [
        [
            number,
            one["associated"],
            KINDS[kind],
            text(one["total_mbps"][kind], ".2f"),
            text(one["total_ratio"][kind], ".3f"),
            text(100 * one["worst_share"][kind] if one["worst_share"][kind] is not None else None),
        ]
        for number, one in found["guests"].items()
        for kind in one["total_mbps"]
    ]
    head = ("stations", "associated", "traffic", "Mb/s", "to one station", "worst share, % off")
    return head, rows


def w5(found):
    """A stream and a call while another virtual station scans"""
    rows = [
        [
            "scans" if variant == "scan" else "idle",
            f"{one['lost']} of {one['sent']}",
            one["twice"],
            one["call_lost"],
            text(one["mos"], ".2f"),
            text(one["longest_delay_ms"]),
        ]
        for variant, one in ((key, found[key]) for key in ("idle", "scan"))
    ]
    return ("other station", "stream lost", "twice", "call lost", "MOS", "longest delay, ms"), rows


def w5_scans(found):
    """The scans of W5"""
    rows = [
        [which, one["found"], text(one["longest_s"]), one["probes"]]
        for which, one in found["scans"].items()
    ]
    return ("scan", "access points found", "longest, s", "probes on the air"), rows


def w6(found):
    """The frames of one virtual station, by the habit of the other"""
    rows = [
        [
            habit,
            f"{one['lost']} of {one['sent']}",
            one["twice"],
            _counts(one["frames"]["v1"]["power_dbm"]),
            _counts(one["frames"]["v2"]["power_dbm"]),
            _counts(one["frames"]["v2"]["mbps"]),
            "yes" if one["unchanged"] else "no",
        ]
        for habit, one in found["habits"].items()
    ]
    head = ("other station", "lost", "twice", "own dBm", "other's dBm", "other's Mb/s", "unchanged")
    return head, rows


def _counts(counts):
    return " ".join(counts) or "-"


def w7(found):
    """Beside a hostile virtual station"""
    rows = [
        [
            phase.replace("_", " "),
            one["sent_by_attacker"],
            text(one["mbps"], ".2f"),
            f"{one['lost']} of {one['sent']}",
            " ".join(f"{name} {count}" for name, count in sorted(one["drops"].items())) or "-",
        ]
        for phase, one in found["phases"].items()
    ]
    return ("other station", "its frames", "Mb/s", "lost", "dropped by the agent"), rows


def w8(found):
    """Parts that are killed"""
    rows = [
        [
            fault,
            one["times"],
            f"{one['lost']} of {one['sent']}",
            text(one["back_s"]),
            text(one.get("lease_s")),
        ]
        for fault, one in found["faults"].items()
    ]
    return ("killed", "times", "others lost", "all back after, s", "lease ended after, s"), rows


def w9(found):
    """Moves between two radios under traffic"""
    rows = [
        [
            system,
            one["moves"],
            one["failed"],
            f"{one['lost']} of {one['sent']}",
            one["twice"],
            one["reassociations"],
        ]
        for system, one in ((key, found[key]) for key in ("virtual", "native") if key in found)
    ]
    return ("station", "moves", "failed", "lost", "twice", "new associations"), rows


def w10(found):
    """Load from two radios"""
    rows = [
        [
            target,
            f"{one['associated']} of {one['stations']}",
            one["failures"],
            text(one["joins_per_s"], ".2f"),
            *(text(one["total_mbps"].get(way), ".2f") for way in ("up", "down")),
        ]
        for target, one in found["targets"].items()
    ]
    return ("access point", "associated", "failures", "joins/s", "Mb/s up", "Mb/s down"), rows


def w11(found):
    """Goodput of a station of 802.11n, which a virtual station's radio does not aggregate"""
    return w1(found)


TABLES = {
    function.__name__.upper(): function
    for function in (w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11)
}
"""Part -> function of its figures that returns titles of columns, and rows. Its docstring is the
table's title."""


def tables(data):
    """Yields title, titles of columns, and rows of each part that has results."""
    for part, function in TABLES.items():
        if data.get(part):
            yield f"{part}. {function.__doc__}", *function(data[part])


def print_tables(data):
    for title, head, rows in tables(data):
        made = Table(title=title, box=rich.box.SIMPLE_HEAD)
        for name in head:
            made.add_column(name)
        for row in rows:
            made.add_row(*map(str, row))
        Console(width=140).print(made)


def markdown(data):
    """Returns all tables in Markdown."""
    made = []
    for title, head, rows in tables(data):
        lines = [head, ["---"] * len(head), *rows]
        made.append(
            f"## {title}\n\n" + "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)
        )
    return "\n".join(made)
