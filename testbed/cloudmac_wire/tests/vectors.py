# SPDX-License-Identifier: Apache-2.0
"""Reads the vectors of wire/vectors as pytest parameters."""

import json
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "wire" / "vectors"


def vectors():
    """Returns all vectors in the order of the files' names."""
    paths = sorted(path for path in FOLDER.glob("*.json") if path.name != "schema.json")
    return [vector for path in paths for vector in json.loads(path.read_text(encoding="ascii"))]


def parameters(*directions, error=None, canonical=False):
    """Returns the vectors of the given directions. error: only those with it; canonical: only the
    canonical ones."""
    return [
        pytest.param(vector, id=vector["name"])
        for vector in vectors()
        if vector["direction"] in directions
        and error in (None, vector["expect"]["error"])
        and (vector["canonical"] or not canonical)
    ]
