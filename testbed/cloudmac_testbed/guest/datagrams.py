# SPDX-License-Identifier: Apache-2.0
"""User traffic at a fixed rate: datagrams with the time of their sending, when it
was due and when it was, and who counts them. A program of its own in the host it runs in:

    python3 datagrams.py send ADDRESS PORT MBPS START SECONDS
    python3 datagrams.py receive ADDRESS PORT START SECONDS

START is a time of CLOCK_MONOTONIC, which all hosts share: what was due in which
second, and for how long it was on its way, needs no conversation. (iperf3 has
one, by TCP, and spins until it is over: on a full link in virtual time, for long.)
"""
import collections
import json
import socket
import struct
import sys
import time

OCTETS = 1400
"""Of user data in a datagram."""
HEADER = struct.Struct("!dd")
"""Seconds from the start to when it was due; the time when it was sent."""
PATIENCE_S = 2
"""For what is still on its way at the end."""


def interval(mbps):
    """Seconds from one datagram to the next."""
    return OCTETS * 8 / (mbps * 1e6)


def due(mbps, begin, end):
    """How many datagrams are due between two seconds after the start."""
    gap = interval(mbps)
    return sum(begin <= number * gap < end for number in range(int(end / gap) + 2))


def send(address, port, mbps, start, seconds):
    """Send on schedule; what the socket does not take is left out, as lost."""
    padding = bytes(OCTETS - HEADER.size)
    gap = interval(mbps)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect((address, port))
        sock.setblocking(False)
        for number in range(due(mbps, 0, seconds)):
            left = start + number * gap - time.monotonic()
            if left > 0:
                time.sleep(left)
            try:
                sock.send(HEADER.pack(number * gap, time.monotonic()) + padding)
            except OSError:
                continue


def receive(address, port, start, seconds):
    """Count until the end; returns the seconds' octets by time of arrival, and
    the numbers of datagrams by [second they were due in, ms on the way]."""
    octets = [0] * (seconds + PATIENCE_S)
    ways = collections.Counter()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        sock.bind((address, port))
        end = start + seconds + PATIENCE_S
        while (left := end - time.monotonic()) > 0:
            sock.settimeout(left)
            try:
                data = sock.recv(2048)
            except TimeoutError:
                break
            now = time.monotonic()
            offset, sent = HEADER.unpack_from(data)
            second = int(now - start)
            if 0 <= second < len(octets):
                octets[second] += len(data)
                ways[int(offset), round((now - sent) * 1e3, 1)] += 1
    return {"octets": octets, "ways": [[*way, count] for way, count in sorted(ways.items())]}


def main(verb, address, port, *rest):
    if verb == "send":
        mbps, start, seconds = rest
        send(address, int(port), float(mbps), float(start), float(seconds))
    else:
        start, seconds = rest
        print(json.dumps(receive(address, int(port), float(start), int(seconds))))


if __name__ == "__main__":
    main(*sys.argv[1:])
