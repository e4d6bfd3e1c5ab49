# SPDX-License-Identifier: Apache-2.0
"""Triggers: the packet node tells when a condition begins to hold for an LVNF."""
import dataclasses
import hashlib
import weakref
from decimal import Decimal

from . import addresses
from . import tenant as tenants
from .errors import CloudmacError, Refused
from .events import Events
from .lvnf import LVNF
from .restconf import key

RELATIONS = ("GT", "LT", "EQ")
_boards = weakref.WeakKeyDictionary()


@dataclasses.dataclass(frozen=True)
class Event:
    """A condition that has begun to hold. lvnf: name; value: what was measured; number: of the
    event at its packet node."""

    lvnf: str
    value: float
    packet_node: str
    number: int
    trigger: str


class _Board:
    """The triggers of a tenant's connection that wait for events."""

    def __init__(self, tenant):
        self.triggers = {}
        self._tenant = weakref.proxy(tenant)
        self.events = Events(self._tenant, self._take)

    def _take(self, entry):
        event = Event(
            lvnf=entry["lvnf"],
            value=float(entry["value"]),
            packet_node=entry["packet-node"],
            number=int(entry["node-number"]),
            trigger=entry["trigger"],
        )
        for trigger in self.triggers.get(event.trigger, ()):
            if trigger.callback:
                self._tenant.background.deliver(trigger.callback, event)


class Trigger:
    """A trigger that cpu_util() or another function has made.

    ready: the Future of None, when the controller has it. Triggers of the same content share their
    entry in the controller's configuration."""

    def __init__(self, tenant, lvnfs, content, callback):
        self.tenant, self.lvnfs, self.callback = tenant, lvnfs, callback
        self._content = content
        self._board = _boards.setdefault(tenant, _Board(tenant))
        self._name = None
        tenant.attach(self)
        # After the calls of the LVNF, which may not be spawned yet.
        run = lvnfs.run if isinstance(lvnfs, LVNF) else tenant.run
        self.ready = run(self._add(), f"trigger {content['metric']}", is_logged=True)

    async def _add(self):
        await self._board.events.start()
        content = {**self._content, **await self._target()}
        text = ",".join(f"{name}={content[name]}" for name in sorted(content))
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        self._name = f"{content['metric']}-{digest}"
        self._board.triggers.setdefault(self._name, []).append(self)
        entry = {"name": self.tenant.name, "trigger": [{"name": self._name, **content}]}
        body = {"cloudmac-nfv:tenants": {"tenant": [entry]}}
        await self.tenant.restconf.request("PATCH", "data/cloudmac-nfv:tenants", body)

    async def _target(self):
        """Returns the member of the entry that names the LVNF."""
        if isinstance(self.lvnfs, LVNF):
            return {"lvnf": self.lvnfs.name}
        if self.lvnfs.lower() == addresses.EVERY:
            return {}
        if not addresses.is_address(self.lvnfs):
            return {"lvnf": self.lvnfs}
        try:
            names = await self.tenant.lvnf_names()
            return {"lvnf": addresses.find(self.tenant.name, self.lvnfs, names)}
        except LookupError as error:
            raise CloudmacError(str(error)) from None

    def remove(self, callback=None):
        """Removes the trigger. Returns a Future of None; no event comes after it."""
        self.tenant.detach(self)
        return self.tenant.run(self._remove(), "removing a trigger", callback)

    async def _remove(self):
        same = self._board.triggers.get(self._name, [])
        if self not in same:
            return
        same.remove(self)
        if same:
            return
        del self._board.triggers[self._name]
        try:
            path = f"{self.tenant.path}/trigger={key(self._name)}"
            await self.tenant.restconf.request("DELETE", path)
        except Refused as error:
            # The tenant may have been removed.
            if error.tag != "data-missing":
                raise


def _trigger(metric, lvnfs, relation, value, tenant_name, callback, **more):
    if relation not in RELATIONS:
        raise ValueError(f"relation is {relation!r}, not one of {', '.join(RELATIONS)}")
    if not isinstance(lvnfs, (LVNF, str)):
        raise TypeError(f"lvnfs is {type(lvnfs).__name__}, not an LVNF, its name or its address")
    is_object = isinstance(lvnfs, LVNF) and tenant_name is None
    tenant = lvnfs.tenant if is_object else tenants.named(tenant_name)
    content = {
        "metric": metric,
        "relation": relation.lower(),
        "value": f"{Decimal(str(value)):.3f}",
        **more,
    }
    return Trigger(tenant, lvnfs, content, callback)


def cpu_util(lvnfs=addresses.EVERY, relation="GT", value=80, tenant_name=None, callback=None):
    """Has the packet nodes tell when the processor use of an LVNF begins to be greater (GT) or less
    (LT) than a value, or equal to it (EQ): percent of one CPU, for the image's program, in 100 ms.

    lvnfs: LVNF, or its name or address; "ff:ff:ff:ff:ff:ff" for each LVNF of the tenant.
    tenant_name: of a connection, None for the LVNF's or the latest one. callback: called with an
    Event, exactly once each time that the condition begins to hold for an LVNF. Returns a Trigger
    at once; it ends with remove(), or with the connection."""
    return _trigger("cpu-util", lvnfs, relation, value, tenant_name, callback)


def mem_util(lvnfs=addresses.EVERY, relation="GT", value=80, tenant_name=None, callback=None):
    """As cpu_util(), for the memory of an LVNF in percent of what it may take."""
    return _trigger("mem-util", lvnfs, relation, value, tenant_name, callback)


def packet_rate(
    lvnfs=addresses.EVERY, relation="GT", value=0, tenant_name=None, callback=None, port=None
):
    """As cpu_util(), for the packets a second that come to a port, or to all ports of an LVNF, in
    100 ms."""
    more = {} if port is None else {"port": port}
    return _trigger("packet-rate", lvnfs, relation, value, tenant_name, callback, **more)
