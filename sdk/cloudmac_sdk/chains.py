# SPDX-License-Identifier: Apache-2.0
"""Chains: which frames pass which LVNFs, as ``port.next[flow] = port`` says."""
import asyncio
import dataclasses
import hashlib
import json
import threading

from . import flows
from .errors import ChainFailed, CloudmacError, Refused
from .restconf import key

STATE = "data/cloudmac-nfv:chain-state"
STALE_S = 2
"""How long the state from before a change may still be seen after it, s."""


@dataclasses.dataclass(frozen=True)
class ChainState:
    """A chain as the switches have it. status: active if all frames of the flow pass the LVNFs,
    else waiting, preparing, changing or leaving; reason: why it waits; rules: flow rules; segment:
    VLAN ids that carry its frames from switch to switch."""

    name: str
    status: str
    reason: str = ""
    rules: int = 0
    segment: tuple = ()


class Next:
    """Where frames go on from a source or a port of an LVNF: flow -> port of an LVNF.

    Assigning and deleting change the chains in the background; errors are logged, and
    ``Source.chain()`` raises them. A flow is read at once, so it may be changed later."""

    def __init__(self, chains, end):
        self._chains, self._end = chains, end

    def __setitem__(self, flow, port):
        self._chains.lead(self._end, flow, port)

    def __delitem__(self, flow):
        self._chains.lead(self._end, flow, None)


class Answers:
    """Where the answers of a flow enter the network: flow -> Source. They pass the same LVNFs in
    the reverse order."""

    def __init__(self, chains, source):
        self._chains, self._source = chains, source

    def __setitem__(self, flow, source):
        self._chains.answer(self._source, flow, source)

    def __delitem__(self, flow):
        self._chains.answer(self._source, flow, None)


class Replies:
    """Where LVNFs answer in the place of a VAP: flow -> port of an LVNF that frames of the flow pass.
    What it sends from this port goes to the WTP that is the source."""

    def __init__(self, chains, source):
        self._chains, self._source = chains, source

    def __setitem__(self, flow, port):
        self._chains.reply(self._source, flow, port)

    def __delitem__(self, flow):
        self._chains.reply(self._source, flow, None)


class LvnfPort:
    """A port of an LVNF. ``next``: Next."""

    def __init__(self, lvnf, number):
        self.lvnf, self.number = lvnf, number
        self.next = Next(lvnf.tenant.chains, self)

    def __repr__(self):
        return f"port {self.number} of LVNF {self.lvnf.name}"


def _frozen(flow):
    """Returns a flow's match as a key of a dict."""
    return tuple(sorted(flows.match(flow).items()))


class Chains:
    """The chains of a tenant that this program makes.

    A chain begins at a source. From an LVNF, it goes on from the port that has a ``next`` for the
    same flow. The last LVNF sends frames to the port where they go on as if they had just come from
    the source: the partner of the port where they came in."""

    def __init__(self, tenant):
        self._tenant = tenant
        self._next = {}
        self._answers = {}
        self._replies = {}
        self._lock = threading.Lock()
        self._turn = None
        self._stored = {}
        self._changes = {}
        self._used = {}

    def lead(self, end, flow, port):
        """Has frames of a flow go on from a Source or an LvnfPort to a port; None: no more. Raises
        ValueError, TypeError."""
        if port is not None and not isinstance(port, LvnfPort):
            raise TypeError(f"next is {port!r}, not a port of an LVNF")
        if port is not None and not isinstance(end, LvnfPort):
            flows.check_domain(flow, end.is_raw, end)
        self._change(self._next, end, flow, port)

    def answer(self, source, flow, other):
        """Has answers of a flow come from a Source; None: answers pass no LVNF. Raises ValueError."""
        if other is not None:
            source.symmetric(other)
        self._change(self._answers, source, flow, other)

    def reply(self, source, flow, port):
        """Has what an LVNF sends from a port go to a source; None: no more. Raises TypeError."""
        if port is not None and not isinstance(port, LvnfPort):
            raise TypeError(f"replies is {port!r}, not a port of an LVNF")
        self._change(self._replies, source, flow, port)

    def _change(self, table, end, flow, value):
        frozen = _frozen(flow)
        with self._lock:
            before = dict(table)
            table.pop((end, frozen), None)
            if value is not None:
                table[end, frozen] = value
            try:
                self._ways()
            except ValueError:
                table.clear()
                table.update(before)
                raise
        self.apply()

    def apply(self):
        """Has the controller get the chains that have changed. Returns a Future of None."""
        return self._tenant.run(self.store(), "chains", is_logged=True)

    def forget(self):
        """Forgets all chains, because the controller has removed them."""
        with self._lock:
            for table in (self._next, self._answers, self._replies, self._stored, self._used):
                table.clear()

    def unlink(self, lvnf):
        """Takes an LVNF out of all chains, and forgets the answers of a chain that begins with it.
        leave() tells the controller."""
        with self._lock:
            for (end, flow), port in list(self._next.items()):
                if lvnf in (port.lvnf, getattr(end, "lvnf", None)):
                    del self._next[end, flow]
                    self._answers.pop((end, flow), None)
            for end, port in list(self._replies.items()):
                if port.lvnf is lvnf:
                    del self._replies[end]

    async def leave(self, lvnf):
        """Waits until no frame is led to an LVNF that is in no chain any more."""
        await self.store()
        for name in [name for name, lvnfs in self._used.items() if lvnf in lvnfs]:
            await self._settle(name, ("active", "waiting"))
            self._used[name] = [other for other in self._used[name] if other is not lvnf]

    def _ways(self):
        """Returns (source, flow) -> list of (LvnfPort where frames enter, number of the port where
        they leave) of all chains. Raises ValueError. Holds the lock."""
        ways = {}
        for (source, flow), port in self._next.items():
            if not isinstance(source, LvnfPort):
                ways[source, flow] = way = []
                while port:
                    if any(port.lvnf is passed.lvnf for passed, _ in way):
                        raise ValueError(f"frames would come to LVNF {port.lvnf.name} again")
                    exits = [
                        out
                        for out in port.lvnf.ports
                        if (out, flow) in self._next
                        and (out is not port or len(port.lvnf.ports) == 1)
                    ]
                    if len(exits) > 1:
                        raise ValueError(f"LVNF {port.lvnf.name} has two ports with a next")
                    way.append((port, exits[0].number if exits else _partner(port)))
                    port = self._next[exits[0], flow] if exits else None
        return ways

    def _entries(self):
        """Returns name -> (entry of RESTCONF, LVNFs) of the chains whose LVNFs have a node."""
        with self._lock:
            ways, answers, replies = self._ways(), dict(self._answers), dict(self._replies)
        found = {}
        for (source, flow), way in ways.items():
            lvnfs = [port.lvnf for port, _ in way]
            if all(lvnf.cpp is not None for lvnf in lvnfs):
                entry = {"name": name_of(source, flow), "source": source.leaf}
                entry |= {"on-failure": source.on_failure} if source.on_failure else {}
                entry |= {"match": dict(flow)} if flow else {}
                entry["hop"] = [
                    {"lvnf": port.lvnf.name, "in-port": port.number, "out-port": out}
                    for port, out in way
                ]
                own = replies.get((source, flow))
                for hop, lvnf in zip(entry["hop"], lvnfs):
                    hop |= {"reply-port": own.number} if own and own.lvnf is lvnf else {}
                back = answers.get((source, flow))
                entry |= {"symmetric": source.symmetric(back)} if back else {}
                found[entry["name"]] = entry, lvnfs
        return found

    async def store(self):
        """Has the controller get the chains that have changed."""
        self._turn = self._turn or asyncio.Lock()
        async with self._turn:
            wanted = self._entries()
            for name in [name for name in self._stored if name not in wanted]:
                await self._request("DELETE", name)
            failure = None
            for name, (entry, lvnfs) in wanted.items():
                if self._stored.get(name) != entry:
                    try:
                        await self._need(name, lvnfs)
                        await self._request("PUT", name, entry)
                        self._used[name] = [*lvnfs, *self._used.get(name, ())]
                    except CloudmacError as error:
                        failure = failure or error
            if failure:
                raise failure

    async def _need(self, name, lvnfs):
        """Waits until the nodes have the LVNFs. Raises ChainFailed."""
        for lvnf in lvnfs:
            try:
                await asyncio.wrap_future(lvnf.ready)
            except CloudmacError as error:
                raise ChainFailed(f"chain {name}: LVNF {lvnf.name}: {error}") from None

    async def _request(self, method, name, entry=None):
        path = f"{self._tenant.path}/chain={key(name)}"
        body = {"cloudmac-nfv:chain": [entry]} if entry else None
        before = await self._state(name)
        try:
            await self._tenant.restconf.request(method, path, body)
        except Refused as error:
            # Another program may have removed it.
            if entry or error.tag != "data-missing":
                raise
        self._changes[name] = before, asyncio.get_running_loop().time()
        if entry:
            self._stored[name] = entry
        else:
            del self._stored[name]

    async def active(self, source, flow):
        """Returns the ChainState when frames pass the LVNFs. Raises ChainFailed."""
        name = name_of(source, flow)
        await self.store()
        if name not in self._stored:
            raise ChainFailed(f"there is no chain from {source} for this flow")
        own = self._replies.get((source, flow))
        if own and own.lvnf not in self._entries()[name][1]:
            raise ChainFailed(
                f"chain {name}: replies come from {own}, which its frames do not pass"
            )
        return await self._settle(name, ("active",))

    async def _settle(self, name, statuses):
        """Returns the ChainState of a chain when it has one of these, or None if it is removed.
        Raises ChainFailed."""
        before, changed = self._changes[name]
        loop = asyncio.get_running_loop()

        def is_settled(state):
            if name not in self._stored:
                return state is None
            is_new = state != before or loop.time() - changed > STALE_S
            return state is not None and state.status in statuses and is_new

        try:
            return await self._tenant.poll(lambda: self._state(name), is_settled)
        except TimeoutError as error:
            (state,) = error.args
            what = f"{state.status}: {state.reason}" if state else "not known to the controller"
            raise ChainFailed(f"chain {name} is {what.removesuffix(': ')}") from None

    async def _state(self, name):
        path = f"{STATE}/chain={key(self._tenant.name)},{key(name)}?content=nonconfig"
        found = await self._tenant.restconf.get(path)
        if not found:
            return None
        known = {field.name for field in dataclasses.fields(ChainState)}
        state = {member: value for member, value in found[0].items() if member in known}
        return ChainState(**state | {"segment": tuple(sorted(state.get("segment", ())))})


def name_of(source, flow):
    """Returns the name of a chain: the same in each program. flow: of _frozen()."""
    text = json.dumps([source.leaf, flow], sort_keys=True)
    return f"c-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def chain_of(source, flow):
    """Returns a coroutine: the ChainState of the chain of a source and a flow, when it is active."""
    return source.tenant.chains.active(source, _frozen(flow))


def _partner(port):
    """Returns the number of the port where a function of pairs of ports sends a frame on."""
    other = port.number ^ 1
    return other if other < len(port.lvnf.ports) else port.number
