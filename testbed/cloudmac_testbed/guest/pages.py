# SPDX-License-Identifier: Apache-2.0
"""Loads pages by TCP, as a browser does. A program that runs in a host's namespace:

    python3 pages.py serve ADDRESS PORT
    python3 pages.py load ADDRESS PORT OCTETS REQUESTS SECONDS

``load`` loads a page of OCTETS in REQUESTS again and again, until SECONDS have passed. It prints
JSON: the milliseconds of each complete load, or [null] if none was complete in time.

A page begins with one request. All others go over at most CONNECTIONS connections, one after the
other on each, as with HTTP/1.1.
"""
import contextlib
import itertools
import json
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

CONNECTIONS = 6
REQUEST_OCTETS = 300
SIZE = struct.Struct("!I")


def sizes(octets, requests):
    """Returns the octets of each answer. They differ by at most one."""
    least, more = divmod(octets, requests)
    return [least + (number < more) for number in range(requests)]


def _receive(sock, octets):
    while octets:
        data = sock.recv(min(octets, 1 << 16))
        if not data:
            raise ConnectionError("the server closed the connection")
        octets -= len(data)


def _answer(sock):
    with contextlib.suppress(ConnectionError), sock, sock.makefile("rb") as requests:
        while len(request := requests.read(REQUEST_OCTETS)) == REQUEST_OCTETS:
            (octets,) = SIZE.unpack_from(request)
            sock.sendall(bytes(octets))


def serve(address, port):
    """Answers requests until it is killed."""
    with socket.create_server((address, port), backlog=64) as server:
        print("ready", flush=True)
        while True:
            threading.Thread(target=_answer, args=(server.accept()[0],), daemon=True).start()


def _connect(address, port, deadline):
    sock = socket.create_connection((address, port), max(0.001, deadline - time.monotonic()))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def _request(sock, octets, deadline):
    sock.settimeout(max(0.001, deadline - time.monotonic()))
    sock.sendall(SIZE.pack(octets).ljust(REQUEST_OCTETS, b"\0"))
    _receive(sock, octets)


def load_page(address, port, answers, deadline):
    """Loads a page. Returns the milliseconds, or None if it is not complete at the deadline."""
    began = time.monotonic()
    failed = []

    def fetch(sock, mine):
        try:
            with sock or _connect(address, port, deadline) as used:
                for octets in mine:
                    _request(used, octets, deadline)
        except OSError as error:
            failed.append(error)

    try:
        first = _connect(address, port, deadline)
        _request(first, answers[0], deadline)
    except OSError:
        return None
    shares = [answers[1 + number :: CONNECTIONS] for number in range(CONNECTIONS)]
    socks = itertools.chain([first], itertools.repeat(None))
    threads = [
        threading.Thread(target=fetch, args=(sock, mine))
        for sock, mine in zip(socks, shares)
        if mine
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ended = time.monotonic()
    return None if failed or ended > deadline else round((ended - began) * 1e3, 3)


def load(address, port, octets, requests, seconds):
    """Loads a page again and again. Returns the milliseconds of each load, [None] if none was
    complete in time. The load that the end cuts off is left out: it says nothing."""
    end = time.monotonic() + seconds
    found = []
    while time.monotonic() < end:
        found.append(load_page(address, port, sizes(octets, requests), end))
    complete = [ms for ms in found if ms is not None]
    return complete or [None]


class Loads:
    """Page loads of a host from a server, one after the other."""

    def __init__(self, client, server, octets, requests, seconds, port):
        # A pipe that nobody reads could fill, and hold the server up.
        self.errors = tempfile.TemporaryFile(mode="w+", encoding="utf-8")
        self.server = self._start(server[0], "serve", server[1], port)
        self.server.stdout.readline()
        self.client = self._start(client[0], "load", server[1], port, octets, requests, seconds)

    def _start(self, host, *words):
        # Here, as the program has no package.
        from . import shell

        argv = shell.command(host, ["python3", pathlib.Path(__file__), *words])
        return subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def result(self):
        """Waits for the end. Returns what load() returns. Raises CommandFailed if a program
        failed."""
        from . import shell

        output, _ = self.client.communicate()
        ended = {"client": self.client.returncode, "server": self.server.poll()}
        self.server.kill()
        self.server.communicate()
        with self.errors:
            self.errors.seek(0)
            text = self.errors.read().strip()[-500:]
        for name, code in ended.items():
            if code:
                raise shell.CommandFailed(f"page loads, {name}: exit {code}: {text}")
        return json.loads(output)


def main(verb, address, port, *rest):
    if verb == "serve":
        serve(address, int(port))
    else:
        octets, requests, seconds = rest
        print(json.dumps(load(address, int(port), int(octets), int(requests), float(seconds))))


if __name__ == "__main__":
    main(*sys.argv[1:])
