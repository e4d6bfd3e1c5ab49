# SPDX-License-Identifier: Apache-2.0
"""Sends and counts datagrams at a fixed rate. Each datagram holds the time when it was due
and the time when it was sent. A program that runs in a host's namespace:

    python3 datagrams.py send ADDRESS PORT MBPS START SECONDS OCTETS
    python3 datagrams.py receive ADDRESS PORT START SECONDS

START is a time of CLOCK_MONOTONIC, which all hosts share, so sender and receiver exchange no
messages. iperf3 exchanges messages by TCP and polls until the end. On a full link in
virtual time that takes long.
"""
import collections
import json
import socket
import struct
import sys
import time

OCTETS = 1400
"""User data of a datagram, unless a measurement has its own."""
HEADER = struct.Struct("!dd")
"""Seconds from the start to the time when it was due; the time when it was sent."""
PATIENCE_S = 2
"""The receiver waits so long for the last datagrams."""


def interval(mbps, octets=OCTETS):
    """Returns the seconds from one datagram to the next."""
    return octets * 8 / (mbps * 1e6)


def due(mbps, begin, end, octets=OCTETS):
    """Returns the number of datagrams due between two times in seconds after the start."""
    gap = interval(mbps, octets)
    return sum(begin <= number * gap < end for number in range(int(end / gap) + 2))


def send(address, port, mbps, start, seconds, octets):
    """Sends on schedule. A datagram that the socket refuses counts as lost."""
    padding = bytes(octets - HEADER.size)
    gap = interval(mbps, octets)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect((address, port))
        sock.setblocking(False)
        for number in range(due(mbps, 0, seconds, octets)):
            left = start + number * gap - time.monotonic()
            if left > 0:
                time.sleep(left)
            try:
                sock.send(HEADER.pack(number * gap, time.monotonic()) + padding)
            except OSError:
                continue


def receive(address, port, start, seconds):
    """Counts datagrams until the end.

    Returns ``octets`` that arrived in each second, and ``ways``: [second when due, delay in
    ms, number of datagrams]."""
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
        mbps, start, seconds, octets = rest
        send(address, int(port), float(mbps), float(start), float(seconds), int(octets))
    else:
        start, seconds = rest
        print(json.dumps(receive(address, int(port), float(start), int(seconds))))


if __name__ == "__main__":
    main(*sys.argv[1:])
