# SPDX-License-Identifier: Apache-2.0
"""Queries of the network: how WTPs hear stations and each other, and what passes the links.

The controller measures signals only while somebody asks, so a query ends its measurement with it.
"""
import dataclasses

from . import addresses
from . import tenant as tenants
from .queries import Query
from .tenant import members


@dataclasses.dataclass(frozen=True)
class StationSignal:
    """How a radio of a WTP hears a station: moving average and last signal, dBm; frames since the
    WTP knows the station; age of the last one, ms."""

    station: str
    wtp: str
    radio: int
    average: float
    last: int
    frames: int
    age: int


@dataclasses.dataclass(frozen=True)
class NeighbourSignal:
    """How a radio of a WTP hears a neighbour's radio. frequency: centre of its channel, MHz."""

    neighbour: str
    neighbour_radio: int
    frequency: int
    wtp: str
    radio: int
    average: float
    last: int
    frames: int
    age: int


@dataclasses.dataclass(frozen=True)
class SilentRadio:
    """A radio that cannot send, and why."""

    wtp: str
    radio: int
    reason: str


class NeighbourSignals(list):
    """A list of NeighbourSignal. silent: the SilentRadio that no WTP can hear."""

    def __init__(self, signals, silent):
        super().__init__(signals)
        self.silent = silent


@dataclasses.dataclass(frozen=True)
class LinkCount:
    """What a switch has received and sent through a port since the port exists.

    kind: what is behind it, "wtp", "vap", "switch" or "other"; addr: WTPs or BSSIDs behind it;
    peer: port of the other switch, or None. The rates are a second, since the report before, by the
    switch's clock; None in the first report. All counters are None if the switch does not answer.
    """

    port: str
    kind: str
    addr: tuple
    peer: str = None
    packets_in: int = None
    octets_in: int = None
    packets_out: int = None
    octets_out: int = None
    dropped_in: int = None
    dropped_out: int = None
    packets_in_rate: float = None
    octets_in_rate: float = None
    packets_out_rate: float = None
    octets_out_rate: float = None


class GraphQuery(Query):
    """A query that ucqm(), ncqm() or lqm() has started. first: the Future of the first report."""

    def __init__(self, tenant, name, given, every, callback):
        self._name, self._input = name, given
        super().__init__(tenant, name, every, callback)

    async def _given(self):
        return self._input

    async def _answer(self, given):
        return await self.tenant.restconf.call(f"read-{self._name}", given)


def _numbers(entry):
    """Returns an entry of RESTCONF with numbers for what JSON has as text."""
    return entry | {"average": float(entry["average"]), "frames": int(entry["frames"])}


class _Stations(GraphQuery):
    def _made(self, output):
        found = [members(StationSignal, _numbers(one)) for one in output.get("signal", [])]
        return sorted(found, key=lambda one: (one.station, one.wtp, one.radio))


class _Neighbours(GraphQuery):
    def _made(self, output):
        found = [members(NeighbourSignal, _numbers(one)) for one in output.get("signal", [])]
        silent = [members(SilentRadio, one) for one in output.get("silent", [])]
        return NeighbourSignals(
            sorted(found, key=lambda one: (one.neighbour, one.wtp, one.neighbour_radio, one.radio)),
            silent,
        )


class _Links(GraphQuery):
    COUNTERS = ("packets-in", "octets-in", "packets-out", "octets-out")

    def __init__(self, *given):
        self._before = {}
        super().__init__(*given)

    def _made(self, output):
        found = [self._link(one) for one in output.get("link", [])]
        return sorted(found, key=lambda one: [int(part) for part in one.port.split(":")[1:]])

    def _link(self, entry):
        counts = {
            name: int(entry[name])
            for name in (*self.COUNTERS, "dropped-in", "dropped-out")
            if name in entry
        }
        more = {}
        if counts:
            now = int(entry["port-time"])
            then, before = self._before.get(entry["port"], (None, None))
            # A port that was made anew has counted from 0, and its time began anew.
            if self.every >= 0 and then is not None and now > then:
                more = {
                    f"{name}-rate": (counts[name] - before[name]) * 1e6 / (now - then)
                    for name in self.COUNTERS
                }
            self._before[entry["port"]] = (now, counts)
        return members(
            LinkCount, entry | counts | more | {"addr": tuple(sorted(entry.get("addr", ())))}
        )


def _start(kind, name, given, every, tenant_name, callback):
    wanted = {key: value for key, value in given.items() if value not in (None, addresses.EVERY)}
    return kind(tenants.named(tenant_name), name, wanted, every, callback)


def _signals(every, listen):
    """Returns the input of a query of signals. listen: ms."""
    return {"listen": listen, "every": None if every < 0 else max(every, 20)}


def ucqm(addr=None, wtp=None, every=-1, callback=None, tenant_name=None, listen=1000):
    """Reports how each WTP hears each station (user channel quality map).

    addr: only this station; wtp: only what this WTP hears; every: period in ms, -1 for a single
    report; callback: called with each report, a list of StationSignal; listen: how long the
    controller measures before the first report, ms. Stations that send nothing meanwhile are
    missing. Returns a Query at once."""
    given = {"station": addr, "wtp": wtp, **_signals(every, listen)}
    return _start(_Stations, "ucqm", given, every, tenant_name, callback)


def ncqm(wtp=None, every=-1, callback=None, tenant_name=None, listen=1000):
    """Reports how the WTPs hear each other (network channel quality map), as ucqm(): a
    NeighbourSignals. While the query lasts, the WTPs send small frames for it."""
    given = {"wtp": wtp, **_signals(every, listen)}
    return _start(_Neighbours, "ncqm", given, every, tenant_name, callback)


def lqm(addr=addresses.EVERY, every=5000, tenant_name=None, callback=None, port=None):
    """Reports the load of links (link quality map), by the counters of switch ports.

    addr: WTP or BSSID of a VAP, "ff:ff:ff:ff:ff:ff" for each link of WTPs, VAPs and switches; port:
    only this port of a switch, as "openflow:1:2"; every, tenant_name, callback: as ucqm(). A report
    is a list of LinkCount, in the order of ports."""
    return _start(_Links, "lqm", {"addr": addr, "port": port}, every, tenant_name, callback)
