# SPDX-License-Identifier: Apache-2.0
"""Makes the tables of ``lab run airtime``."""
import rich.box
from rich.console import Console
from rich.table import Table


def text(value, form=".1f"):
    """Returns a figure as text; "-" for None."""
    return "-" if value is None else format(value, form)


def _sharing_cells(one):
    each = " ".join(f"{name} {text(share)}" for name, share in one["shares_percent"].items())
    return [each, text(one["jain"], ".3f"), text(one["total_mbps"])]


SHARING = ("shares of the air, %", "Jain", "Mb/s in total")


def t1(found):
    """UDP down: shares of the air"""
    return ("line", *SHARING), [[name, *_sharing_cells(one)] for name, one in found.items()]


def t2(found):
    """TCP: shares of the air"""
    rows = [
        [name, way.replace("_", " "), *_sharing_cells(one)]
        for name, ways in found.items()
        for way, one in ways.items()
    ]
    return ("line", "traffic", *SHARING), rows


TIMES = ("median ms", "p95", "p99", "lost")


def times(one):
    """Returns the cells of figures.spread()."""
    return [
        *(text(one[key]) for key in ("median", "p95", "p99")),
        f"{one['lost']} of {one['sent']}",
    ]


def t3(found):
    """Ping beside TCP"""
    rows = [
        [name, station, traffic, *times(one)]
        for name, kinds in found.items()
        for traffic, key in (("idle", "idle_ms"), ("down", "ping_ms"), ("both", "ping_ms_both"))
        for station, one in kinds[key].items()
    ]
    return ("line", "station", "traffic", *TIMES), rows


def t4(found):
    """A station that only pings, beside TCP down"""
    rows = [
        [name, state, *times(one["ping_ms"]), *_sharing_cells(one)]
        for name, states in found.items()
        for state, one in states.items()
    ]
    return ("line", "stations with few frames first", *TIMES, *SHARING), rows


def t5(found):
    """30 stations, one at 1 Mb/s, TCP down"""
    rows = [
        [
            name,
            part,
            text(one["total_mbps"]),
            text(one["jain"], ".3f"),
            text(one["shares_percent"]["slow"]),
            *times(ping),
        ]
        for name, one in found.items()
        for part, ping in one["ping_ms"].items()
    ]
    head = ("line", "pings of", "Mb/s in total", "Jain", "share of the slow one, %", *TIMES)
    return head, rows


def t6(found):
    """A call of the slow station beside TCP down: MOS"""
    rows = [
        [
            name,
            category.upper(),
            delay,
            *(text(one[key][category][delay], ".2f") for key in ("mos", "mos_down", "mos_up")),
            text(one["total_mbps"][category][delay]),
        ]
        for name, one in found.items()
        for category in one["mos"]
        for delay in one["mos"][category]
    ]
    return ("line", "category", "delay", "MOS", "down", "up", "Mb/s in total"), rows


def t7(found):
    """Page loads beside TCP down of the others"""
    rows = [
        [
            name,
            *what.split(),
            text(one["median_ms"]),
            text(one["p95_ms"]),
            f"{one['incomplete']} of {one['loads']}",
            text(one["total_mbps"]),
        ]
        for name, kinds in found.items()
        for what, one in kinds.items()
    ]
    return ("line", "page", "station", "median ms", "p95", "incomplete", "bulk Mb/s"), rows


def t8(found):
    """Two VAPs with weights 1 to 2"""
    rows = [
        [
            name,
            backhaul,
            *_sharing_cells(one),
            text(one["tcp"]["total_mbps"]),
            *times(one["ping_ms"]["one"]),
        ]
        for name, delays in found.items()
        for backhaul, one in delays.items()
    ]
    return ("line", "backhaul", *SHARING, "TCP Mb/s", *TIMES), rows


def t9(found):
    """Handovers in the middle of bulk traffic"""
    rows = [
        [
            name,
            load,
            one["handovers"],
            f"{sum(one['lost'])} of {one['sent']}",
            max(one["lost"]),
            one["twice"],
            one["late"],
            ", ".join(f"{reason} {count}" for reason, count in one["drops"].items()) or "none",
        ]
        for name, loads in found.items()
        for load, one in loads.items()
    ]
    head = (
        "line",
        "load",
        "handovers",
        "lost",
        "most of a seed",
        "twice",
        "late",
        "dropped by queues",
    )
    return head, rows


def wired(found):
    """A station's ping beside its own TCP, behind a wire that is slower than the air"""
    rows = [
        [name, traffic, text(mbps), *times(one[key])]
        for name, one in found.items()
        for traffic, key, mbps in (
            ("idle", "idle_ms", None),
            ("TCP", "ping_ms", one["total_mbps"]),
        )
    ]
    return ("line", "traffic", "Mb/s", *TIMES), rows


TABLES = {
    **{"T1": t1, "T2": t2, "T3": t3, "T4": t4, "T5": t5},
    **{"T6": t6, "T7": t7, "T8": t8, "T9": t9, "wired": wired},
}
"""Experiment -> function of its figures that returns titles of columns, and rows. Its docstring
is the table's title."""


def tables(data):
    """Yields title, titles of columns, and rows of each experiment that has results."""
    for experiment, function in TABLES.items():
        if data.get(experiment):
            title = (
                function.__doc__
                if experiment == function.__name__
                else f"{experiment}. {function.__doc__}"
            )
            yield title, *function(data[experiment])


def print_tables(data):
    for title, head, rows in tables(data):
        table = Table(title=title, box=rich.box.SIMPLE_HEAD)
        for name in head:
            table.add_column(name)
        for row in rows:
            table.add_row(*map(str, row))
        Console(width=140).print(table)
    for message in data["left_out"]:
        print(message)


def markdown(data):
    """Returns all tables in Markdown."""
    made = []
    for title, head, rows in tables(data):
        lines = [head, ["---"] * len(head), *rows]
        made.append(
            f"## {title}\n\n" + "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)
        )
    return "\n".join(made)
