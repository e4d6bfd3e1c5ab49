# SPDX-License-Identifier: Apache-2.0
"""Handlers: what an LVNF lets others read and write."""
from . import values


class Handler:
    """A handler of an LVNF, as ``lvnf.dupes_table``.

    ``handler()`` reads and ``handler(value=...)`` writes, in their order among the LVNF's calls.
    Both return a concurrent.futures.Future at once."""

    def __init__(self, lvnf, name):
        self.lvnf, self.name = lvnf, name

    def __call__(self, callback=None, value=None, delete=()):
        """Reads all entries, or deletes and writes some.

        value: dict key -> value, or a list of the values of keys 0, 1, ...; delete: keys, which
        need not exist, deleted before. Keys and values are of the types that the handler has in
        C: int, bool, str, list, and dict for a struct.

        Reading results in a dict, writing in the number of entries written. callback: called with
        that result. One request holds 4,096 entries and 48,000 octets of JSON, and writes all or
        none of them; more entries need several requests. Raises TypeError if ``value`` is neither
        dict nor list."""
        if value is None and not delete:
            return self.lvnf.run(self._read(), f"reading {self.name}", callback)
        written = values.pairs({} if value is None else value)
        requests = values.requests(written, list(delete))
        return self.lvnf.run(self._write(requests), f"writing {self.name}", callback)

    async def _read(self):
        given = {**self.lvnf.reference(), "handler": self.name}
        entries, more = [], True
        while more:
            output = await self.lvnf.tenant.restconf.call("read-handler", given)
            found = output.get("entry", [])
            entries += found
            more = output.get("more", False) and found
            if more:
                given["after"] = found[-1]["key"]
        return values.read(entries)

    async def _write(self, requests):
        written = 0
        for request in requests:
            given = {**self.lvnf.reference(), "handler": self.name, **request}
            output = await self.lvnf.tenant.restconf.call("write-handler", given)
            written += output.get("written", 0)
        return written
