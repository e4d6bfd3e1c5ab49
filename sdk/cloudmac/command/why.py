# SPDX-License-Identifier: Apache-2.0
"""The command ``why``: the decisions about a station in words."""
import dataclasses

import click

from .. import words
from ..errors import CloudmacError
from ..models.values import dump
from . import output, tables
from .shared import MAC_TYPE, pass_connection, wtps_of

SHOWN = 10
"""Decisions without --top."""


@click.command()
@click.argument("station", type=MAC_TYPE)
@click.option("--bssid", type=MAC_TYPE, help="Only at this VAP.")
@click.option("--top", type=click.IntRange(1), metavar="N", help=f"N decisions, {SHOWN} without.")
@click.option("--since", metavar="TIME", help="Only later ones: 2026-11-30T12:00:00Z.")
@click.option("--json", "is_json", is_flag=True, help='JSON of the decisions, with "words".')
@pass_connection
def why(connection, station, bssid, top, since, is_json):
    """Says why STATION is where it is. These are the newest decisions in words, with their
    inputs."""
    found = list(
        connection.client.decisions(station=station, bssid=bssid, since=since, limit=top or SHOWN)
    )
    if not found:
        raise CloudmacError(f"the log has no decision about station {station}")
    name = connection.names(wtps_of(found))
    if is_json:
        output.write_json(
            {
                **dump(decision),
                "words": [words.headline(decision, name), *words.sentences(decision, name)],
            }
            for decision in found
        )
        return
    out = output.console()
    for number, decision in enumerate(found):
        if number:
            out.print()
        when = tables.time(decision.time)
        title = f"#{decision.number}  {when}  VAP {decision.bssid}  "
        out.print(output.line(title + words.headline(decision, name), is_bold=True))
        for sentence in filter(None, words.sentences(decision, name)):
            out.print(output.line(f"  {sentence}"))
        if decision.input:
            rows = [dataclasses.replace(one, wtp=name(one.wtp)) for one in decision.input]
            rows.sort(key=lambda one: (one.signal is None, -(one.signal or 0)))
            out.print(output.table(tables.INPUTS, rows, indent=2))
