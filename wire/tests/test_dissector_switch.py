# SPDX-License-Identifier: Apache-2.0
"""Checks the output of tshark, with the dissector, for channel switches: requests, answers and
malformed frames (SPECIFICATION.md, 4)."""

import functools
import struct
import subprocess

import pytest
from test_dissector import SCRIPT, capture

BSSID = bytes.fromhex("02c10d00a001")
REQUEST, ANSWER = 1, 2
VLAN = b"\x81\x00\x00\x2a"
FIELDS = [
    "_ws.lua.error",
    "cloudmac.error",
    "cloudmac.announce.version",
    *(
        f"cloudmac.switch.{name}"
        for name in ("type", "number", "bssid", "frequency", "beacons", "state", "reason")
    ),
]


def frame(kind=REQUEST, bssid=BSSID, mhz=2437, last=(5, 0), version=0x81, tag=b"", length=46):
    head = (bssid if kind == REQUEST else bytes.fromhex("1338434d4143")) + bssid + tag
    message = struct.pack("!BBH6sHBB", version, kind, 7, bssid, mhz, *last)
    return head + b"\x13\x38" + message.ljust(46, b"\0")[:length]


SWITCH = {"number": "7", "bssid": "02:c1:0d:00:a0:01", "frequency": "2437"}
GOOD = {
    "request": (frame(), {"type": "1", "beacons": "5"}),
    "tagged": (frame(tag=VLAN), {"type": "1", "beacons": "5"}),
    "no-padding": (frame(length=14), {"type": "1", "beacons": "5"}),
    "under-way": (frame(ANSWER, last=(1, 0)), {"type": "2", "state": "1", "reason": "0"}),
    "refused": (frame(ANSWER, last=(3, 5)), {"type": "2", "state": "3", "reason": "5"}),
    "reason-of-later": (frame(ANSWER, last=(3, 9)), {"type": "2", "state": "3", "reason": "9"}),
}
BAD = {
    "cut": (frame(length=13), "short"),
    "two-tags": (frame(tag=VLAN + VLAN), "ethertype"),
    "version": (frame(version=0x82), "version"),
    "type": (frame(kind=3), "kind"),
    "null-bssid": (frame(bssid=bytes(6)), "address"),
    "group-bssid": (frame(bssid=bytes.fromhex("03c10d00a001")), "address"),
    "no-vap": (frame(bssid=bytes.fromhex("02c10d00ffff")), "address"),
    "no-frequency": (frame(mhz=0), "tlv"),
    "no-beacons": (frame(last=(0, 0)), "tlv"),
    "101-beacons": (frame(last=(101, 0)), "tlv"),
    "state-0": (frame(ANSWER, last=(0, 0)), "tlv"),
    "state-4": (frame(ANSWER, last=(4, 0)), "tlv"),
}


@functools.cache
def dissected():
    """Returns the fields that tshark shows, by name of the frame."""
    command = ["tshark", "-n", "-r", "-", "-X", f"lua_script:{SCRIPT}", "-T", "fields"]
    command += ["-E", "separator=/t"] + [word for field in FIELDS for word in ("-e", field)]
    frames = {name: octets for name, (octets, _) in (GOOD | BAD).items()}
    data = capture(frames.values())
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=True)
    lines = done.stdout.decode().removesuffix("\n").split("\n")
    assert len(lines) == len(frames), done.stderr.decode()
    rows = (dict(zip(FIELDS, line.split("\t"), strict=True)) for line in lines)
    return dict(zip(frames, rows))


@pytest.mark.parametrize("name", GOOD)
def test_switch(name):
    """tshark shows all fields of a switch, and no others."""
    got = {
        field.removeprefix("cloudmac.switch."): text for field, text in dissected()[name].items()
    }
    assert {field: text for field, text in got.items() if text} == SWITCH | GOOD[name][1]


@pytest.mark.parametrize("name", BAD)
def test_malformed(name):
    """A malformed switch has its error."""
    got = dissected()[name]
    assert got["_ws.lua.error"] == ""
    assert got["cloudmac.error"] == BAD[name][1]
    assert got["cloudmac.announce.version"] == ""
