# SPDX-License-Identifier: Apache-2.0
"""Tests that Open vSwitch's database files get repeatable UUIDs. No lab runs."""
import json
import subprocess

import pytest
from cloudmac_testbed.guest import database

SCHEMA = "/usr/share/openvswitch/vswitch.ovsschema"


@pytest.fixture
def make(tmp_path):
    """Returns a function that makes a database: a bridge of three ports, one with a QoS."""

    def build(name):
        path = tmp_path / name
        subprocess.run(["ovsdb-tool", "create", path, SCHEMA], check=True)
        ports = [
            {
                "op": "insert",
                "table": "Interface",
                "uuid-name": f"i{number}",
                "row": {"name": f"p{number}"},
            }
            for number in range(3)
        ]
        ports += [
            {
                "op": "insert",
                "table": "Port",
                "uuid-name": f"p{number}",
                "row": {
                    "name": f"p{number}",
                    "interfaces": ["named-uuid", f"i{number}"],
                    **({"qos": ["named-uuid", "q"]} if number == 1 else {}),
                },
            }
            for number in range(3)
        ]
        bridge = {"name": "br0", "ports": ["set", [["named-uuid", f"p{n}"] for n in range(3)]]}
        change = [
            "Open_vSwitch",
            *ports,
            {"op": "insert", "table": "QoS", "uuid-name": "q", "row": {"type": "linux-sfq"}},
            {"op": "insert", "table": "Bridge", "uuid-name": "b", "row": bridge},
            {"op": "insert", "table": "Open_vSwitch", "row": {"bridges": ["named-uuid", "b"]}},
        ]
        subprocess.run(
            ["ovsdb-tool", "transact", path, json.dumps(change)], check=True, capture_output=True
        )
        subprocess.run(["ovsdb-tool", "compact", path], check=True)
        return path

    return build


def show(path):
    """Returns port -> QoS type, as ovsdb-tool reads it."""
    query = [
        "Open_vSwitch",
        {"op": "select", "table": "Port", "where": [], "columns": ["name", "qos"]},
        {"op": "select", "table": "QoS", "where": [], "columns": ["_uuid", "type"]},
    ]
    done = subprocess.run(
        ["ovsdb-tool", "query", path, json.dumps(query)], check=True, capture_output=True, text=True
    )
    ports, qos = json.loads(done.stdout)
    types = {row["_uuid"][1]: row["type"] for row in qos["rows"]}
    return {
        row["name"]: types.get(row["qos"][1] if row["qos"][0] == "uuid" else "")
        for row in ports["rows"]
    }


def test_same_content_gives_the_same_file(make, tmp_path):
    one, two = make("one"), make("two")
    assert one.read_bytes() != two.read_bytes()
    database.rename(one, tmp_path / "one.new")
    database.rename(two, tmp_path / "two.new")
    assert (tmp_path / "one.new").read_bytes() == (tmp_path / "two.new").read_bytes()


def test_only_uuids_change(make, tmp_path):
    before = make("one")
    database.rename(before, tmp_path / "new")
    assert show(tmp_path / "new") == show(before) == {"p0": None, "p1": "linux-sfq", "p2": None}


def test_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "bad").write_bytes(b"OVSDB JSON 3 x\nabc")
    with pytest.raises(ValueError):
        database.rename(tmp_path / "bad", tmp_path / "new")
