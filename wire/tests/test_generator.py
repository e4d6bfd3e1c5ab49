# SPDX-License-Identifier: Apache-2.0
"""The committed vectors: up to date, of the documented form, and complete."""

import json
import pathlib
import subprocess
import sys

import jsonschema
import pytest

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "vectors"
FILES = sorted(path for path in VECTORS.glob("*.json") if path.name != "schema.json")


def test_committed():
    """The JSON files equal the generator's output."""
    done = subprocess.run(
        [sys.executable, VECTORS / "generate.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_schema(path):
    """Each file matches the schema."""
    schema = json.loads((VECTORS / "schema.json").read_text("ascii"))
    jsonschema.validate(json.loads(path.read_text("ascii")), schema)


def test_complete():
    """Each error occurs in each direction that has it."""
    seen = {
        (vector["direction"], vector["expect"]["error"])
        for path in FILES
        for vector in json.loads(path.read_text("ascii"))
    }
    both = {"ok", "short", "ethertype", "version", "address"}
    wanted = {("announcement", error) for error in both | {"tlv"}}
    for direction in ("downlink", "uplink"):
        errors = {"kind", "radiotap", "80211", "segment"}
        wanted |= {(direction, error) for error in both | errors}
    assert seen == wanted
