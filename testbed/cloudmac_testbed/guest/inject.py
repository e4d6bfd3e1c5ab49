# SPDX-License-Identifier: Apache-2.0
"""Sends raw Ethernet frames from one of a host's interfaces.

A program that runs in the host's namespace. Its arguments are an interface, the seconds between
bursts, "once", or "again" if the frames repeat, and the frames of a burst. Standard input has one
frame a line, in hexadecimal. The caller builds the frames, some of them malformed on purpose, so
there is nothing to build by scapy here."""
import itertools
import socket
import subprocess
import sys
import time
from collections.abc import Sequence

from .. import calls
from . import shell

_senders = {}


def _words(*arguments):
    return ["/usr/bin/python3", "-m", "cloudmac_testbed.guest.inject", *arguments]


def _text(frames):
    return "\n".join(frames) + "\n"


@calls.declare
def send(host: str, interface: str, frames: Sequence[str], gap_s: float = 0.0, burst: int = 1):
    """Sends frames (hexadecimal, destination address first), ``gap_s`` seconds after each ``burst``.
    The guest sleeps for up to two ticks of its clock longer."""
    shell.run(
        host,
        *_words(interface, gap_s, "once", burst),
        text=_text(frames),
        timeout=120 + gap_s * len(frames),
    )


@calls.declare
def start(name: str, host: str, interface: str, frames: Sequence[str], gap_s: float):
    """Sends frames again and again, until stop() of this name."""
    words = _words(interface, gap_s, "again", 1)
    process = subprocess.Popen(shell.command(host, words), stdin=subprocess.PIPE, text=True)
    process.stdin.write(_text(frames))
    process.stdin.close()
    _senders[name] = process


@calls.declare
def stop(name: str):
    """Ends what start() began."""
    process = _senders.pop(name)
    process.terminate()
    process.wait(10)


def main():
    interface, gap_s, burst = sys.argv[1], float(sys.argv[2]), int(sys.argv[4])
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as sock:
        sock.bind((interface, 0))
        frames = map(bytes.fromhex, sys.stdin)
        if sys.argv[3] == "again":
            frames = itertools.cycle(frames)
        for number, frame in enumerate(frames, 1):
            sock.send(frame)
            if gap_s and number % burst == 0:
                time.sleep(gap_s)


if __name__ == "__main__":
    main()
