# SPDX-License-Identifier: Apache-2.0
"""Gives the rows of an Open vSwitch database file (ovsdb(5)) repeatable UUIDs.

ovsdb-server gives each row a random UUID, and Open vSwitch handles rows in the order of
their UUIDs. Two databases with the same content can install qdiscs in another order.
With repeatable UUIDs a seed gives the same figures on each snapshot of a configuration.
Nothing else changes."""

import hashlib
import json
import re
import uuid

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
SPACE = uuid.UUID(int=0x1337)
HEADER = re.compile(rb"OVSDB JSON (\d+) [0-9a-f]{40}\n")


def records(data):
    """Returns the JSON texts of a database file's records."""
    found, at = [], 0
    while match := HEADER.match(data, at):
        end = match.end() + int(match[1])
        found.append(data[match.end() : end].decode())
        at = end
    if data[at:].strip():
        raise ValueError("not a database file of Open vSwitch")
    return found


def names(content):
    """Returns the new UUID of each row: old -> new. ``content``: table -> UUID -> row."""
    renamed = {}
    for table, rows in content.items():
        if not isinstance(rows, dict):
            continue
        # A row's content without references distinguishes it from the others.
        said = sorted(
            (UUID.sub("", json.dumps(row, sort_keys=True)), row_id) for row_id, row in rows.items()
        )
        for number, (text, row_id) in enumerate(said):
            renamed[row_id] = str(uuid.uuid5(SPACE, f"{table} {number} {text}"))
    return renamed


def _sorted(value):
    """Returns the value with the members of each set in order, as on disk."""
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in sorted(value.items())}
    if isinstance(value, list):
        if len(value) == 2 and value[0] == "set":
            return ["set", sorted(value[1], key=json.dumps)]
        return [_sorted(inner) for inner in value]
    return value


def rename(source, target):
    """Copies a compacted database to ``target`` with repeatable UUIDs."""
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
