# SPDX-License-Identifier: Apache-2.0
"""The command ``events``: what has happened in the network, and what happens."""
import contextlib
import dataclasses
import sys
import time
from typing import get_args

import click

from ..following import Gap, position
from ..models.events import EventKind
from ..models.values import dump
from ..pages import MOST_EVENTS
from . import output, tables
from .shared import pass_connection
from .text import as_json, cell, count

SHOWN = 100
"""Events without --top."""
KIND = click.Choice(get_args(EventKind))


@click.command()
@click.option("--follow", is_flag=True, help="Show new ones as they happen, until Ctrl-C.")
@click.option(
    "--kind", "kinds", type=KIND, multiple=True, metavar="KIND", help="Only of this kind."
)
@click.option(
    "--top",
    type=click.IntRange(1, MOST_EVENTS),
    metavar="N",
    help=f"The newest N of all kinds; {SHOWN} without, and none with --follow.",
)
@click.option("--after", metavar="ID", help="With --follow: go on after this EPOCH-NUMBER.")
@click.option("--json", "is_json", is_flag=True, help="JSON; with --follow one event a line.")
@pass_connection
def events(connection, follow, kinds, top, after, is_json):
    """Lists what happened in the network. The newest comes last."""
    if after and (top or not follow):
        raise click.UsageError("--after goes with --follow, and not with --top")
    if follow:
        try:
            if after:
                position(after)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        with contextlib.suppress(KeyboardInterrupt):
            _follow(connection.client, kinds, top, after, is_json)
        return
    found = connection.client.events.newest(top or SHOWN)
    if is_json:
        output.write_json(dump(one) for one in found if not kinds or one.kind in kinds)
        return
    rows = [one for one in found if not kinds or one.kind in kinds]
    output.console().print(output.table(tables.EVENTS, rows))
    output.console().print(output.line(count(len(rows), "event")))


def _follow(client, kinds, top, after, is_json):
    """Writes events as they come."""
    if top:
        for one in client.events.newest(top):
            after = one
            _write(one, kinds, is_json)
    for one in client.events.follow(after, on_wait=_waiting):
        if not isinstance(one, Gap):
            _write(one, kinds, is_json)
        elif one.reason != "begin":
            if is_json:
                click.echo(as_json({"gap": one.reason, **_place(one)}))
            output.say(f"cloudmac: events are missing ({one.reason}): look at the lists again")
        sys.stdout.flush()


def _place(gap):
    return {name: str(value) for name, value in dataclasses.asdict(gap).items() if name != "reason"}


def _write(one, kinds, is_json):
    if kinds and one.kind not in kinds:
        return
    if is_json:
        click.echo(as_json(dump(one)))
    else:
        click.echo(
            f"{cell(tables.time(one.time))}  {cell(one.kind):<24}  {cell(tables.details(one))}"
        )


def _waiting(error, seconds):
    output.say(f"cloudmac: {time.strftime('%H:%M:%S')} {error}; again in {seconds:.0f} s")
