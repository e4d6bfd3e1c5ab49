# SPDX-License-Identifier: Apache-2.0
"""Light virtual network functions."""
import asyncio
import dataclasses
import secrets

from . import tenant as tenants
from .addresses import address
from .chains import LvnfPort
from .errors import LvnfFailed, Refused
from .handler import Handler
from .restconf import key

RUNNING, STOPPED, BYPASS = "running", "stopped", "bypass"
STALE_S = 2
"""How long a failure from before a change may still be seen after it, s."""


@dataclasses.dataclass(frozen=True)
class Port:
    """A port as its node has it. interface: at the switch; openflow_port: its number there, None
    without a bridge."""

    port: int
    interface: str = ""
    openflow_port: int = None


@dataclasses.dataclass(frozen=True)
class State:
    """An LVNF as its node has it. status: waiting, ready or failed; mode: running, stopped,
    bypass, or empty before the node has it; problem: what the node refused."""

    status: str
    packet_node: str = ""
    mode: str = ""
    problem: str = ""
    ports: tuple = ()


@dataclasses.dataclass(frozen=True)
class PortCounters:
    """Frames and octets through a port since the LVNF was created. waiting, dropped: in mode
    stopped; None if the node cannot tell."""

    port: int
    packets_in: int = 0
    octets_in: int = 0
    packets_out: int = 0
    octets_out: int = 0
    waiting: int = None
    dropped: int = None


class LVNF:
    """An instance of an image.

    ``lvnf.cpp = node`` spawns it. Each handler of the image is an attribute, see Handler, and
    ``ports`` are its ports for chains, see LvnfPort. Calls of one LVNF run in their order, each
    after the end of the one before. Methods return a concurrent.futures.Future at once, and call
    ``callback`` with its result.

    image: Image; name: at the controller, random if None; tenant: Tenant, None for the one that
    connect() returned last. Raises ValueError for a handler with the name of an attribute."""

    def __init__(self, image, name=None, tenant=None):
        self.image = image
        self.name = name or f"lvnf-{secrets.token_hex(6)}"
        self.tenant = tenant or tenants.default()
        self.ports = tuple(LvnfPort(self, number) for number in range(image.nb_ports))
        self._cpp = None
        self._ready = None
        self._turn = None
        for handler in image.handlers:
            if handler in self.__dict__ or hasattr(type(self), handler):
                raise ValueError(f"handler {handler}: an LVNF has an attribute of this name")

    def __getattr__(self, name):
        if name.startswith("_") or "image" not in self.__dict__:
            raise AttributeError(name)
        if self.image.is_script() and name not in self.image.handlers:
            known = ", ".join(self.image.handlers) or "none"
            raise AttributeError(f"no handler {name}; the image declares {known}")
        return Handler(self, name)

    def run(self, coroutine, about, callback=None, is_logged=False):
        """Starts a coroutine as the next call of this LVNF, see Background.run()."""
        about = f"LVNF {self.name}: {about}"
        try:
            return self.tenant.run(self._in_turn(coroutine), about, callback, is_logged)
        except RuntimeError:
            coroutine.close()
            raise

    async def _in_turn(self, coroutine):
        # A lock of asyncio serves in the order of arrival.
        self._turn = self._turn or asyncio.Lock()
        async with self._turn:
            return await coroutine

    @property
    def cpp(self):
        """The packet node that runs the LVNF (Cpp, or its name); None before it is spawned.
        Assigning spawns it, and assigning another node moves it there under traffic; ``ready`` tells
        the result, and an error is logged too."""
        return self._cpp

    @cpp.setter
    def cpp(self, node):
        name = node.name if isinstance(node, tenants.Cpp) else node
        if self._cpp is None:
            self._ready = self.run(self._spawn(name), f"spawning at {name}", is_logged=True)
        else:
            self._ready = self.run(self._move(name), f"moving to {name}", is_logged=True)
        self._cpp = node
        self.tenant.chains.apply()

    @property
    def ready(self):
        """The Future of State when the node has the LVNF; None before one is assigned."""
        return self._ready

    @property
    def addr(self):
        """The LVNF's address, as the paper's queries and triggers name it."""
        return address(self.tenant.name, self.name)

    @property
    def path(self):
        """The LVNF's path in RESTCONF."""
        return f"{self.tenant.path}/lvnf={key(self.name)}"

    async def _spawn(self, node):
        image = await self.tenant.upload(self.image)
        entry = {"name": self.name, "image": image, "packet-node": node}
        return await self._change("PUT", entry, lambda state: state["packet-node"] == node)

    async def _move(self, node):
        entry = {"name": self.name, "packet-node": node}
        return await self._change("PATCH", entry, lambda state: state["packet-node"] == node)

    def pause(self, callback=None):
        """Stops the LVNF: frames wait, 1,000 full ones at each port. Returns a Future of State."""
        return self._to(STOPPED, callback)

    def resume(self, callback=None):
        """Has the LVNF process the frames that wait, and all later ones. Returns a Future of
        State."""
        return self._to(RUNNING, callback)

    def flush(self, callback=None):
        """Lets frames pass unprocessed, those that wait first. Returns a Future of State."""
        return self._to(BYPASS, callback)

    def _to(self, mode, callback):
        entry = {"name": self.name, "mode": mode}
        change = self._change("PATCH", entry, lambda state: state.get("mode") == mode)
        return self.run(change, f"mode {mode}", callback)

    async def _change(self, method, entry, is_as_wanted):
        """Changes the configuration, and returns State when the node has it. Raises Refused,
        LvnfFailed."""
        loop = asyncio.get_running_loop()
        before = await self.tenant.state(self.name)
        await self.tenant.restconf.request(method, self.path, {"cloudmac-nfv:lvnf": [entry]})
        changed = loop.time()

        def is_settled(state):
            if not state or state["status"] == "waiting":
                return False
            if state["status"] == "failed":
                return state != before or loop.time() - changed > STALE_S
            return is_as_wanted(state)

        state = _state(await self._settled(is_settled))
        if state.status == "failed":
            raise LvnfFailed(state.problem or "the packet node refused it")
        return state

    async def _settled(self, condition):
        try:
            return await self.tenant.await_state(self.name, condition)
        except TimeoutError as error:
            (state,) = error.args
            raise LvnfFailed(
                f"the packet node did not finish within {self.tenant.patience_s} s: "
                f"{await self._what_is_missing(state or {})}"
            ) from None

    async def _what_is_missing(self, state):
        """Returns why the node has not finished, as far as the controller knows. state: RESTCONF's
        entry."""
        for node in await self.tenant.nodes():
            if node.name == state.get("packet-node") and node.session != "open":
                return f"no session with {node.name}: {node.reason or node.session}"
        return f"LVNF {self.name} is {state.get('status', 'not known to the controller')}"

    def remove(self, callback=None):
        """Takes the LVNF out of all chains, and removes it with its state. Returns a Future of
        None, when the node has removed it. It may be spawned again then."""
        self.tenant.chains.unlink(self)
        future = self.run(self._remove(), "removing", callback)
        self._cpp = None
        return future

    async def _remove(self):
        await self.tenant.chains.leave(self)
        try:
            await self.tenant.restconf.request("DELETE", self.path)
        except Refused as error:
            # The controller may have refused to spawn it.
            if error.tag != "data-missing":
                raise
        await self._settled(lambda state: state is None)

    def state(self, callback=None):
        """Returns the Future of State: the LVNF as its node has it, None if there is none."""
        return self.run(self._read_state(), "state", callback)

    async def _read_state(self):
        state = await self.tenant.state(self.name)
        return _state(state) if state else None

    def counters(self, callback=None):
        """Returns the Future of a list of PortCounters."""
        return self.run(self._read_counters(), "counters", callback)

    async def _read_counters(self):
        output = await self.tenant.restconf.call("read-counters", self.reference())
        # RFC 7951: 64 bits are a string.
        ports = [{name: int(value) for name, value in port.items()} for port in output["port"]]
        return _in_order(PortCounters, ports)

    def reference(self):
        """Returns the input of an RPC that names this LVNF."""
        return {"tenant": self.tenant.name, "lvnf": self.name}


def _in_order(kind, ports):
    """Returns ports as objects of a dataclass, by number: RESTCONF's lists have no order."""
    return sorted((tenants.members(kind, port) for port in ports), key=lambda port: port.port)


def _state(entry):
    ports = tuple(_in_order(Port, entry.get("port", [])))
    return dataclasses.replace(tenants.members(State, entry), ports=ports)
