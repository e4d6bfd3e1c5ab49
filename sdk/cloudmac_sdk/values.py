# SPDX-License-Identifier: Apache-2.0
"""Converts entries of handlers between Python and the JSON texts of RESTCONF."""
import json
from collections.abc import Mapping

ENTRIES_MAX = 4096
"""Entries, and keys to delete, in one request."""
OCTETS_MAX = 48_000
"""JSON in one request. The controller's line to a node has 65,536 octets at most, and a single
entry 60,000."""


class StructKey(dict):
    """A key that is a struct in C: member -> value. It is hashable, so do not change it."""

    def __hash__(self):
        return hash(frozenset(self.items()))


def _frozen(value):
    if isinstance(value, dict):
        return StructKey((name, _frozen(each)) for name, each in value.items())
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return value


def read(entries):
    """Returns RESTCONF's list of entries as a dict: key -> value. A key that is a list becomes a
    tuple, and one that is an object a StructKey."""
    return {_frozen(json.loads(one["key"])): json.loads(one["value"]) for one in entries}


def _text(value):
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def pairs(value):
    """Returns keys and values to write. value: a mapping, or the values of keys 0, 1, .... Raises
    TypeError."""
    if isinstance(value, Mapping):
        return list(value.items())
    if isinstance(value, (list, tuple)):
        return list(enumerate(value))
    raise TypeError(f"value is {type(value).__name__}, not a dict or a list")


def requests(written, deleted):
    """Yields the inputs {"delete", "entry"} of the requests that delete keys and then write
    entries. written: (key, value) pairs; deleted: keys."""
    room, request = OCTETS_MAX, {}
    parts = [("delete", _text(key)) for key in deleted]
    parts += [("entry", {"key": _text(key), "value": _text(value)}) for key, value in written]
    for member, part in parts:
        size = len(part) if member == "delete" else len(part["key"]) + len(part["value"])
        size += len('{"key":,"value":},')
        if request and (size > room or len(request.get(member, ())) == ENTRIES_MAX):
            yield request
            room, request = OCTETS_MAX, {}
        request.setdefault(member, []).append(part)
        room -= size
    if request:
        yield request
