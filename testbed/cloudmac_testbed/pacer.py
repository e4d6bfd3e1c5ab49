# SPDX-License-Identifier: Apache-2.0
"""Virtual time that never runs ahead of the real one: for a guest that shares its
time with programs outside, as the controller.

The guest boots with ``time-travel=ext:SOCKET`` (User-Mode Linux' protocol,
uapi/linux/um_timetravel.h). Inside, processors are infinitely fast as in all virtual
time, so that a busy machine disturbs no figure; but the clock moves on only when as much
real time has passed. A guest that cannot keep up falls behind, which only the programs
outside notice: to them it is slow. It hurries to catch up with short delays only.

Calendar is pure; serve() is its I/O."""
import os
import socket
import struct
import sys
import time

MESSAGE = struct.Struct("=IIQ")
"""Operation, sequence number, nanoseconds."""
ACK, START, REQUEST, WAIT, GET, UPDATE, RUN, FREE_UNTIL, GET_TOD, BROADCAST = range(10)
HORIZON_NS = 1_000_000
"""How far the guest goes on without asking: so long something from outside waits at most
for an idle guest's next event, and so far ahead it may be."""
LATE_NS = 50_000_000
"""What it may catch up with."""
SHARED = 4096
"""Octets of a shared memory that the guest takes for one of another version."""


class Calendar:
    """Decides when the guest may run. All times in ns: ``real`` of the machine's
    monotonic clock, ``virtual`` since the guest's start."""

    def __init__(self, real):
        self.anchor_real = real
        self.anchor = 0
        self.now = 0
        self.requested = 0

    def request(self, virtual):
        """The guest wants to run at a time."""
        self.requested = virtual

    def due(self):
        """The real time at which what it asked for may be granted."""
        return self.anchor_real + self.requested - self.anchor

    def grant(self, real):
        """The guest runs now, at the virtual time that is returned, and then as long
        as it likes before the second one that is returned."""
        if real - self.due() > LATE_NS:
            self.anchor_real, self.anchor = real, self.requested
        self.now = self.requested
        return self.now, self.now + HORIZON_NS

    def update(self, virtual):
        """The guest says how late it is."""
        self.now = max(self.now, virtual)


def _receive(sock):
    data = sock.recv(MESSAGE.size, socket.MSG_WAITALL)
    return MESSAGE.unpack(data) if len(data) == MESSAGE.size else None


def _say(sock, operation, virtual):
    """Tell the guest something while it waits, and have it acknowledge."""
    sock.sendall(MESSAGE.pack(operation, 0, virtual))
    _receive(sock)


def _start(sock, sequence):
    """The answer to START brings two descriptors: no memory of a version that the guest
    knows, so that it goes on with messages."""
    shared = os.memfd_create("pacer")
    try:
        os.ftruncate(shared, SHARED)
        socket.send_fds(sock, [MESSAGE.pack(ACK, sequence, 0)], [shared, shared])
    finally:
        os.close(shared)


def serve(sock):
    """Pace one guest until it ends."""
    calendar = Calendar(time.monotonic_ns())
    while (message := _receive(sock)) is not None:
        operation, sequence, virtual = message
        if operation == START:
            _start(sock, sequence)
            continue
        answer = 0
        if operation == REQUEST:
            calendar.request(virtual)
        elif operation == UPDATE:
            calendar.update(virtual)
        elif operation == GET:
            answer = calendar.now
        elif operation == GET_TOD:
            answer = time.time_ns()
        sock.sendall(MESSAGE.pack(ACK, sequence, answer))
        if operation == WAIT:
            left = calendar.due() - time.monotonic_ns()
            if left > 0:
                time.sleep(left / 1e9)
            now, horizon = calendar.grant(time.monotonic_ns())
            _say(sock, FREE_UNTIL, horizon)
            _say(sock, RUN, now)


def main(path):
    """Wait for one guest at a socket, and pace it."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(1)
        print("ready", flush=True)
        sock, _ = listener.accept()
    with sock:
        serve(sock)


if __name__ == "__main__":
    main(sys.argv[1])
