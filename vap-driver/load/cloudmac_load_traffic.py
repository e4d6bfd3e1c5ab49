#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""TCP traffic between stations and a server. A program:

    python3 cloudmac_load_traffic.py serve PORT
    python3 cloudmac_load_traffic.py up|down ADDRESS PORT SECONDS     prints the octets that arrived

A connection begins with a line "up SECONDS" or "down SECONDS" of the station. For "up" the station
sends for so long, and the server answers with the number of octets. For "down" the server sends.
Only what arrives within this time counts: queues empty later."""
import socket
import socketserver
import sys
import time

PORT = 5500
WAYS = ("up", "down")
BLOCK = bytes(16384)
PATIENCE_S = 30
LONGEST_S = 3600


def send(sock, seconds):
    """Sends for so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sock.sendall(BLOCK)


def receive(stream, seconds):
    """Receives until the other side ends the connection. Returns the octets that arrive within so
    many seconds."""
    end = time.monotonic() + seconds
    total = 0
    while data := stream.read1(65536):
        if time.monotonic() < end:
            total += len(data)
    return total


class _Handler(socketserver.StreamRequestHandler):
    timeout = PATIENCE_S

    def handle(self):
        way, _, seconds = self.rfile.readline(64).decode("ascii", "replace").partition(" ")
        if way not in WAYS or not seconds.strip().isdigit() or int(seconds) > LONGEST_S:
            return
        try:
            if way == "down":
                send(self.request, int(seconds))
            else:
                self.wfile.write(b"%d\n" % receive(self.rfile, int(seconds)))
        except OSError:
            pass  # the station is gone


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 256


def serve(port):
    """Serves stations until the end of the process."""
    with _Server(("", port), _Handler) as server:
        server.serve_forever()


def exchange(way, address, port, seconds):
    """Sends to the server or receives from it. Returns the octets that arrived."""
    with socket.create_connection((address, port), timeout=PATIENCE_S) as sock:
        sock.sendall(f"{way} {seconds}\n".encode())
        with sock.makefile("rb") as stream:
            if way == "down":
                return receive(stream, seconds)
            send(sock, seconds)
            sock.shutdown(socket.SHUT_WR)
            return int(stream.readline() or 0)


def main(verb, *rest):
    if verb == "serve":
        serve(int(rest[0]))
        return
    address, port, seconds = rest
    try:
        print(exchange(verb, address, int(port), int(seconds)))
    except (OSError, ValueError) as error:
        print(0)
        print(f"{verb}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
