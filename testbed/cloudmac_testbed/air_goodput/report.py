# SPDX-License-Identifier: Apache-2.0
"""Writes the tables and plots of ``lab run air``."""
import rich.box
from rich.console import Console
from rich.table import Table

from ..plotting import pyplot

KINDS = ("udp_down", "udp_up", "tcp_down", "tcp_up")
COLOURS = {"cloudmac": "tab:blue", "plain": "tab:orange"}


def _text(value, form="{:.2f}"):
    return "-" if value is None else form.format(value)


def rows(result):
    """Yields lines: standard, stations, rate or distance, traffic, then the figures."""
    groups = [
        (standard, "1", label, place)
        for standard, places in result["rates"].items()
        for label, place in places.items()
    ] + [
        (standard, stations.split()[0], f"{label} m", place)
        for standard, counts in result["distances"].items()
        for stations, places in counts.items()
        for label, place in places.items()
    ]
    groups += [("n", "1", label, place) for label, place in result["security"].items()]
    for standard, stations, label, place in groups:
        for kind in KINDS:
            sides = place.get(kind)
            if not sides:
                continue
            ours, plain = sides.get("cloudmac", {}), sides.get("plain", {})
            yield [
                standard,
                stations,
                label,
                kind,
                _text(ours.get("mbps")),
                _text(plain.get("mbps")),
                _text(sides.get("ratio"), "{:.3f}"),
                _text(sides.get("analytic_mbps")),
                _text(sides.get("plain_over_analytic"), "{:.3f}"),
                _text(ours.get("delay_ms"), "{:.1f}"),
                _text(plain.get("delay_ms"), "{:.1f}"),
            ]


BACKHAUL_TITLES = ("link", "traffic", "access point", "Mb/s", "ratio", "tries - 1", "ms")


def backhaul_rows(result):
    for label, kinds in result["backhaul"].items():
        for kind, sides in kinds.items():
            for side, seen in sides.items():
                yield [
                    label,
                    kind,
                    side if side == "plain" else f"CloudMAC, {side}",
                    _text(seen["mbps"]),
                    _text(seen.get("ratio"), "{:.3f}"),
                    _text(seen["retries"], "{:.3f}"),
                    _text(seen["delay_ms"], "{:.1f}"),
                ]


TITLES = (
    "802.11",
    "stations",
    "rate, distance",
    "traffic",
    "CloudMAC",
    "plain",
    "ratio",
    "theory",
    "plain/theory",
    "ms",
    "plain ms",
)


def print_table(result):
    table = Table(title="Goodput, Mb/s, and round trips under load", box=rich.box.SIMPLE_HEAD)
    for number, title in enumerate(TITLES):
        table.add_column(title, justify="left" if number < 4 else "right")
    for row in rows(result):
        table.add_row(*row)
    Console(width=120).print(table)
    if not result["backhaul"]:
        return
    table = Table(title="Rate control behind a backhaul", box=rich.box.SIMPLE_HEAD)
    for number, title in enumerate(BACKHAUL_TITLES):
        table.add_column(title, justify="left" if number < 3 else "right")
    for row in backhaul_rows(result):
        table.add_row(*row)
    Console(width=120).print(table)


def markdown(result):
    tables = ((TITLES, rows(result)), (BACKHAUL_TITLES, backhaul_rows(result)))
    return "\n".join(
        "".join(f"| {' | '.join(line)} |\n" for line in [titles, ["---"] * len(titles), *lines])
        for titles, lines in tables
    )


def plot_rates(result, path):
    """Plots goodput by rate beside theory."""
    standards = list(result["rates"])
    if not standards:
        return
    figure, panes = pyplot.subplots(
        len(standards), len(KINDS), figsize=(16, 4 * len(standards)), squeeze=False
    )
    for row, standard in zip(panes, standards):
        places = result["rates"][standard]
        labels = list(places)
        for axes, kind in zip(row, KINDS):
            theory = [places[label][kind].get("analytic_mbps") for label in labels]
            axes.plot(labels, [_or_nan(value) for value in theory], "k_", ms=18, label="theory")
            for side, shift in (("plain", -0.15), ("cloudmac", 0.15)):
                values = [places[label][kind].get(side, {}).get("mbps") or 0 for label in labels]
                axes.bar(
                    [number + shift for number in range(len(labels))],
                    values,
                    width=0.3,
                    color=COLOURS[side],
                    label=side,
                )
            axes.set_title(f"802.11{standard}, {kind.replace('_', ' ')}")
            axes.set_xlabel("rate")
            axes.tick_params(axis="x", rotation=45)
            axes.grid(axis="y", alpha=0.3)
        row[0].set_ylabel("goodput, Mb/s")
    panes[0][0].legend()
    _save(figure, path)


def plot_distances(result, path):
    """Plots goodput and delay against distance."""
    curves = [
        (standard, stations, places)
        for standard, counts in result["distances"].items()
        for stations, places in counts.items()
    ]
    if not curves:
        return
    kinds = [kind for kind in KINDS if any(kind in next(iter(c[2].values())) for c in curves)]
    figure, panes = pyplot.subplots(
        2, max(1, len(curves)), figsize=(5 * max(1, len(curves)), 8), squeeze=False
    )
    for column, (standard, stations, places) in enumerate(curves):
        metres = [float(label) for label in places]
        for axes, figure_name, unit in (
            (panes[0][column], "mbps", "goodput, Mb/s"),
            (panes[1][column], "delay_ms", "round trip under load, ms"),
        ):
            for kind, style in zip(kinds, ("o-", "s--", "^:", "v-.")):
                for side, colour in COLOURS.items():
                    values = [
                        _or_nan(places[label][kind].get(side, {}).get(figure_name))
                        for label in places
                    ]
                    axes.plot(
                        metres,
                        values,
                        style,
                        color=colour,
                        label=f"{side}, {kind.replace('_', ' ')}",
                    )
            axes.set_title(
                f"802.11{standard}, {stations.removesuffix('s') if stations[0] == '1' else stations}"
            )
            axes.set_xlabel("distance, m")
            axes.grid(alpha=0.3)
            axes.set_ylim(bottom=0)
            if column == 0:
                axes.set_ylabel(unit)
    panes[0][0].legend(fontsize=8)
    _save(figure, path)


def _or_nan(value):
    return float("nan") if value is None else value


def _save(figure, path):
    figure.tight_layout()
    for suffix in (".png", ".svg"):
        figure.savefig(path.with_suffix(suffix), dpi=120)
    pyplot.close(figure)
