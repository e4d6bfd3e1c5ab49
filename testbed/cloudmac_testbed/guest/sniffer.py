# SPDX-License-Identifier: Apache-2.0
"""Notes when frames pass interfaces. A program that runs in a host's namespace.

Its arguments are interfaces. After SIGTERM it prints a JSON list with one entry per frame:
[interface, nanoseconds since the epoch, true if outgoing, octets, the first HEAD octets in
hexadecimal].

It reads a plain socket, not scapy: it parses nothing, needs the kernel's time stamps
(SO_TIMESTAMPNS), and scapy would take about 0.5 ms of processor time for each frame."""
import json
import selectors
import signal
import socket
import struct
import sys

HEAD = 160
ALL = 3
"""ETH_P_ALL."""
SO_TIMESTAMPNS = 35
STAMP = struct.Struct("@qq")
BUFFER = 8 << 20


def listen(interface):
    """Returns a socket that receives all frames of an interface with time stamps."""
    sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL))
    sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    sock.bind((interface, 0))
    return sock


def note(sock, interface):
    """Returns the entry of a socket's next frame."""
    data, control, _, address = sock.recvmsg(65536, 64)
    seconds, nanoseconds = next(
        STAMP.unpack(value[: STAMP.size]) for _, kind, value in control if kind == SO_TIMESTAMPNS
    )
    out = address[2] == socket.PACKET_OUTGOING
    return [interface, seconds * 10**9 + nanoseconds, out, len(data), data[:HEAD].hex()]


def main():
    # The handler alone would not end select(), which Python resumes.
    stop, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno())
    signal.signal(signal.SIGTERM, lambda *_: None)
    seen = []
    with selectors.DefaultSelector() as sockets:
        sockets.register(stop, selectors.EVENT_READ)
        for interface in sys.argv[1:]:
            sockets.register(listen(interface), selectors.EVENT_READ, interface)
        print("ready", flush=True)
        ended = False
        # Frames that arrived before SIGTERM may still wait in the sockets.
        while (ready := sockets.select(0 if ended else None)) or not ended:
            for key, _ in ready:
                if key.fileobj is stop:
                    ended = True
                    sockets.unregister(stop)
                else:
                    seen.append(note(key.fileobj, key.data))
    json.dump(seen, sys.stdout)


if __name__ == "__main__":
    main()
