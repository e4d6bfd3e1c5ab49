#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""TCP traffic between stations and a server. A program:

    python3 cloudmac_load_traffic.py up|down ADDRESS PORT SECONDS START
                                                                      prints the octets that arrived

START is a time of CLOCK_MONOTONIC, so that all stations of a machine send at the same time. A
connection begins with a line "up SECONDS" or "down SECONDS" of the station. For "up" the station
sends for so long, and the server then answers with the number of octets. For "down" the server
sends. Only what arrives within this time counts. At the end the station resets the connection, so
that no queued data of one way delays the next."""
import socket
import socketserver
import struct
import sys
import time

PORT = 5500
WAYS = ("up", "down")
BLOCK = bytes(16384)
PATIENCE_S = 30
LONGEST_S = 3600
RESET = struct.pack("ii", 1, 0)
"""SO_LINGER: closing discards what is not sent yet."""


def send(sock, seconds):
    """Sends for so many seconds. It does not wait until queued data has left."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        sock.settimeout(left)
        try:
            sock.send(BLOCK)
        except TimeoutError:
            return


def receive(sock, seconds):
    """Receives for so many seconds, or until the other side ends the connection. Returns the
    octets that arrived."""
    end = time.monotonic() + seconds
    total = 0
    while (left := end - time.monotonic()) > 0:
        sock.settimeout(left)
        try:
            data = sock.recv(65536)
        except TimeoutError:
            break
        if not data:
            break
        total += len(data)
    return total


class _Handler(socketserver.StreamRequestHandler):
    timeout = PATIENCE_S
    rbufsize = 0
    """receive() gets all that follows the line."""

    def handle(self):
        try:
            way, _, seconds = self.rfile.readline(64).decode("ascii", "replace").partition(" ")
            if way not in WAYS or not seconds.strip().isdigit():
                return
            if not 1 <= int(seconds) <= LONGEST_S:
                return
            if way == "down":
                send(self.request, int(seconds))
                return
            octets = receive(self.request, int(seconds))
            self.request.settimeout(PATIENCE_S)
            self.request.sendall(b"%d\n" % octets)
            # Closing with unread data would reset the connection, and lose the answer.
            receive(self.request, PATIENCE_S)
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


def exchange(way, address, port, seconds, start=0.0):
    """Sends to the server or receives from it, from the time ``start`` on. Returns the octets that
    arrived."""
    with socket.create_connection((address, port), timeout=PATIENCE_S) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        time.sleep(max(0, start - time.monotonic()))
        sock.sendall(f"{way} {seconds}\n".encode())
        if way == "down":
            return receive(sock, seconds)
        send(sock, seconds)
        sock.settimeout(PATIENCE_S)
        with sock.makefile("rb") as stream:
            return int(stream.readline() or 0)


def main(way, address, port, seconds, start):
    try:
        print(exchange(way, address, int(port), int(seconds), float(start)))
    except (OSError, ValueError) as error:
        print(0)
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
