# SPDX-License-Identifier: Apache-2.0
"""Small datagrams at a steady pace, and who notes each arrival. A program of its own in
the host it runs in:

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
"""For what is still on its way at the end."""
HEADER = struct.Struct("!Id")
"""Number, time of sending."""
ECHO = struct.Struct("!BBHHH")
"""ICMP's header. The kernel fills in checksum and identifier."""
ECHO_REQUEST, ECHO_REPLY = 8, 0


def number_sent(seconds, interval_s):
    """How many are sent in a time."""
    return round(seconds / interval_s)


def _arrival(data):
    number, sent = HEADER.unpack_from(data)
    now = time.time()
    return [number, round(now, 6), round((now - sent) * 1e3, 3)]


def _replies(sock, until):
    """Arrivals until a time of the monotonic clock."""
    while (left := until - time.monotonic()) > 0:
        sock.settimeout(left)
        try:
            data = sock.recv(2048)
        except TimeoutError:
            return
        except OSError:
            # Somebody on the way has told that there is no way now.
            continue
        if len(data) >= ECHO.size + HEADER.size and data[0] == ECHO_REPLY:
            yield _arrival(data[ECHO.size :])


def ping(address, seconds):
    """Send echo requests on schedule; what the socket does not take is lost."""
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
    """Send on schedule; what the socket does not take is left out, as lost."""
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
    """Note arrivals until SIGTERM, and then what is still on its way."""
    seen = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        sock.bind((address, port))
        # An empty datagram says that it is over.
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
