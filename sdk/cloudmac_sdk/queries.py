# SPDX-License-Identifier: Apache-2.0
"""Queries: what has passed through the ports of an LVNF, once or periodically."""
import abc
import asyncio
import concurrent.futures
import dataclasses

from . import addresses
from . import tenant as tenants
from .background import LOG
from .errors import CloudmacError
from .lvnf import LVNF

SHORTEST_MS = 10


@dataclasses.dataclass(frozen=True)
class PortCount:
    """Packets or octets through a port since the LVNF was created. received: into the LVNF; sent:
    out of it; the rates are a second, since the report before, by the node's clock; None in the
    first report."""

    port: int
    received: int
    sent: int
    received_rate: float = None
    sent_rate: float = None


class Query(abc.ABC):
    """A question to the controller, asked once or periodically. A subclass says how to ask.

    about: what the log calls it; first: the Future of the first report."""

    def __init__(self, tenant, about, every, callback):
        if every != -1 and every < SHORTEST_MS:
            raise ValueError(f"every is {every}, not -1 or at least {SHORTEST_MS} ms")
        self.tenant, self.every = tenant, every
        self.first = concurrent.futures.Future()
        self._about, self._callback = about, callback
        self._failure = None
        tenant.attach(self)
        self._future = tenant.background.start(self._run())

    def remove(self):
        """Ends the query. A report may still come."""
        self.tenant.detach(self)
        self._future.cancel()

    async def _run(self):
        loop = asyncio.get_running_loop()
        due = loop.time()
        try:
            given = await self._given()
            while True:
                await self._report(given)
                if self.every < 0:
                    break
                # A late report does not move the later ones.
                due = max(due + self.every / 1000, loop.time() - self.every / 1000)
                await asyncio.sleep(due - loop.time())
        except CloudmacError as error:
            LOG.error("query of %s: %s", self._about, error)
            if not self.first.done():
                self.first.set_exception(error)
        finally:
            self.first.cancel()
            self.tenant.detach(self)

    @abc.abstractmethod
    async def _given(self):
        """Returns the input of the RPC."""

    @abc.abstractmethod
    async def _answer(self, given):
        """Returns the output of the RPC."""

    @abc.abstractmethod
    def _made(self, output):
        """Returns the report of an output."""

    async def _report(self, given):
        """Reads and reports. A periodic query goes on after a failure."""
        try:
            output = await self._answer(given)
        except CloudmacError as error:
            if self.every < 0:
                raise
            if str(error) != self._failure:
                LOG.error("query of %s: %s", self._about, error)
            self._failure = str(error)
            return
        self._failure = None
        report = self._made(output)
        if not self.first.done():
            self.first.set_result(report)
        if self._callback:
            self.tenant.background.deliver(self._callback, report)


class PortQuery(Query):
    """A query that packets_count() or bytes_count() has started.

    first: the Future of the first report, a list of PortCount in the order of ports."""

    def __init__(self, tenant, lvnf, unit, every, callback):
        self.lvnf, self._unit = lvnf, unit
        self._before = None
        super().__init__(tenant, f"LVNF {lvnf}", every, callback)

    async def _given(self):
        """Returns the input of RPCs that names the LVNF, when that is spawned."""
        if isinstance(self.lvnf, LVNF):
            if self.lvnf.ready is not None:
                # The end of the query must not end the spawning.
                await asyncio.shield(asyncio.wrap_future(self.lvnf.ready))
            return self.lvnf.reference()
        name = self.lvnf
        if addresses.is_address(name):
            try:
                name = addresses.find(self.tenant.name, name, await self.tenant.lvnf_names())
            except LookupError as error:
                raise CloudmacError(str(error)) from None
        return {"tenant": self.tenant.name, "lvnf": name}

    async def _answer(self, given):
        return await self.tenant.restconf.call("read-counters", given)

    def _made(self, output):
        """Returns the report of an answer, and keeps that for the next one."""
        now = int(output["node-time"]) if "node-time" in output else None
        counts = {
            int(port["port"]): tuple(
                int(port.get(f"{self._unit}-{way}", 0)) for way in ("in", "out")
            )
            for port in output["port"]
        }
        before, self._before = self._before, (now, counts)

        def rates(port):
            if self.every < 0 or not before or None in (now, before[0]) or now <= before[0]:
                return (None, None)
            known = before[1].get(port, (0, 0))
            # An LVNF that was created anew has counted from 0.
            return [
                max(0, count - old) * 1e6 / (now - before[0])
                for count, old in zip(counts[port], known)
            ]

        return [PortCount(port, *counts[port], *rates(port)) for port in sorted(counts)]


def _query(unit, lvnf, every, tenant_name, callback):
    if not isinstance(lvnf, (LVNF, str)) or lvnf == addresses.EVERY:
        raise ValueError(f"lvnf is {lvnf!r}, not an LVNF, its name or its address")
    is_object = isinstance(lvnf, LVNF) and tenant_name is None
    tenant = lvnf.tenant if is_object else tenants.named(tenant_name)
    return PortQuery(tenant, lvnf, unit, every, callback)


def packets_count(lvnf, every=-1, callback=None, tenant_name=None):
    """Reports the packets through each port of an LVNF.

    lvnf: LVNF, or its name or address; every: period in ms, -1 for a single report; callback:
    called with each report, a list of PortCount; tenant_name: of a connection, None for the LVNF's
    or the latest one. Returns a Query at once."""
    return _query("packets", lvnf, every, tenant_name, callback)


def bytes_count(lvnf, every=-1, callback=None, tenant_name=None):
    """Reports the octets through each port of an LVNF, as packets_count()."""
    return _query("octets", lvnf, every, tenant_name, callback)
