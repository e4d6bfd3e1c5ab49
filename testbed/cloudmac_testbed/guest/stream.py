# SPDX-License-Identifier: Apache-2.0
"""Sends small datagrams at a steady pace, or notes each arrival. It runs as a program in a
host:

    python3 stream.py ping ADDRESS SECONDS         echo requests, one every 5 ms
    python3 stream.py send ADDRESS PORT SECONDS    a telephone call: 160 octets every 20 ms
    python3 stream.py receive ADDRESS PORT         its other end; ends after SIGTERM

``ping`` and ``receive`` print JSON: a list of [number, time of arrival in seconds since the
epoch, ms on the way], duplicates included. All hosts share a clock.

(ping itself, at this pace, polls without sleeping, for which virtual time makes it pay.)
"""
import json
import signal
import socket
import struct
import sys
import time

PING_INTERVAL_S = 0.005
CALL_INTERVAL_S = 0.02
CALL_OCTETS = 160
PATIENCE_S = 1
"""The receiver waits so long for the last datagrams."""
HEADER = struct.Struct("!Id")
"""Number, time of sending."""
ECHO = struct.Struct("!BBHHH")
"""The ICMP header. The kernel fills in checksum and identifier."""
ECHO_REQUEST, ECHO_REPLY = 8, 0


def number_sent(seconds, interval_s):
    """Returns the number of datagrams sent in a time."""
    return round(seconds / interval_s)


def _arrival(data):
    number, sent = HEADER.unpack_from(data)
    now = time.time()
    return [number, round(now, 6), round((now - sent) * 1e3, 3)]


def _replies(sock, until):
    """Yields the arrivals until a time of the monotonic clock."""
    while (left := until - time.monotonic()) > 0:
        sock.settimeout(left)
        try:
            data = sock.recv(2048)
        except TimeoutError:
            return
        except OSError:
            # An ICMP error: the destination is unreachable now.
            continue
        if len(data) >= ECHO.size + HEADER.size and data[0] == ECHO_REPLY:
            yield _arrival(data[ECHO.size :])


def ping(address, seconds):
    """Sends echo requests on schedule. One that the socket does not take counts as lost."""
    seen = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_ICMP) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        sock.connect((address, 0))
        start = time.monotonic()
        count = number_sent(seconds, PING_INTERVAL_S)
        for number in range(count):
            seen += _replies(sock, start + number * PING_INTERVAL_S)
            head = ECHO.pack(ECHO_REQUEST, 0, 0, 0, number & 0xFFFF)
            try:
                sock.send(head + HEADER.pack(number, time.time()))
            except OSError:
                continue
        seen += _replies(sock, start + count * PING_INTERVAL_S + PATIENCE_S)
    return seen


def send(address, port, seconds):
    """Sends on schedule. A datagram that the socket does not take counts as lost."""
    padding = bytes(CALL_OCTETS - HEADER.size)
    start = time.monotonic()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect((address, port))
        sock.setblocking(False)
        for number in range(number_sent(seconds, CALL_INTERVAL_S)):
            left = start + number * CALL_INTERVAL_S - time.monotonic()
            if left > 0:
                time.sleep(left)
            try:
                sock.send(HEADER.pack(number, time.time()) + padding)
            except OSError:
                continue


def receive(address, port):
    """Notes arrivals until SIGTERM, and those shortly after it."""
    seen = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        sock.bind((address, port))
        # An empty datagram ends the loop.
        signal.signal(signal.SIGTERM, lambda *_: sock.sendto(b"", sock.getsockname()))
        print("ready", flush=True)
        while True:
            try:
                data = sock.recv(2048)
            except TimeoutError:
                return seen
            if len(data) >= HEADER.size:
                seen.append(_arrival(data))
            elif not data:
                sock.settimeout(PATIENCE_S)


def main(verb, address, *rest):
    if verb == "ping":
        print(json.dumps(ping(address, float(rest[0]))))
    elif verb == "send":
        send(address, int(rest[0]), float(rest[1]))
    else:
        print(json.dumps(receive(address, int(rest[0]))))


if __name__ == "__main__":
    main(*sys.argv[1:])
