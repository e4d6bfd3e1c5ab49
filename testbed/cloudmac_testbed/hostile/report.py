# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of ``lab run hostile``."""
import rich.box
from rich.console import Console
from rich.table import Table


def print_tables(data):
    """Prints phases, attacks and growth. data: the content of the result file."""
    phases = Table(title="Frames of associated stations", box=rich.box.SIMPLE_HEAD)
    for column in ("phase", "s", "sent", "lost", "air in use, %", "attackers' air, %"):
        phases.add_column(column, justify="left" if column == "phase" else "right")
    for name, phase in data["phases"].items():
        cells = (
            phase[key]
            for key in ("seconds", "sent", "lost", "air_percent", "attackers_air_percent")
        )
        phases.add_row(name, *map(str, cells))
    attacks = Table(title="Attacks", box=rich.box.SIMPLE_HEAD)
    for column in ("attack", "sent", "counted where they arrive"):
        attacks.add_column(column, justify="left" if column == "attack" else "right")
    for name, one in data["attacks"].items():
        attacks.add_row(name, str(one["sent"]), str(one["counted"]))
    console = Console(width=100)
    console.print(phases, attacks)
    grown = ", ".join(f"{name} {kb:+}" for name, kb in data["growth_kb"].items())
    console.print(f"growth in KB: {grown}", highlight=False)
    console.print(
        f"{data['lost']} of {data['sent']} lost, {data['explained']} explained; "
        f"{data['restarts']} restarts, {len(data['reassociations'])} stations associated anew",
        highlight=False,
    )
