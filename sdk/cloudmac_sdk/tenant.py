# SPDX-License-Identifier: Apache-2.0
"""The connection to a controller, and the tenant that it is for."""
import asyncio
import dataclasses
import os

from cloudmac.account import Account

from .background import Background
from .chains import Chains
from .errors import Unreachable
from .restconf import Restconf, key

PATIENCE_S = 60
STATE = "data/cloudmac-nfv:nfv-state"
_default = []


@dataclasses.dataclass(frozen=True)
class Cpp:
    """A packet node (Click packet processor in the paper). session: "open" if the controller
    manages it, and otherwise ``reason`` says why not."""

    name: str
    session: str = ""
    reason: str = ""
    version: str = ""
    bridge: str = ""
    lvnfs: int = 0
    maximum_lvnfs: int = 0


def members(kind, entry):
    """Returns an object of a dataclass with the members that an entry of RESTCONF has."""
    named = {name.replace("-", "_"): value for name, value in entry.items()}
    known = [field.name for field in dataclasses.fields(kind)]
    return kind(**{name: named[name] for name in known if name in named})


class Tenant:
    """All that a tenant has at the controller. connect() makes it.

    Use it with ``with``: at the end it waits for all calls and closes the connections. Methods
    return a concurrent.futures.Future at once and call ``callback`` with its result."""

    def __init__(self, name, restconf, patience_s):
        self.name = name
        self.path = f"data/cloudmac-nfv:tenants/tenant={key(name)}"
        self.restconf, self.patience_s = restconf, patience_s
        self.chains = Chains(self)
        self._background = Background()
        self._uploads = {}
        self._attached = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends all queries and triggers, waits for all calls, and closes the connections."""
        for one in tuple(self._attached):
            one.remove()
        self._background.close(self.restconf.close)
        if self in _default:
            _default.remove(self)

    def run(self, coroutine, about, callback=None, is_logged=False):
        """Starts a coroutine in the background, see Background.run()."""
        return self._background.run(coroutine, f"tenant {self.name}: {about}", callback, is_logged)

    @property
    def background(self):
        """The threads of all calls."""
        return self._background

    def attach(self, one):
        """Has close() call ``one.remove()``, unless detach() comes before."""
        self._attached.append(one)

    def detach(self, one):
        """Forgets an object of attach()."""
        if one in self._attached:
            self._attached.remove(one)

    def cpps(self, callback=None):
        """Returns the Future of a list of Cpp: the packet nodes that the controller has."""
        return self.run(self.nodes(), "packet nodes", callback)

    async def nodes(self):
        """Returns the packet nodes, as cpps()."""
        state = await self.restconf.get(f"{STATE}?content=nonconfig") or {}
        return [members(Cpp, entry) for entry in state.get("packet-node", [])]

    def lvnfs(self, callback=None):
        """Returns the Future of the sorted names of the tenant's LVNFs."""
        return self.run(self._names("lvnf"), "LVNFs", callback)

    def images(self, callback=None):
        """Returns the Future of the sorted names of the tenant's images."""
        return self.run(self._names("image"), "images", callback)

    async def lvnf_names(self):
        """Returns the sorted names of the tenant's LVNFs."""
        return await self._names("lvnf")

    async def _names(self, kind):
        found = await self.restconf.get(f"{self.path}?content=config&fields={kind}(name)")
        entry = found[0] if found else {}
        return sorted(one["name"] for one in entry.get(kind, []))

    def remove_image(self, image, callback=None):
        """Removes an image that no LVNF has any more. Returns a Future of None."""
        return self.run(self._remove_image(image), "removing an image", callback)

    async def _remove_image(self, image):
        entry = await asyncio.wrap_future(image.make())
        await self.restconf.request("DELETE", f"{self.path}/image={key(entry['name'])}")
        self._uploads.pop(image, None)

    def remove(self, callback=None):
        """Removes the tenant with all its LVNFs and images. Returns a Future of None."""
        return self.run(self._remove(), "removing", callback)

    async def _remove(self):
        await self.restconf.request("DELETE", self.path)
        self._uploads.clear()
        self.chains.forget()

    async def upload(self, image):
        """Stores an image at the controller, and the tenant too, once for all LVNFs. Returns the
        image's name."""
        if image not in self._uploads:
            self._uploads[image] = asyncio.ensure_future(self._upload(image))
        try:
            return await self._uploads[image]
        except Exception:
            self._uploads.pop(image, None)
            raise

    async def _upload(self, image):
        entry = await asyncio.wrap_future(image.make())
        tenants = {"tenant": [{"name": self.name, "image": [entry]}]}
        path = "data/cloudmac-nfv:tenants"
        await self.restconf.request("PATCH", path, {"cloudmac-nfv:tenants": tenants})
        return entry["name"]

    async def await_state(self, name, condition):
        """Polls the state of an LVNF until ``condition(state)`` is true, and returns it. state:
        RESTCONF's entry, None if there is none. Raises TimeoutError as poll()."""
        return await self.poll(lambda: self.state(name), condition)

    async def poll(self, read, condition):
        """Awaits ``read()`` until ``condition()`` of its result is true, and returns that. Raises
        TimeoutError after patience_s, with the last result as its argument."""
        loop = asyncio.get_running_loop()
        deadline, pause, state = loop.time() + self.patience_s, 0.01, None
        while True:
            try:
                state = await read()
                if condition(state):
                    return state
            except Unreachable:
                if loop.time() > deadline:
                    raise
            if loop.time() > deadline:
                raise TimeoutError(state)
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, 0.5)

    async def state(self, name):
        """Returns RESTCONF's entry of an LVNF in nfv-state; None if there is none."""
        found = await self.restconf.get(
            f"{STATE}/lvnf={key(self.name)},{key(name)}?content=nonconfig"
        )
        return found[0] if found else None


def connect(
    url=None, *, tenant=None, user=None, password_file=None, ca_file=None, patience_s=PATIENCE_S
):
    """Returns the Tenant of this name at a controller. LVNF and cpps() use the latest one.

    Variables of the environment are the defaults: CLOUDMAC_URL, CLOUDMAC_TENANT, CLOUDMAC_USER,
    CLOUDMAC_CA_FILE and CLOUDMAC_PASSWORD_FILE, a file whose first line is the password.
    patience_s: how long a packet node may take for a change of an LVNF, s. Sends nothing. Raises
    ValueError if tenant or password_file is missing."""
    tenant = tenant or os.environ.get("CLOUDMAC_TENANT")
    if not tenant:
        raise ValueError("no tenant: pass it, or set CLOUDMAC_TENANT")
    restconf = Restconf(Account.of(url, user, password_file, ca_file))
    made = Tenant(tenant, restconf, patience_s)
    _default.append(made)
    return made


def default():
    """Returns the Tenant that connect() returned last and that is not closed. Raises
    RuntimeError."""
    if not _default:
        raise RuntimeError("not connected: call cloudmac_sdk.connect() first")
    return _default[-1]


def named(name):
    """Returns the Tenant of this name that connect() returned last and that is not closed; the
    last one of all if the name is None. Raises RuntimeError."""
    if name is None:
        return default()
    for tenant in reversed(_default):
        if tenant.name == name:
            return tenant
    raise RuntimeError(f"not connected for tenant {name}: call cloudmac_sdk.connect() first")


def cpps(callback=None):
    """Returns the Future of a list of Cpp: the packet nodes that the controller has."""
    return default().cpps(callback)
