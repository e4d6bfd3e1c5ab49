# SPDX-License-Identifier: Apache-2.0
"""Sends probe requests from a monitor interface and measures the time until the response.

It reads each frame on the channel while it measures. scapy takes about 0.5 ms of processor
time to read a frame, 1.5 ms to build one, and 0.2 s for its import. So this module builds and
reads frames by struct.

A program that runs in a station's namespace. Its arguments are an interface, the station's
address, an SSID and a rate (radiotap()). Each line on standard input is a timeout in seconds.
For each it sends a probe request and prints the seconds until the response, or ``none``."""
import select
import socket
import struct
import subprocess
import sys
import time

from . import shell, station

MONITOR = "mon0"
RADIOTAP_RATE = 1 << 2
PROBE_REQUEST, PROBE_RESPONSE = 0x40, 0x50
BROADCAST = b"\xff" * 6
HEADER, FIXED = 24, 12
"""Octets of a management frame's header; of a probe response's body before its elements."""
ELEMENT_SSID = 0
LATEST_S = 2
"""No response comes later than this."""
RATES = bytes([1, 8, 0x82, 0x84, 0x8B, 0x96, 12, 18, 24, 36])


def octets(address):
    """Returns the six octets of an address."""
    return bytes.fromhex(address.replace(":", ""))


def radiotap(mbps):
    """Returns the radiotap header of a frame at a rate in Mb/s; 0: the band's lowest, as for
    any management frame."""
    if mbps:
        return struct.pack("<BBHIB", 0, 0, 9, RADIOTAP_RATE, 2 * mbps)
    return struct.pack("<BBHI", 0, 0, 8, 0)


def request(source, ssid, sequence, mbps=0):
    """Returns a probe request with its radiotap header (IEEE 802.11-2020, 9.3.3.9)."""
    header = struct.pack("<BBH", PROBE_REQUEST, 0, 0) + BROADCAST + source + BROADCAST
    header += struct.pack("<H", (sequence & 0xFFF) << 4)
    return radiotap(mbps) + header + bytes([ELEMENT_SSID, len(ssid)]) + ssid + RATES


def answers(frame, source, ssid):
    """Returns true if a frame with radiotap header is a probe response to ``source`` from
    that network. A truncated frame is none."""
    if len(frame) < 4:
        return False
    frame = frame[struct.unpack_from("<H", frame, 2)[0] :]
    if len(frame) < HEADER + FIXED + 2 or frame[0] != PROBE_RESPONSE or frame[4:10] != source:
        return False
    # The SSID is the first of the elements.
    element, length = frame[HEADER + FIXED : HEADER + FIXED + 2]
    start = HEADER + FIXED + 2
    return element == ELEMENT_SSID and frame[start : start + length] == ssid


class Prober:
    """Sends probe requests by a station's radio and address for its network, as a context
    manager. The radio acknowledges the responses. mbps: as in radiotap()."""

    def __init__(self, name, ssid, mbps=0):
        self.name = name
        shell.run(
            name,
            *("iw", "dev", station.INTERFACE, "interface", "add"),
            *(MONITOR, "type", "monitor"),
        )
        shell.run(name, "ip", "link", "set", MONITOR, "up")
        argv = ["/usr/bin/python3", "-m", __name__, MONITOR, station.address(name), ssid, str(mbps)]
        self.process = subprocess.Popen(
            shell.command(name, argv), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        shell.run(self.name, "iw", "dev", MONITOR, "del")

    def probe(self, patience_s):
        """Sends a probe request. Returns the seconds until its response, or None."""
        self.process.stdin.write(f"{patience_s}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().strip()
        if not line:
            raise shell.CommandFailed(f"{self.name}: its prober ended")
        return None if line == "none" else float(line)


def probe(sock, frame, source, ssid, patience_s):
    """Sends ``frame``, a probe request. Returns the seconds until its response, or None."""
    while select.select([sock], [], [], 0)[0]:
        sock.recv(4096)
    began = time.monotonic()
    sock.send(frame)
    return heard(sock, source, ssid, began, patience_s)


def heard(sock, source, ssid, began, patience_s):
    """Waits for a response until ``patience_s`` after ``began``. Returns the seconds from
    ``began`` to the response, or None."""
    while (left := began + patience_s - time.monotonic()) > 0:
        if not select.select([sock], [], [], left)[0]:
            break
        if answers(sock.recv(4096), source, ssid):
            return time.monotonic() - began
    return None


def attempt(sock, frame, source, ssid, patience_s, done):
    """Does what probe() does, and calls ``done`` with the result at once. After None it reads
    on, so that a late response does not count for the next request."""
    took = probe(sock, frame, source, ssid, patience_s)
    done(took)
    if took is None:
        heard(sock, source, ssid, time.monotonic(), LATEST_S)
    return took


def report(took):
    """Prints the result of a probe for the parent process."""
    print("none" if took is None else f"{took:.6f}", flush=True)


def main():
    interface, address, ssid, mbps = sys.argv[1:]
    source, ssid = octets(address), ssid.encode()
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3)) as sock:
        sock.bind((interface, 0))
        for sequence, line in enumerate(sys.stdin):
            frame = request(source, ssid, sequence, int(mbps))
            attempt(sock, frame, source, ssid, float(line), report)


if __name__ == "__main__":
    main()
