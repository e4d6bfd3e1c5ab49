# SPDX-License-Identifier: Apache-2.0
"""The committed vectors: what the generator writes, and of the documented form."""

import json
import pathlib
import subprocess
import sys

import jsonschema
import pytest

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "vectors"
FILES = sorted(path for path in VECTORS.glob("*.json") if path.name != "schema.json")


def test_committed():
    """Nobody edited the JSON by hand, or forgot to write it anew."""
    done = subprocess.run(
        [sys.executable, VECTORS / "generate.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_schema(path):
    """Each file is as the schema documents."""
    schema = json.loads((VECTORS / "schema.json").read_text("ascii"))
    jsonschema.validate(json.loads(path.read_text("ascii")), schema)


def test_complete():
    """Each reason to refuse occurs, in each direction that knows it."""
    seen = {
        (vector["direction"], vector["expect"]["error"])
        for path in FILES
        for vector in json.loads(path.read_text("ascii"))
    }
    both = {"ok", "short", "ethertype", "version", "address"}
    wanted = {("announcement", error) for error in both | {"tlv"}}
    for direction in ("downlink", "uplink"):
        wanted |= {(direction, error) for error in both | {"kind", "radiotap", "80211"}}
    assert seen == wanted
