# SPDX-License-Identifier: Apache-2.0
"""Paces a guest in virtual time, so that its clock never runs ahead of the machine's. A guest
needs this if it works with programs outside, such as the controller.

The guest boots with ``time-travel=ext:SOCKET`` (User-Mode Linux' protocol,
uapi/linux/um_timetravel.h). Its processor is infinitely fast, as in all virtual time, so that a
busy machine does not change a measurement. Its clock advances only when as much real time has
passed. A guest that cannot keep up falls behind: programs outside see a slow network. It catches
up with short delays only.

Calendar does no I/O; serve() does."""
import os
import socket
import struct
import sys
import time

MESSAGE = struct.Struct("=IIQ")
"""Operation, sequence number, nanoseconds."""
ACK, START, REQUEST, WAIT, GET, UPDATE, RUN, FREE_UNTIL, GET_TOD, BROADCAST = range(10)
HORIZON_NS = 1_000_000
"""Virtual time that the guest may run ahead without a request. It is also the longest delay of an
event from outside for an idle guest."""
LATE_NS = 50_000_000
"""The longest delay that a guest catches up with."""
SHARED = 4096
"""Octets of a shared memory whose version the guest does not know."""


class Calendar:
    """Decides when the guest may run. All times are in ns: ``real`` of the machine's monotonic
    clock, ``virtual`` since the guest's start."""

    def __init__(self, real):
        self.anchor_real = real
        self.anchor = 0
        self.now = 0
        self.requested = 0

    def request(self, virtual):
        """Notes the virtual time at which the guest wants to run."""
        self.requested = virtual

    def due(self):
        """Returns the real time at which the request may be granted."""
        return self.anchor_real + self.requested - self.anchor

    def grant(self, real):
        """Lets the guest run. Returns its virtual time now, and the one before which it need not
        ask again."""
        if real - self.due() > LATE_NS:
            self.anchor_real, self.anchor = real, self.requested
        self.now = self.requested
        return self.now, self.now + HORIZON_NS

    def update(self, virtual):
        """Notes the guest's own virtual time."""
        self.now = max(self.now, virtual)


def _receive(sock):
    data = sock.recv(MESSAGE.size, socket.MSG_WAITALL)
    return MESSAGE.unpack(data) if len(data) == MESSAGE.size else None


def _say(sock, operation, virtual):
    """Sends the guest a message while it waits, and reads its acknowledgement."""
    sock.sendall(MESSAGE.pack(operation, 0, virtual))
    _receive(sock)


def _start(sock, sequence):
    """Answers START with two descriptors. The guest does not know the version of this shared
    memory, and goes on with messages."""
    shared = os.memfd_create("pacer")
    try:
        os.ftruncate(shared, SHARED)
        socket.send_fds(sock, [MESSAGE.pack(ACK, sequence, 0)], [shared, shared])
    finally:
        os.close(shared)


def serve(sock):
    """Paces one guest until it ends."""
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
    """Waits for one guest at a socket, and paces it."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(1)
        print("ready", flush=True)
        sock, _ = listener.accept()
    with sock:
        serve(sock)


if __name__ == "__main__":
    main(sys.argv[1])
