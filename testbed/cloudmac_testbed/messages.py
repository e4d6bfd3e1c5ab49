# SPDX-License-Identifier: Apache-2.0
"""The protocol between the machine and the guest: a JSON object on a line. A shell then sends
frames of kind (1 octet), length (4, big-endian) and payload.

Kinds: ``d`` data, ``e`` end of input, ``w`` window size (rows, columns as two 16-bit numbers),
``x`` exit status as text, the last frame."""
import json
import struct

HEADER = struct.Struct(">cI")
MAX_LINE = 64 << 20


def send_json(file, message):
    file.write(json.dumps(message).encode() + b"\n")
    file.flush()


def receive_json(file):
    """Reads one object. Returns None at the end of the stream."""
    line = file.readline(MAX_LINE)
    return json.loads(line) if line else None


def send(sock, kind, payload=b""):
    sock.sendall(HEADER.pack(kind, len(payload)) + payload)


def receive(file):
    """Reads a frame from a buffered file. Returns (kind, payload), or (None, b"") at its end."""
    header = file.read(HEADER.size)
    if len(header) < HEADER.size:
        return None, b""
    kind, length = HEADER.unpack(header)
    return kind, file.read(length)
