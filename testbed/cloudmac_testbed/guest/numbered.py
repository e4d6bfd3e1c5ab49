# SPDX-License-Identifier: Apache-2.0
"""Sends numbered datagrams in bursts and notes their arrivals. A program that runs in a
host's namespace:

    python3 numbered.py send ADDRESS PORT START COUNT BURST GAP [OCTETS]
    python3 numbered.py receive PORT END

It sends COUNT datagrams of OCTETS octets, BURST at a time, with GAP seconds between bursts.
START and END are times of CLOCK_MONOTONIC, which all hosts share. ADDRESS may be a broadcast
address."""
import json
import socket
import struct
import sys
import time

NUMBER = struct.Struct("!I")


def send(address, port, start, count, burst, gap, octets=NUMBER.size):
    """Sends datagrams on schedule."""
    padding = bytes(octets - NUMBER.size)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        for number in range(count):
            left = start + number // burst * gap - time.monotonic()
            if left > 0:
                time.sleep(left)
            sock.sendto(NUMBER.pack(number) + padding, (address, port))


def receive(port, end):
    """Returns the numbers in the order of their arrival, until ``end``."""
    seen = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("", port))
        while (left := end - time.monotonic()) > 0:
            sock.settimeout(left)
            try:
                seen.append(NUMBER.unpack(sock.recv(NUMBER.size))[0])
            except TimeoutError:
                break
    return seen


def main(verb, *rest):
    if verb == "send":
        address, port, start, count, burst, gap, *octets = rest
        send(
            *(address, int(port), float(start), int(count), int(burst), float(gap)),
            *(int(each) for each in octets),
        )
    else:
        port, end = rest
        print(json.dumps(receive(int(port), float(end))))


if __name__ == "__main__":
    main(*sys.argv[1:])
