# SPDX-License-Identifier: Apache-2.0
"""Sends small datagrams at a fixed interval and notes each arrival. A program that runs in a
host's namespace:

    python3 stream.py ping ADDRESS SECONDS         echo requests, one every 5 ms
    python3 stream.py send ADDRESS PORT SECONDS TOS    a telephone call: 160 octets every 20 ms
    python3 stream.py receive ADDRESS PORT         the call's receiver; ends after SIGTERM

``ping`` and ``receive`` print JSON: a list of [number, time of arrival in seconds since the
epoch, delay in ms], duplicates included. All hosts share a clock.

The program ping polls without sleeping at this interval, which is slow in virtual time.
"""
import json
import signal
import socket
import struct
import sys
import threading
import time

PING_INTERVAL_S = 0.005
CALL_INTERVAL_S = 0.02
CALL_OCTETS = 160
PATIENCE_S = 1
"""The receiver waits so long for the last datagrams."""
HEADER = struct.Struct("!Id")
"""Number, time of sending."""
ECHO = struct.Struct("!BBHHH")
"""ICMP header. The kernel sets checksum and identifier."""
ECHO_REQUEST, ECHO_REPLY = 8, 0


def number_sent(seconds, interval_s):
    """Returns the number of datagrams sent in a time."""
    return round(seconds / interval_s)


def _arrival(data):
    """Returns the entry of a datagram that arrives now."""
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
            # An ICMP error, such as "host unreachable".
            continue
        if len(data) >= ECHO.size + HEADER.size and data[0] == ECHO_REPLY:
            yield _arrival(data[ECHO.size :])


def ping(address, seconds):
    """Sends echo requests on schedule. A request that the socket refuses counts as lost."""
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


def send(address, port, seconds, tos):
    """Sends on schedule, with this type of service. A datagram that the socket refuses counts as
    lost."""
    padding = bytes(CALL_OCTETS - HEADER.size)
    start = time.monotonic()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, tos)
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


def _end_on_signal(sock):
    """Waits for SIGTERM. Then an empty datagram ends the reception."""
    signal.sigwait({signal.SIGTERM})
    sock.sendto(b"", sock.getsockname())


def receive(address, port):
    """Notes arrivals. After SIGTERM it ends when no datagram arrives for PATIENCE_S."""
    seen = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        sock.bind((address, port))
        # A handler would not run if the signal came just before recv() blocks.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        threading.Thread(target=_end_on_signal, args=(sock,), daemon=True).start()
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
        send(address, int(rest[0]), float(rest[1]), int(rest[2]))
    else:
        print(json.dumps(receive(address, int(rest[0]))))


if __name__ == "__main__":
    main(*sys.argv[1:])
