# SPDX-License-Identifier: Apache-2.0
"""The commands that show lists."""
import itertools
from typing import get_args

import click
from rich.console import Group

from ..models.alarms import Severity
from ..models.values import dump
from . import output, pauses, tables
from .shared import MAC_TYPE, WTP_TYPE, pass_connection
from .text import count

SECONDS = click.FloatRange(min=0.2)


def options(*sorts):
    """Returns the options of all lists. sorts: what to sort by, the default first."""

    def decorate(command):
        for option in (
            click.option("--reverse", is_flag=True, help="The other way round."),
            click.option(
                "--sort",
                type=click.Choice(sorts),
                help=f"Order; entries without a value come last. Default: {sorts[0]}.",
            ),
            click.option(
                "--top", type=click.IntRange(1), metavar="N", help="Only the first N entries."
            ),
            click.option(
                "--watch",
                type=SECONDS,
                is_flag=False,
                flag_value=2,
                metavar="[SECONDS]",
                help="Read again at each event, and every 2 s or SECONDS, until Ctrl-C.",
            ),
            click.option("--json", "is_json", is_flag=True, help="JSON, as RESTCONF has it."),
        ):
            command = option(command)
        return command

    return decorate


class Shown:
    """How a list is shown. nouns: what one entry and several are; read: returns an iterable for the
    greatest number of entries, None for all."""

    def __init__(self, columns, nouns, read):
        self.columns, self.nouns, self.read = columns, nouns, read

    def show(self, is_json, watch, top, client=None):
        """Shows the list, once or again and again. client: whose events change the list."""
        pause = pauses.Pause(client, watch)
        if is_json and watch:
            output.watch_json(pause, lambda: [dump(entry) for entry in self.read(top)])
        elif is_json:
            entries = self.read(top)
            output.write_json(dump(entry) for entry in entries)
            self._warn(entries)
        elif watch:
            output.watch(pause, lambda: self._drawn(top or _height())[0])
        else:
            drawn, entries = self._drawn(top)
            output.console().print(drawn)
            self._warn(entries)

    def _drawn(self, top):
        entries = self.read(top)
        rows = list(entries)
        total = getattr(entries, "total", None)
        text = count(len(rows), *self.nouns)
        if total is not None and total > len(rows):
            text = f"{len(rows):,} of {count(total, *self.nouns)}"
        return Group(output.table(self.columns, rows), output.line(text)), entries

    def _warn(self, entries):
        unread = getattr(entries, "unread", ())
        if unread:
            output.say(
                f"cloudmac: lines of {', '.join(unread)} may be missing: a file of the audit "
                "cannot be read, see the controller's log"
            )


def _height():
    """Returns how many rows a screen has room for."""
    return max(output.console().height - output.FRAME, 5)


def _direction(reverse, is_descending=False):
    """Returns the parameter "descending" of a query. is_descending: its default."""
    return (not is_descending) if reverse else None


@click.command()
@options("station", "bssid", "ssid", "wtp", "signal", "last-seen")
@click.option("--bssid", type=MAC_TYPE, help="Only of this VAP.")
@click.option("--ssid", help="Only of VAPs with this SSID.")
@click.option("--wtp", type=WTP_TYPE, help="Only those that this WTP serves, by id or name.")
@click.option("--station", type=MAC_TYPE, help="Only this one.")
@pass_connection
def stations(connection, is_json, watch, top, sort, reverse, bssid, ssid, wtp, station):
    """Lists stations, with the signal at their WTP. --sort signal: the weakest first."""
    wtp = wtp and connection.wtp(wtp)
    query = {"bssid": bssid, "ssid": ssid, "wtp": wtp, "station": station, "sort": sort}
    Shown(
        tables.STATIONS,
        ("station", "stations"),
        lambda limit: connection.client.stations(
            **query, descending=_direction(reverse), limit=limit
        ),
    ).show(is_json, watch, top, connection.client)


@click.command()
@options("wtp", "name", "stations", "last-seen")
@click.option("--name", help="Only WTPs with this name.")
@click.option("--up/--down", default=None, help="Only WTPs that are up, or that are not.")
@click.option("--admitted/--refused", default=None, help="Only admitted WTPs, or all others.")
@click.option("--bssid", type=MAC_TYPE, help="Only WTPs that transmit this VAP.")
@click.option("--ssid", help="Only WTPs that transmit a VAP with this SSID.")
@pass_connection
def wtps(connection, is_json, watch, top, sort, reverse, name, up, admitted, bssid, ssid):
    """Lists WTPs, with the number of their stations."""
    query = {"name": name, "up": up, "admitted": admitted, "bssid": bssid, "ssid": ssid}
    Shown(
        tables.WTPS,
        ("WTP", "WTPs"),
        lambda limit: connection.client.wtps(
            **query, sort=sort, descending=_direction(reverse), limit=limit
        ),
    ).show(is_json, watch, top, connection.client)


@click.command()
@options("time", "station", "bssid", "to")
@click.option("--station", type=MAC_TYPE, help="Only about this station.")
@click.option("--bssid", type=MAC_TYPE, help="Only of this VAP.")
@click.option("--ssid", help="Only of VAPs with this SSID.")
@click.option("--wtp", type=WTP_TYPE, help="Only from or to this WTP, by id or name.")
@click.option("--user", help="Only those that this account requested.")
@click.option("--since", metavar="TIME", help="Only later ones: 2026-11-30T12:00:00Z.")
@click.option("--until", metavar="TIME", help="Only earlier ones.")
@pass_connection
def decisions(
    connection,
    is_json,
    watch,
    top,
    sort,
    reverse,
    wtp,
    **query,
):
    """Lists which WTP was chosen for a station. The newest first."""
    wtp = wtp and connection.wtp(wtp)
    Shown(
        tables.DECISIONS,
        ("decision", "decisions"),
        lambda limit: connection.client.decisions(
            **query, wtp=wtp, sort=sort, descending=_direction(reverse, True), limit=limit
        ),
    ).show(is_json, watch, top, connection.client)


class Sorted:
    """A list that is sorted here, because the controller does not. key: returns an entry's value;
    entries without one come last."""

    def __init__(self, entries, key, is_descending, limit):
        self._entries, self._key = entries, key
        self._is_descending, self._limit = is_descending, limit
        self.total, self.unread = None, ()

    def __iter__(self):
        found = list(self._entries)
        self.total, self.unread = len(found), getattr(self._entries, "unread", ())
        present = [entry for entry in found if self._key(entry) is not None]
        present.sort(key=self._key, reverse=self._is_descending)
        rest = [entry for entry in found if self._key(entry) is None]
        yield from itertools.islice([*present, *rest], self._limit)


VAP_KEYS = {
    "bssid": lambda vap: vap.bssid,
    "ssid": lambda vap: vap.ssid,
    "channel": lambda vap: vap.channel,
    "wtps": lambda vap: len(vap.wtp),
    "host": lambda vap: vap.host,
    "last-seen": lambda vap: vap.last_seen,
}
CHANGE_KEYS = {
    "time": lambda change: change.number,
    "user": lambda change: change.user or change.tried,
    "source": lambda change: change.source,
    "status": lambda change: change.status,
    "path": lambda change: change.path,
}


@click.command()
@options(*VAP_KEYS)
@click.option("--bssid", type=MAC_TYPE, help="Only this one.")
@click.option("--ssid", help="Only VAPs with this SSID.")
@click.option("--wtp", type=WTP_TYPE, help="Only VAPs that this WTP transmits, by id or name.")
@click.option("--host", help="Only VAPs of this host.")
@click.option("--up/--down", default=None, help="Only VAPs that are up, or that are not.")
@pass_connection
def vaps(connection, is_json, watch, top, sort, reverse, bssid, ssid, wtp, host, up):
    """Lists VAPs, with the number of WTPs that transmit them."""
    wtp = wtp and connection.wtp(wtp)

    def read(limit):
        found = [
            vap
            for vap in connection.client.vaps()
            if bssid in (None, vap.bssid)
            and ssid in (None, vap.ssid)
            and (wtp is None or wtp in vap.wtp)
            and host in (None, vap.host)
            and up in (None, vap.up)
        ]
        return Sorted(found, VAP_KEYS[sort or "bssid"], reverse, limit)

    Shown(tables.VAPS, ("VAP", "VAPs"), read).show(is_json, watch, top, connection.client)


@click.command()
@options(*CHANGE_KEYS)
@click.option("--user", help="Only of this account, or of log-ins that tried its name.")
@click.option("--since", metavar="TIME", help="Only later ones: 2026-11-30T12:00:00Z.")
@pass_connection
def changes(connection, is_json, watch, top, sort, reverse, user, since):
    """Lists who changed what. Also refused requests; the newest first. For administrators."""

    def read(limit):
        if sort in (None, "time") and not reverse:
            return connection.client.changes(user=user, since=since, limit=limit)
        found = connection.client.changes(user=user, since=since)
        is_descending = reverse and sort not in (None, "time")
        return Sorted(found, CHANGE_KEYS[sort or "time"], is_descending, limit)

    Shown(tables.CHANGES, ("change", "changes"), read).show(is_json, watch, top)


@click.command()
@options("policy", "type")
@pass_connection
def policies(connection, is_json, watch, top, sort, reverse):
    """Lists the queue policies as configured."""

    def read(limit):
        key = (lambda one: one.type) if sort == "type" else (lambda one: one.name)
        return Sorted(connection.client.policies(), key, reverse, limit)

    Shown(tables.POLICIES, ("policy", "policies"), read).show(is_json, watch, top)


@click.command()
@options("port", "policy", "state")
@click.option("--policy", help="Only ports of this policy.")
@pass_connection
def queues(connection, is_json, watch, top, sort, reverse, policy):
    """Lists the switch ports with queues. What policies want, and what the switches have."""
    keys = {
        "port": lambda one: one.port,
        "policy": lambda one: one.policy,
        "state": lambda one: one.state,
    }

    def read(limit):
        found = [one for one in connection.client.queues() if policy in (None, one.policy)]
        return Sorted(found, keys[sort or "port"], reverse, limit)

    Shown(tables.QUEUES, ("port", "ports"), read).show(is_json, watch, top, connection.client)


@click.command()
@options("wtp", "stations")
@pass_connection
def drains(connection, is_json, watch, top, sort, reverse):
    """Lists the draining WTPs, with what is left and why."""

    def read(limit):
        key = (lambda one: one.stations_left) if sort == "stations" else (lambda one: one.id)
        return Sorted(connection.client.drains(), key, reverse, limit)

    Shown(tables.DRAINS, ("drain", "drains"), read).show(is_json, watch, top, connection.client)


LVNF_KEYS = {
    "name": lambda one: (one.tenant or "", one.name or ""),
    "packet-node": lambda one: one.packet_node,
    "status": lambda one: one.status,
}


@click.command()
@options(*LVNF_KEYS)
@click.option("--tenant", help="Only of this tenant.")
@click.option("--packet-node", help="Only at this packet node.")
@pass_connection
def functions(connection, is_json, watch, top, sort, reverse, tenant, packet_node):
    """Lists the network functions, with their latest move."""

    def read(limit):
        found = [
            one
            for one in connection.client.functions()
            if tenant in (None, one.tenant) and packet_node in (None, one.packet_node)
        ]
        return Sorted(found, LVNF_KEYS[sort or "name"], reverse, limit)

    Shown(tables.FUNCTIONS, ("function", "functions"), read).show(
        is_json, watch, top, connection.client
    )


CHAIN_KEYS = {
    "name": lambda one: (one.tenant or "", one.name or ""),
    "status": lambda one: one.status,
    "rules": lambda one: one.rules,
}


@click.command()
@options(*CHAIN_KEYS)
@click.option("--tenant", help="Only of this tenant.")
@pass_connection
def chains(connection, is_json, watch, top, sort, reverse, tenant):
    """Lists the chains, with the reason if one waits."""

    def read(limit):
        found = [one for one in connection.client.chains() if tenant in (None, one.tenant)]
        return Sorted(found, CHAIN_KEYS[sort or "name"], reverse, limit)

    Shown(tables.CHAINS, ("chain", "chains"), read).show(is_json, watch, top)


SEVERITIES = get_args(Severity)
ALARM_KEYS = {
    "severity": lambda one: -SEVERITIES.index(one.perceived_severity)
    if one.perceived_severity in SEVERITIES
    else None,
    "resource": lambda one: one.resource,
    "type": lambda one: one.alarm_type_id,
    "last-changed": lambda one: one.last_changed,
}


@click.command()
@options(*ALARM_KEYS)
@click.option("--cleared", is_flag=True, help="Also alarms that are over.")
@pass_connection
def alarms(connection, is_json, watch, top, sort, reverse, cleared):
    """Lists the alarms, the severest first. --cleared: also those that are over."""

    def read(limit):
        found = [one for one in connection.client.alarms() if cleared or not one.is_cleared]
        return Sorted(found, ALARM_KEYS[sort or "severity"], reverse, limit)

    Shown(tables.ALARMS, ("alarm", "alarms"), read).show(is_json, watch, top, connection.client)
