#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the first inputs of the fuzz targets.

    seeds.py FOLDER
"""

import json
import pathlib
import sys

VALUE = {
    "small": 255,
    "negative": -32768,
    "large": 18446744073709551615,
    "flag": True,
    "text": "eight888",
    "address": "02:00:00:00:0a:ff",
    "list": [1, 4294967295],
}
TRIGGER = {"trigger": "t", "lvnf": "*", "metric": "packet_rate", "relation": "GT", "value": 1.5}
METRICS = ("cpu_util", "mem_util", "packets", "octets", "octet_rate")
# An integer, a struct of 8 octets with two members of it, and an array of three structs.
TYPES = bytes([0, 0, 2, 2, 0, 8, 3, 1, 0, 3, 1, 4, 6, 2, 3])

MANIFEST = {
    "ruleset": "table ip a {}",
    "command": ["/usr/sbin/dnsmasq", "-k"],
    "files": {"a.conf": "x"},
    "address": "192.0.2.53/24",
    "gateway": "192.0.2.1",
    "capabilities": ["net-raw"],
    "on-failure": "drop",
    "probe": {"command": ["/bin/true"], "period-ms": 20, "limit-ms": 7},
    "limits": {"cpu-percent": 1, "memory-mib": 8, "processes": 2},
    "handlers": [
        {"handler": "one", "command": ["/bin/a"], "output": "json", "limit-ms": 1},
        {"handler": "two", "set": "inet a b", "access": ["read", "write", "migrate"]},
        {"handler": "three", "connections": "ipv4", "access": ["migrate"]},
    ],
    "router": True,
}
KEY = "-s 10.0.0.1 -d 10.0.0.2 -p tcp --sport 1000 --dport 80"
STATE = "-t 99 -u SEEN_REPLY,ASSURED -n 192.0.2.1:5555 --state ESTABLISHED"
ELEMENTS = [
    "a",
    80,
    {"prefix": {"addr": "a", "len": 8}},
    {"range": [1, 2]},
    {"elem": {"val": {"concat": ["a", 80]}}},
]


def write(target, name, value):
    folder = pathlib.Path(sys.argv[1]) / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(value))


def main():
    write("manifest", "good", MANIFEST)
    for key in MANIFEST:
        write("manifest", f"only-{key}", {"ruleset": "", key: MANIFEST[key]})
    write("connections", "write", [{"key": KEY, "value": STATE}])
    write("connections", "delete", [KEY])
    printed = f"-A -u ASSURED -t 9 {KEY} -n 192.0.2.1 --reply-port-dst 5\n"
    (pathlib.Path(sys.argv[1]) / "connections/read").write_text(printed)
    write("set", "read", {"nftables": [{"set": {"elem": ELEMENTS}}]})
    write("set", "write", [{"key": "a . 80", "value": True}])
    write("set", "delete", ["192.0.2.0/24", 80])
    types = pathlib.Path(sys.argv[1]) / "types"
    types.mkdir(parents=True, exist_ok=True)
    (types / "good").write_bytes(TYPES)
    triggers = pathlib.Path(sys.argv[1]) / "trigger"
    triggers.mkdir(parents=True, exist_ok=True)
    for metric in (*METRICS, TRIGGER["metric"]):
        text = json.dumps({**TRIGGER, "metric": metric}).encode()
        (triggers / metric).write_bytes(text + bytes(range(100)))
    folder = pathlib.Path(sys.argv[1]) / "shape"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "good").write_text(json.dumps(VALUE))
    for key in VALUE:
        (folder / f"without-{key}").write_text(
            json.dumps({other: value for other, value in VALUE.items() if other != key})
        )


if __name__ == "__main__":
    main()
