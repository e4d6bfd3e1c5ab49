# SPDX-License-Identifier: Apache-2.0
"""Sends raw Ethernet frames from one of a host's interfaces.

A program that runs in the host's namespace. Its arguments are an interface and the seconds
between frames. Standard input has one frame a line, in hexadecimal. The caller builds the
frames, some of them malformed on purpose, so there is nothing to build by scapy here."""
import socket
import sys
import time
from collections.abc import Sequence

from .. import calls
from . import shell


@calls.declare
def send(host: str, interface: str, frames: Sequence[str], gap_s: float = 0.0):
    """Sends frames (hexadecimal, destination address first), ``gap_s`` seconds apart."""
    shell.run(
        host,
        "/usr/bin/python3",
        "-m",
        "cloudmac_testbed.guest.inject",
        interface,
        gap_s,
        text="\n".join(frames) + "\n",
        timeout=120 + gap_s * len(frames),
    )


def main():
    interface, gap_s = sys.argv[1], float(sys.argv[2])
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as sock:
        sock.bind((interface, 0))
        for line in sys.stdin:
            sock.send(bytes.fromhex(line))
            if gap_s:
                time.sleep(gap_s)


if __name__ == "__main__":
    main()
