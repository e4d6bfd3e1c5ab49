# SPDX-License-Identifier: Apache-2.0
"""Writes tables and JSON, once or again and again."""
import dataclasses
import sys
import time
from collections.abc import Callable

import click
import rich.console
import rich.live
import rich.table
import rich.text

from ..errors import Refused, Unreachable
from .text import as_json, cell, safe

WIDEST = 10_000
"""Columns of an output that is no terminal, so that no row is broken."""
FRAME = 4
"""Lines of a screen beside a table's rows."""


@dataclasses.dataclass(frozen=True)
class Column:
    """A column of a table. value: returns what an entry has there."""

    title: str
    value: Callable
    is_number: bool = False
    may_wrap: bool = False


def console():
    """Returns the console of standard output. It reads no markup."""
    made = rich.console.Console(
        file=sys.stdout, markup=False, emoji=False, highlight=False, soft_wrap=False
    )
    if not made.is_terminal:
        made.width = WIDEST
    return made


def table(columns, entries, indent=0):
    """Returns the table of entries."""
    made = rich.table.Table(
        box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", show_edge=False
    )
    if indent:
        made.add_column("", width=indent)
    for column in columns:
        made.add_column(
            column.title,
            justify="right" if column.is_number else "left",
            no_wrap=not column.may_wrap,
            overflow="fold",
        )
    for entry in entries:
        cells = [rich.text.Text(cell(column.value(entry))) for column in columns]
        made.add_row(*([rich.text.Text("")] if indent else []), *cells)
    return made


def line(text, is_bold=False):
    """Returns a line of text of others."""
    return rich.text.Text(safe(text), style="bold" if is_bold else "")


def say(text):
    """Writes a remark to standard error."""
    click.echo(safe(text), err=True)


def write_json(entries):
    """Writes a list, an entry a line, while it is read."""
    is_empty = True
    for entry in entries:
        click.echo(("[" if is_empty else ",\n") + as_json(entry), nl=False)
        is_empty = False
    click.echo("[]" if is_empty else "]")


def watch(pause, draw):
    """Shows what ``draw()`` returns, something for the console, again and again until Ctrl-C.

    pause: pauses.Pause. After the first time, a controller that cannot be reached or is not ready
    does not end it."""
    out = console()
    try:
        pause.begin()
        if out.is_terminal:
            shown = draw()
            with rich.live.Live(shown, console=out, screen=True, auto_refresh=False) as live:
                live.refresh()
                while True:
                    pause()
                    live.update(_again(pause, draw, line), refresh=True)
        out.print(draw())
        while True:
            pause()
            out.print()
            out.print(_again(pause, draw, line))
            sys.stdout.flush()
    except KeyboardInterrupt:
        pass


def watch_json(pause, read):
    """Writes what ``read()`` returns as one line of JSON, again and again until Ctrl-C."""
    try:
        pause.begin()
        click.echo(as_json(read()))
        while True:
            sys.stdout.flush()
            pause()
            if (text := _again(pause, lambda: as_json(read()), say)) is not None:
                click.echo(text)
    except KeyboardInterrupt:
        pass


def _again(pause, read, tell):
    """Returns what is read, or what ``tell()`` makes of the reason why it cannot be read now."""
    pause.begin()
    try:
        return read()
    except (Refused, Unreachable) as error:
        if not getattr(error, "is_temporary", True):
            raise
        return tell(f"{time.strftime('%H:%M:%S')} {error}")
