#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a list of the controller as CSV, a row for each entry:

    csv_export.py {stations,wtps,vaps,decisions,changes} >FILE

Absent values are empty. Lists have one value a line, so a signal is "wtp=... average=-70 ...".
"""
import csv
import dataclasses
import sys

from cloudmac import Change, Client, Decision, Station, Vap, Wtp

KINDS = {"stations": Station, "wtps": Wtp, "vaps": Vap, "decisions": Decision, "changes": Change}
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def cell(value):
    """Returns a value as text."""
    if isinstance(value, tuple):
        return "\n".join(map(cell, value))
    if dataclasses.is_dataclass(value):
        members = dataclasses.asdict(value).items()
        return " ".join(f"{name}={each}" for name, each in members if each is not None)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"  # a name of others must not become a formula of a spreadsheet
    return "" if value is None else str(value)


def export(client, name, file):
    """Writes a list."""
    fields = [field.name for field in dataclasses.fields(KINDS[name])]
    rows = csv.writer(file)
    rows.writerow(field.rstrip("_") for field in fields)
    for entry in getattr(client, name)():
        rows.writerow(cell(getattr(entry, field)) for field in fields)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    with Client() as controller:
        export(controller, sys.argv[1], sys.stdout)
