# SPDX-License-Identifier: Apache-2.0
"""Databases of Open vSwitch as files (ovsdb(5)): rows under repeatable names.

ovsdb-server gives each row a random UUID, and Open vSwitch does things in their
order: of two databases that say the same, one makes the port's qdisc before
the other's. So that a seed gives the same figures on each snapshot of the same
configuration, the UUIDs are replaced, and nothing else is."""

import hashlib
import json
import re
import uuid

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
SPACE = uuid.UUID(int=0x1337)
HEADER = re.compile(rb"OVSDB JSON (\d+) [0-9a-f]{40}\n")


def records(data):
    """The JSON texts of a database file's records."""
    found, at = [], 0
    while match := HEADER.match(data, at):
        end = match.end() + int(match[1])
        found.append(data[match.end() : end].decode())
        at = end
    if data[at:].strip():
        raise ValueError("not a database file of Open vSwitch")
    return found


def names(content):
    """Old UUID -> new one, for all rows. ``content``: table -> UUID -> row."""
    renamed = {}
    for table, rows in content.items():
        if not isinstance(rows, dict):
            continue
        # What a row says apart from whom it points to tells it from the others.
        said = sorted(
            (UUID.sub("", json.dumps(row, sort_keys=True)), row_id) for row_id, row in rows.items()
        )
        for number, (text, row_id) in enumerate(said):
            renamed[row_id] = str(uuid.uuid5(SPACE, f"{table} {number} {text}"))
    return renamed


def _sorted(value):
    """The same value with the members of sets of rows in order, as on disk."""
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in sorted(value.items())}
    if isinstance(value, list):
        if len(value) == 2 and value[0] == "set":
            return ["set", sorted(value[1], key=json.dumps)]
        return [_sorted(inner) for inner in value]
    return value


def rename(source, target):
    """Copy a compacted database to ``target``, its rows renamed."""
    schema, content = records(source.read_bytes())
    renamed = names(json.loads(content))
    text = UUID.sub(lambda match: renamed.get(match[0], match[0]), content)
    data = _sorted(json.loads(text))
    data["_date"] = 0
    with open(target, "wb") as file:
        for record in (schema, json.dumps(data, separators=(",", ":"))):
            octets = record.encode()
            if not octets.endswith(b"\n"):
                octets += b"\n"
            digest = hashlib.sha1(octets).hexdigest()
            file.write(f"OVSDB JSON {len(octets)} {digest}\n".encode() + octets)
