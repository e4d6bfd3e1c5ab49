# SPDX-License-Identifier: Apache-2.0
"""The commands that change something. Each is one RPC of the controller."""
import json
import sys

import click

from .. import calls
from ..errors import CloudmacError
from ..exchange import operation
from ..models.operations import ApplyQosOutput
from ..models.values import load
from . import curl, output
from .output import Column
from .shared import MAC_TYPE, RATE_TYPE, WTP_TYPE, pass_connection
from .text import count, safe

TYPES = (
    *("cloudmac", "htb", "hfsc", "prio", "cake", "sfq", "codel", "fq-codel", "pie", "fq-pie"),
    *("fifo", "none"),
)
DRY_RUN, CHANGE = "cloudmac.dry_run", "cloudmac.change"
EDITS = (
    Column("Configuration", lambda one: one.target, may_wrap=True),
    Column("Before", lambda one: one.before, may_wrap=True),
    Column("After", lambda one: one.after, may_wrap=True),
)
EFFECTS = (
    Column("Object", lambda one: one.object),
    Column("Effect", lambda one: one.text, may_wrap=True),
)
RECORDED = (
    Column("Change", lambda one: one.number),
    Column("Time", lambda one: one.time),
    Column("User", lambda one: one.user),
    Column("RPC", lambda one: one.what),
    Column("Configuration", lambda one: ", ".join(each.target for each in one.edit), may_wrap=True),
    Column("Undone by", lambda one: one.undone_by),
)
PORTS = (
    Column("Port", lambda one: one.port),
    Column("State", lambda one: one.state),
    Column("Problem", lambda one: one.error, may_wrap=True),
)


def action(command):
    """Adds the options of all actions."""
    command = click.option(
        "--curl", "is_curl", is_flag=True, help="Print the request as curl, and do not send it."
    )(command)
    return click.option("--yes", "-y", "is_sure", is_flag=True, help="Do not ask.")(command)


def previewed(command):
    """Adds the options of actions that have a preview."""

    def note(context, _, value):
        context.meta[DRY_RUN] = value

    return click.option(
        "--dry-run",
        is_flag=True,
        expose_value=False,
        callback=note,
        help="Show what would change, and change nothing.",
    )(action(command))


def is_terminal():
    """Returns whether somebody can answer a question."""
    return sys.stdin.isatty()


def perform(connection, call, question, is_sure, is_curl):
    """Sends the request of an action after a confirmation. Returns the result; ends the command if
    only curl is wanted. question: text, or a function that returns it."""
    is_dry = click.get_current_context().meta.get(DRY_RUN)
    if is_dry:
        call = calls.preview(call)
    if is_curl:
        click.echo(curl.command(connection.client.account, call.request))
        raise click.exceptions.Exit(0)
    if is_dry:
        show(connection.client.run(call))
        raise click.exceptions.Exit(0)
    if not is_sure and is_terminal():
        text = question() if callable(question) else question
        if not click.confirm(safe(text), err=True):
            raise CloudmacError("nothing was changed")
    result = connection.client.run(call)
    click.get_current_context().meta[CHANGE] = getattr(result, "change", None)
    return result


def show(result):
    """Writes what a change does, or would do."""
    console = output.console()
    if not result.edit:
        done("nothing changes: the configuration already has these values")
        return
    console.print(output.table(EDITS, result.edit))
    if result.effect:
        console.print(output.table(EFFECTS, result.effect))
    if result.more_effects:
        done(f"and {result.more_effects} more")


def done(text):
    """Writes the result of an action, with the number that its undo needs."""
    change = click.get_current_context().meta.get(CHANGE)
    output.console().print(output.line(text if change is None else f"{text} (change {change})"))


@click.command(name="hand-over")
@click.argument("station", type=MAC_TYPE)
@click.argument("wtp", type=WTP_TYPE)
@click.option("--bssid", type=MAC_TYPE, help="The VAP, if the station is bound at several.")
@action
@pass_connection
def hand_over(connection, station, wtp, bssid, is_sure, is_curl):
    """Moves STATION to WTP, make before break. The WTP is given by id or name."""
    bound = connection.bound(station, bssid)
    to = connection.wtp(wtp)
    call = calls.hand_over(bound.bssid, station, to)
    question = f"Move station {station} ({bound.ssid or bound.bssid}) from {bound.wtp} to {to}?"
    result = perform(connection, call, question, is_sure, is_curl)
    took = "" if result.duration is None else f" in {result.duration} ms"
    done(f"moved from {result.from_ or bound.wtp} to {to}{took}")


@click.command()
@click.argument("bssid", type=MAC_TYPE)
@click.argument("wtps", type=WTP_TYPE, nargs=-1, required=True, metavar="WTP...")
@click.option("--station", "-s", type=MAC_TYPE, help="Bind this station of the VAP, to one WTP.")
@previewed
@pass_connection
def bind(connection, bssid, wtps, station, is_sure, is_curl):
    """Binds the VAP BSSID, or a station of it, to WTPs. The binding is configuration, and stays."""
    if station and len(wtps) > 1:
        raise click.UsageError(f"a station is bound to one WTP, not to {len(wtps)}")
    ids = [connection.wtp(wtp) for wtp in wtps]
    what = f"station {station} of VAP {bssid}" if station else f"VAP {bssid}"
    call = calls.bind(bssid, ids, station)
    perform(connection, call, f"Bind {what} to {', '.join(ids)}?", is_sure, is_curl)
    done(f"{what} is bound to {', '.join(ids)}")


@click.command()
@click.argument("bssid", type=MAC_TYPE)
@click.option("--station", "-s", type=MAC_TYPE, help="The binding of this station of the VAP.")
@previewed
@pass_connection
def unbind(connection, bssid, station, is_sure, is_curl):
    """Ends the binding of the VAP BSSID, or of a station of it. It leaves the configuration."""
    what = f"station {station} of VAP {bssid}" if station else f"VAP {bssid}"
    call = calls.unbind(bssid, station)
    perform(connection, call, f"Unbind {what}?", is_sure, is_curl)
    done(f"{what} is unbound")


@click.command(name="drain-wtp")
@click.argument("wtp", type=WTP_TYPE)
@click.option("--undo", is_flag=True, help="End the drain. Stations are not moved back.")
@previewed
@pass_connection
def drain_wtp(connection, wtp, undo, is_sure, is_curl):
    """Takes WTP out of service. Its stations move, and no new ones are bound. By id or name."""
    to = connection.wtp(wtp)
    if undo:
        perform(connection, calls.undrain_wtp(to), f"End the drain of {to}?", is_sure, is_curl)
        done(f"{to} serves stations again")
        return

    def question():
        found = list(connection.client.wtps(wtp=to, limit=1))
        number = found[0].stations if found else None
        moved = "" if number is None else f", which moves {count(number, 'station')}"
        return f"Drain {to}{moved}?"

    perform(connection, calls.drain_wtp(to), question, is_sure, is_curl)
    done(f"{to} is draining; 'cloudmac drains' shows what is left")


@click.command(name="forget-wtp")
@click.argument("wtp", type=WTP_TYPE)
@action
@pass_connection
def forget_wtp(connection, wtp, is_sure, is_curl):
    """Forgets WTP, which is gone for good. Also the bindings to it. By id or name."""
    gone = connection.wtp(wtp)
    call = calls.forget_wtp(gone)
    result = perform(connection, call, f"Forget WTP {gone}?", is_sure, is_curl)
    done(f"{gone} is forgotten{_bindings(result)}")


@click.command(name="forget-vap")
@click.argument("bssid", type=MAC_TYPE)
@action
@pass_connection
def forget_vap(connection, bssid, is_sure, is_curl):
    """Forgets the VAP BSSID, which is gone. Also the bindings of its stations."""
    call = calls.forget_vap(bssid)
    result = perform(connection, call, f"Forget VAP {bssid}?", is_sure, is_curl)
    done(f"{bssid} is forgotten{_bindings(result)}")


def _bindings(result):
    return "" if result.stations is None else f", with {count(result.stations, 'binding')}"


@click.command(name="set-radio")
@click.argument("bssid", type=MAC_TYPE)
@click.option("--station", "-s", type=MAC_TYPE, help="Only frames to this station.")
@click.option("--user-priority", type=click.IntRange(0, 7), metavar="N", help="Only frames of it.")
@click.option("--rate", type=click.IntRange(500, 127_500), metavar="KBITS", help="kbit/s.")
@click.option("--power", type=click.IntRange(-30, 40), metavar="DBM", help="dBm.")
@click.option("--remove", is_flag=True, help="Remove the rule.")
@previewed
@pass_connection
def set_radio(connection, bssid, station, user_priority, rate, power, remove, is_sure, is_curl):
    """Sets rate and power of a VAP's frames. Or removes the rule."""
    if remove != (rate is None and power is None):
        raise click.UsageError("give --rate, --power or both, or else --remove")
    what = f"station {station} of VAP {bssid}" if station else f"VAP {bssid}"
    what += "" if user_priority is None else f", user priority {user_priority}"
    values = [f"{rate} kbit/s"] if rate is not None else []
    values += [f"{power} dBm"] if power is not None else []
    to = "the VAP's and the WTP's choice" if remove else ", ".join(values)
    call = calls.set_radio(bssid, station, user_priority, rate, power)
    perform(connection, call, f"Set the frames of {what} to {to}?", is_sure, is_curl)
    done(f"{what}: {to}")


@click.command(name="apply-qos")
@click.argument("type_", metavar="TYPE", type=click.Choice(TYPES))
@click.option("--policy", help='Name of the policy; "default" without.')
@click.option("--link-rate", type=RATE_TYPE, metavar="RATE", help="bit/s, such as 95M.")
@click.option("--port", "ports", multiple=True, help="Only this switch port: openflow:1:2.")
@click.option(
    "--file",
    "file",
    type=click.File(encoding="utf-8"),
    help="JSON with more of the RPC's input, such as the container of the type.",
)
@previewed
@pass_connection
def apply_qos(connection, type_, policy, link_rate, ports, file, is_sure, is_curl):
    """Writes a queue policy of TYPE. It replaces one of the same name and waits for its ports."""
    given = _input(file)
    given["type"] = type_
    if policy is not None:
        given["policy"] = policy
    if link_rate is not None:
        given["link-rate"] = str(link_rate)
    if ports:
        given["port"] = list(ports)
    where = ", ".join(map(str, given.get("port", ()))) or "all links between switches"
    call = operation("cloudmac", "apply-qos", given, lambda found: load(ApplyQosOutput, found))
    question = f"Apply policy {given.get('policy', 'default')}, type {type_}, to {where}?"
    result = perform(connection, call, question, is_sure, is_curl)
    if not result.port:
        done("stored; the controller knows no link yet, and applies it when it finds one")
        return
    output.console().print(output.table(PORTS, result.port))
    failed = [one for one in result.port if one.state == "failed"]
    if failed:
        raise CloudmacError(
            f"stored, but {len(failed)} of {count(len(result.port), 'port')} failed"
        )


def _input(file):
    """Returns the JSON object of a file, {} without one."""
    if file is None:
        return {}
    try:
        given = json.load(file)
    except ValueError as error:
        raise click.UsageError(f"{file.name} is not JSON: {error}") from None
    if isinstance(given, dict) and set(given) <= {"cloudmac:input", "input"} and given:
        given = next(iter(given.values()))
    if not isinstance(given, dict):
        raise click.UsageError(f"{file.name} has no JSON object")
    return given


@click.command(name="clear-qos")
@click.option("--policy", help='Name of the policy; "default" without.')
@previewed
@pass_connection
def clear_qos(connection, policy, is_sure, is_curl):
    """Removes a queue policy and its queues."""
    name = policy or "default"
    call = calls.clear_qos(policy)
    perform(connection, call, f"Remove policy {name} and its queues?", is_sure, is_curl)
    done(f"policy {name} is removed")


@click.command()
@click.argument("change", type=click.IntRange(1), required=False)
@previewed
@pass_connection
def undo(connection, change, is_sure, is_curl):
    """Restores what CHANGE replaced. Without CHANGE: shows the changes of the last day."""
    if change is None:
        listed = sorted(
            connection.client.recorded_changes(), key=lambda one: one.number, reverse=True
        )
        output.console().print(output.table(RECORDED, listed))
        return
    call = calls.undo_change(change)
    perform(connection, call, f"Undo change {change}?", is_sure, is_curl)
    done(f"change {change} is undone")


ACTIONS = (
    hand_over,
    bind,
    unbind,
    drain_wtp,
    apply_qos,
    clear_qos,
    set_radio,
    forget_wtp,
    forget_vap,
    undo,
)
