# SPDX-License-Identifier: Apache-2.0
"""Connections of TCP and questions of DNS between hosts, as threads of this process, which enters
the hosts' networks only to open sockets."""
import contextlib
import socket
import threading
import time

from .. import calls
from . import network

PATIENCE_S = 60
QUESTION = b"\xca\xfe\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00"
TYPE_A = b"\x00\x01\x00\x01"
ANSWER = b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04"
"""A record without its address: name, type, class, time to live, length."""
_servers, _talks = [], {}


def _opened(host, kind=socket.SOCK_STREAM):
    with network.inside(host):
        return socket.socket(socket.AF_INET, kind)


def _echo(connection, client):
    """Answers each line with the address and the port that it seems to come from."""
    with contextlib.suppress(OSError), connection:
        for line in connection.makefile():
            connection.sendall(f"{line.strip()} {client[0]} {client[1]}\n".encode())


def _accept(sock):
    # Closing the socket ends it.
    with contextlib.suppress(OSError):
        while True:
            threading.Thread(target=_echo, args=sock.accept(), daemon=True).start()


def _answer_questions(sock, address):
    with contextlib.suppress(OSError):
        while True:
            asked, client = sock.recvfrom(512)
            end = asked.index(b"\0", 12) + 5
            head = asked[:2] + b"\x81\x80\0\x01\0\x01\0\0\0\0"
            sock.sendto(head + asked[12:end] + ANSWER + socket.inet_aton(address), client)


@calls.declare
def serve(host: str, port: int):
    """Has a host answer lines at a port of TCP."""
    sock = _opened(host)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind(("", port))
    sock.listen()
    _servers.append(sock)
    threading.Thread(target=_accept, args=(sock,), daemon=True).start()


@calls.declare
def serve_names(host: str, address: str):
    """Has a host answer each question of DNS with an address."""
    sock = _opened(host, socket.SOCK_DGRAM)
    sock.bind(("", 53))
    _servers.append(sock)
    threading.Thread(target=_answer_questions, args=(sock, address), daemon=True).start()


@calls.declare
def close_servers():
    """Ends all servers."""
    while _servers:
        sock = _servers.pop()
        # Without it, a thread that waits in accept() would keep the port.
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)
        sock.close()


@calls.declare
def reaches(host: str, address: str, port: int, seconds: float) -> bool:
    """Returns whether a connection is made within so many seconds."""
    with _opened(host) as sock:
        sock.settimeout(seconds)
        try:
            sock.connect((address, port))
        except TimeoutError:
            return False
    return True


@calls.declare
def ask(host: str, server: str, name: str, seconds: float):
    """Asks a DNS server for an address. Returns it, "" if there is none, or None without an
    answer."""
    labels = b"".join(bytes([len(one)]) + one.encode() for one in name.split("."))
    with _opened(host, socket.SOCK_DGRAM) as sock:
        sock.settimeout(seconds)
        sock.sendto(QUESTION + labels + b"\0" + TYPE_A, (server, 53))
        try:
            answer = sock.recv(512)
        except TimeoutError:
            return None
    return socket.inet_ntoa(answer[-4:]) if answer[7] else ""


class _Talk:
    """A connection over which numbered lines go at a fixed pace."""

    def __init__(self, sock, gap_s):
        self.sock, self.gap_s = sock, gap_s
        self.sent, self.arrivals, self.seen_as = 0, [], set()
        self.broken = ""
        self.stopping, self.answered = threading.Event(), threading.Event()
        self.threads = [threading.Thread(target=one, daemon=True) for one in (self.say, self.hear)]
        for thread in self.threads:
            thread.start()

    def say(self):
        """Sends the lines."""
        try:
            while not self.stopping.wait(self.gap_s):
                self.sock.sendall(f"{self.sent}\n".encode())
                self.sent += 1
            self.sock.shutdown(socket.SHUT_WR)
        except OSError as error:
            self.broken = str(error)

    def hear(self):
        """Reads the answers to the end."""
        try:
            for line in self.sock.makefile():
                number, *seen_as = line.split()
                if int(number) != len(self.arrivals):
                    self.broken = f"answer {number} in place of {len(self.arrivals)}"
                self.seen_as.add(tuple(seen_as))
                self.arrivals.append(time.monotonic())
                self.answered.set()
        except OSError as error:
            self.broken = str(error)

    def end(self):
        """Ends the connection when all is answered. Returns what has become of it."""
        self.stopping.set()
        for thread in self.threads:
            thread.join(PATIENCE_S)
            if thread.is_alive():
                self.broken = self.broken or f"no end within {PATIENCE_S} s"
        self.sock.close()
        waits = [later - earlier for earlier, later in zip(self.arrivals, self.arrivals[1:])]
        return {
            "sent": self.sent,
            "answered": len(self.arrivals),
            "longest_ms": round(1000 * max(waits, default=0)),
            "seen_as": sorted(address for address, _ in self.seen_as),
            "broken": self.broken,
        }


@calls.declare
def begin(host: str, address: str, port: int, gap_s: float):
    """Begins a connection, and returns when the first line is answered."""
    sock = _opened(host)
    sock.settimeout(PATIENCE_S)
    sock.connect((address, port))
    talk = _talks[host] = _Talk(sock, gap_s)
    if not talk.answered.wait(PATIENCE_S):
        raise TimeoutError(f"{host}: {address} port {port} answers nothing")


@calls.declare
def end(host: str):
    """Ends the connection of a host. Returns {"sent", "answered": lines, "longest_ms": pause between
    answers, "seen_as": addresses of the client at the server, one each for address and port,
    "broken": why, or ""}."""
    return _talks.pop(host).end()
