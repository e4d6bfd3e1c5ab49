#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Write seeds for the fuzz targets, from the wire format's test vectors.

usage: seeds.py VECTORS-FOLDER OUTPUT-FOLDER
"""

import json
import pathlib
import struct
import sys

CONFIG = b"""[wtp]
name = a
wired = eth0
id = 02:00:00:00:00:01
vlan = 7
[radio]
phy = phy0
frequency = 2412
width = 40+
lease = 02:00:00:00:00:02
[control]
address = ::1
ca = a
cert = b
key = c
"""
UCI = b"config wtp 'main'\n\toption wired \"e\\\"0\"\nconfig radio\n\tlist lease '02:00:00:00:00:02'\n"
REQUEST = b'\x40{"jsonrpc":"2.0","id":1,"method":"m","params":{"s":"x","n":5}}\n[]\n'
AIRTIME = (
    b'\xff{"jsonrpc":"2.0","id":1,"method":"airtime.set","params":{"radio":0,"scheduler":true,'
    b'"sparse":false,"target_ms":5,"interval_ms":100,"address":"02:00:00:00:00:01",'
    b'"weight":512}}\n'
)
PERMITS = [
    b'\xff{"jsonrpc":"2.0","id":1,"method":"announce.permit","params":{"radio":0,"ttl_ms":60000,'
    b'"bssids":["02:00:00:00:00:01","02:00:00:00:00:02"]}}\n'
    b'{"jsonrpc":"2.0","id":2,"method":"announce.revoke","params":'
    b'{"bssids":["02:00:00:00:00:01","02:00:00:00:00:01"]}}\n',
    b'\xff{"jsonrpc":"2.0","id":1,"method":"announce.revoke","params":{"bssids":[7]}}\n',
]
TERMS = (
    b'\xff{"jsonrpc":"2.0","id":1,"method":"session.claim","params":{"term":5}}\n'
    b'{"jsonrpc":"2.0","id":1,"method":"session.claim","params":{"term":7}}\n'
    b'{"jsonrpc":"2.0","id":2,"method":"later"}\n{"jsonrpc":"2.0","id":2,"method":"later"}\n'
    b'{"jsonrpc":"2.0","id":3,"method":"session.claim","params":{"term":6}}\n'
)


def main():
    vectors, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    seeds = {
        "config": [CONFIG, UCI],
        "rpc": [REQUEST, AIRTIME, TERMS, *PERMITS],
        "flight": [bytes(range(256)), bytes([0, 1, 2, 64, 65, 128, 0x81, 0xC0] * 8)],
        "segments": [],
        "uplink": [],
        "downlink": [],
        "radiotap": [],
        "vsta": [],
        "antenna": [],
    }
    for path in ("uplink", "downlink", "malformed"):
        for vector in json.loads((vectors / f"{path}.json").read_text()):
            data, expect = bytes.fromhex(vector["hex"]), vector["expect"]
            seeds["downlink"].append(data)
            if expect["error"] == "ok":
                start, end = expect["radiotap_offset"], expect["frame_offset"]
                frame = data[end:]
                seeds["uplink"].append(
                    bytes([1, min(len(frame), 255)]) + frame[:255] + data[start:]
                )
                seeds["radiotap"].append(data[start:end])
    # After each message, requests to the radio, the status of a frame, and 24 ms.
    pause = (b"\4\0\0" + b"\x12\0\0" + b"\3\0\1\3") * 12
    for vector in json.loads((vectors / "vstas.json").read_text()):
        data = bytes.fromhex(vector["hex"])
        seeds["vsta"].append(data)
        seeds["antenna"].append(struct.pack(">BH", 0, len(data)) + data + pause)
    seeds["antenna"].append(b"".join(seeds["antenna"]))
    wholes = {}
    for vector in json.loads((vectors / "segments.json").read_text()):
        data = bytes.fromhex(vector["hex"])
        whole = vector["expect"]["segment"]["whole"] or vector["name"]
        if vector["direction"] == "downlink":
            wholes[whole] = wholes.get(whole, b"") + struct.pack(">BH", 1, len(data)) + data
    seeds["segments"] += wholes.values()
    probe = (
        bytes([0x40, 0, 0, 0]) + b"\xff" * 6 + bytes([2, 0, 0, 0, 1, 0]) + b"\xff" * 6 + bytes(2)
    )
    for elements in (b"\0\0", b"\0\1a", b"\0\1b\x54\6\0\1c\0\1a", b"\0\xff" + bytes(255)):
        seeds["uplink"].append(b"\1\0" + bytes([0, 0, 8, 0, 0, 0, 0, 0]) + probe + elements)
    for target, contents in seeds.items():
        folder = out / target
        folder.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(contents):
            (folder / f"{number:04}").write_bytes(data)


if __name__ == "__main__":
    main()
