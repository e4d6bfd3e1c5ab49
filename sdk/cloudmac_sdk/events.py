# SPDX-License-Identifier: Apache-2.0
"""Reads the events of a tenant's triggers from the controller, each exactly once."""
import asyncio

from .background import LOG
from .errors import CloudmacError

WAIT_MS = 5000
"""How long the controller may wait for an event."""
PAUSE_S = 1
"""Pause after a request that failed."""


class Events:
    """The events of a tenant, from start() on. All methods run in the tenant's event loop.

    take: called with each event, RESTCONF's entry."""

    def __init__(self, tenant, take):
        self._tenant, self._take = tenant, take
        self._log, self._after = None, 0
        # What a node's list of events has told: an event that comes again has a number up to this.
        self._told = {}
        self._started = None

    async def start(self):
        """Begins to read. Events from before are not taken. Returns when that is settled."""
        if self._started is None:
            self._started = asyncio.ensure_future(self._skip())
        try:
            await asyncio.shield(self._started)
        except CloudmacError:
            self._started = None
            raise

    async def _skip(self):
        newest = await self._read(0, lambda event: None)
        while self._after < newest:
            newest = await self._read(0, lambda event: None)
        self._tenant.background.start(self._follow())

    async def _follow(self):
        """Reads on for ever. Neither a lost connection nor a controller that restarts loses an
        event, unless its node has more new events than it keeps."""
        failure = None
        while True:
            try:
                await self._read(WAIT_MS, self._take)
                failure = None
            except CloudmacError as error:
                if failure != str(error):
                    LOG.warning("events of tenant %s: %s", self._tenant.name, error)
                failure = str(error)
                await asyncio.sleep(PAUSE_S)

    async def _read(self, wait, take):
        """Reads once. Returns the number of the controller's newest event."""
        given = {"tenant": self._tenant.name, "after": str(self._after), "wait": wait}
        if self._log is not None:
            given["log"] = self._log
        output = await self._tenant.restconf.call("read-events", given)
        if output["log"] != self._log:
            # Another controller: it has begun with the first event that it has.
            self._log, self._after = output["log"], 0
        for event in output.get("event", []):
            self._after = int(event["number"])
            log, number = (event["packet-node"], event["node-log"]), int(event["node-number"])
            if number > self._told.get(log, 0):
                self._told[log] = number
                take(event)
        return int(output["newest"])
