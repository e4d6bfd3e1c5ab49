# SPDX-License-Identifier: Apache-2.0
"""Hosts with TCP at the ports of an LVNF: each is a namespace behind a bridge."""

import contextlib
import select
import subprocess
import sys

from programs import run

RECEIVER = """
import socket
server = socket.create_server(("0.0.0.0", 5001))
print("ready", flush=True)
connection, _ = server.accept()
n = 0
while octets := connection.recv(1 << 16):
    n += len(octets)
print(n, flush=True)
"""
SENDER = """
import socket, sys
with socket.create_connection((sys.argv[1], 5001), 10) as connection:
    connection.sendall(bytes(int(sys.argv[2])))
"""


def answer(process, seconds):
    """Returns the next line of a program's output, or None if there is none in so many seconds. For
    programs that print one line each time."""
    ready, _, _ = select.select([process.stdout], [], [], seconds)
    return process.stdout.readline().strip() if ready else None


class Host:
    """A namespace with the address 192.0.2.<number of its name>, behind a port."""

    def __init__(self, name, port):
        self.name, self.port = f"host-{name}", port
        self.address = f"192.0.2.{ord(name)}"
        self.bridge, self.outer = f"br-{name}", f"out-{name}"

    def __enter__(self):
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", "name", self.bridge, "type", "bridge")
        peer = ("peer", "name", "eth0", "netns", self.name)
        run("ip", "link", "add", "name", self.outer, "type", "veth", *peer)
        for member in (self.port, self.outer):
            run("ip", "link", "set", member, "master", self.bridge)
        for ifname in (self.outer, self.bridge):
            run("ip", "link", "set", ifname, "up")
        inside = ("ip", "-n", self.name)
        run(*inside, "addr", "add", f"{self.address}/24", "dev", "eth0")
        run(*inside, "link", "set", "eth0", "up")
        return self

    def __exit__(self, *_):
        run("ip", "link", "delete", self.outer)
        run("ip", "link", "delete", self.bridge)
        run("ip", "netns", "delete", self.name)

    def move_to(self, port):
        """Has the host behind another port."""
        run("ip", "link", "set", self.port, "nomaster")
        run("ip", "link", "set", port, "master", self.bridge)
        self.port = port

    @contextlib.contextmanager
    def program(self, source, *words):
        """Runs a program in Python on the host. It ends with the context at the latest, so that a
        test that fails does not wait for it."""
        command = ("ip", "netns", "exec", self.name, sys.executable, "-c", source, *words)
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
            try:
                yield process
            finally:
                process.kill()

    @contextlib.contextmanager
    def started(self, source, *words):
        """Runs a program, and waits until it prints 'ready'."""
        with self.program(source, *words) as process:
            line = answer(process, 30)
            assert line == "ready", f"{self.name}: {line!r} in place of 'ready'"
            yield process

    def send_to(self, other, octets):
        """Sends over TCP. Returns the number of octets that arrive."""
        with other.started(RECEIVER) as receiver:
            with self.program(SENDER, other.address, str(octets)) as sender:
                assert sender.wait(30) == 0
            return int(answer(receiver, 30))
