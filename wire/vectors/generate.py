#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the test vectors to this folder, or checks the files there.

    generate.py            write *.json
    generate.py --check    exit with 1 if a file is out of date
"""

import argparse
import json
import pathlib
import sys

import announcements
import announcements_bad
import chains
import downlink
import malformed
import segments
import surveys
import uplink
import vstas
import vstas_bad

HERE = pathlib.Path(__file__).resolve().parent


def files():
    """Returns the vectors of each file. Their names are unique over all files."""
    wholes = segments.wholes()
    result = {
        "downlink.json": [
            *downlink.vectors(),
            *chains.downlinks(),
            *wholes["downlink.json"],
        ],
        "uplink.json": [
            *uplink.received(),
            *uplink.statuses(),
            *uplink.neighbours(),
            *surveys.vectors(),
            *chains.uplinks(),
            *wholes["uplink.json"],
        ],
        "segments.json": segments.well_formed(),
        "vstas.json": [*vstas.vectors(), *vstas_bad.vectors()],
        "malformed.json": [
            *malformed.vectors(),
            *segments.malformed_ones(),
            *vstas_bad.malformed_frames(),
        ],
        "announcement.json": [*announcements.well_formed(), *announcements_bad.vectors()],
    }
    names = [vector["name"] for vectors in result.values() for vector in vectors]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"names used twice: {sorted(twice)}")
    return result


def text(vectors):
    """Returns JSON for readable diffs: one member per line, ASCII only."""
    return json.dumps(vectors, indent=1) + "\n"


def main():
    """Writes or checks the files. Returns the exit code."""
    parser = argparse.ArgumentParser(
        description="Write the test vectors to this folder, or check the files there."
    )
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    stale = []
    for name, vectors in files().items():
        path, wanted = HERE / name, text(vectors)
        if not check:
            path.write_text(wanted, encoding="ascii")
        elif not path.exists() or path.read_text(encoding="ascii") != wanted:
            stale.append(name)
    if stale:
        print(f"not what generate.py writes: {', '.join(stale)}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
