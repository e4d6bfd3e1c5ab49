# SPDX-License-Identifier: Apache-2.0
"""The command ``whatif``: the logged decisions with other thresholds."""
import click
from rich.console import Group

from .. import whatif, words
from ..models.values import dump
from . import output, tables
from .output import Column
from .shared import MAC_TYPE, pass_connection, wtps_of
from .text import count

NOTE = (
    "Judged again are the logged inputs. The log has a stay only once until its reason or the best "
    "WTP changes, so lower thresholds may cause more moves than these."
)


def was(answer, name):
    """Returns what mobility wanted."""
    return f"move to {name(answer.decision.to)}" if answer.logged == whatif.MOVE else "stay"


def now(answer, name):
    """Returns what it would have wanted."""
    if answer.now == whatif.MOVE:
        return f"move to {name(answer.to) if answer.to else 'another WTP'}"
    return "stay" if answer.now == whatif.STAY else "the log does not tell"


def first(sentences):
    """Returns the sentence with the inequality."""
    return sentences[0] if sentences else None


@click.command(name="whatif")
@click.option("--hysteresis", type=click.IntRange(0, 60), metavar="DB")
@click.option("--load-tie-break", type=click.IntRange(0, 30), metavar="DB")
@click.option("--minimum-samples", type=click.IntRange(1, 1000), metavar="N")
@click.option("--stale-after", type=click.IntRange(100, 600_000), metavar="MS")
@click.option("--station", type=MAC_TYPE, help="Only about this station.")
@click.option("--bssid", type=MAC_TYPE, help="Only of this VAP.")
@click.option("--ssid", help="Only of VAPs with this SSID.")
@click.option("--since", metavar="TIME", help="Only later ones: 2026-11-30T12:00:00Z.")
@click.option("--until", metavar="TIME", help="Only earlier ones.")
@click.option("--top", type=click.IntRange(1), metavar="N", help="Show N decisions that differ.")
@click.option("--json", "is_json", is_flag=True, help="JSON of those that differ, or may.")
@pass_connection
def what_if(
    connection,
    hysteresis,
    load_tie_break,
    minimum_samples,
    stale_after,
    top,
    is_json,
    **query,
):
    """Judges logged decisions with other thresholds. The decisions are those of mobility.

    The rule is the controller's. The log rounds signals and does not tell which WTPs might serve a
    station, so the answer to some decisions is that the log does not tell. The dwell is left out,
    because it depends on moves that would not have happened."""
    given = {
        "hysteresis": hysteresis,
        "load_tie_break": load_tie_break,
        "minimum_samples": minimum_samples,
        "stale_after": stale_after,
    }
    changed = {name: value for name, value in given.items() if value is not None}
    if not changed:
        raise click.UsageError("no threshold: give --hysteresis, or another one")
    answers = [
        whatif.again(decision, **changed)
        for decision in connection.client.decisions(**query)
        if whatif.is_judged(decision)
    ]
    differing = [answer for answer in answers if answer.differs]
    unknown = [answer for answer in answers if answer.now == whatif.UNKNOWN]
    if is_json:
        output.write_json(
            {
                "decision": dump(answer.decision),
                "was": answer.logged,
                "would": answer.now,
                **({"to": answer.to} if answer.to else {}),
            }
            for answer in [*differing, *unknown][:top]
        )
        return
    shown = differing[:top]
    name = connection.names(wtps_of(answer.decision for answer in shown))
    columns = (
        Column("No", lambda one: one.decision.number, is_number=True),
        Column("Time", lambda one: tables.time(one.decision.time)),
        Column("Station", lambda one: one.decision.station),
        Column("At", lambda one: name(one.decision.from_), may_wrap=True),
        Column("Was", lambda one: was(one, name), may_wrap=True),
        Column("Would", lambda one: now(one, name), may_wrap=True),
        Column("Inputs", lambda one: first(words.sentences(one.decision, name)), may_wrap=True),
    )
    text = (
        f"{len(differing):,} of {count(len(answers), 'decision')} by signal would differ; of "
        f"{len(unknown):,} the log does not tell."
    )
    rows = [output.table(columns, shown)] if shown else []
    output.console().print(Group(*rows, output.line(text), output.line(NOTE)))
