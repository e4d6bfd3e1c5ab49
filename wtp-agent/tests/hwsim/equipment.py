# SPDX-License-Identifier: Apache-2.0
"""What the tests in the guest use: the agent, sockets, and the frames of both sides."""

import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

AGENT_TREE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [
    str(AGENT_TREE / "tests/component"),
    str(AGENT_TREE.parent / "daemon/tests/component"),
]
from daemon import until  # noqa: E402
from frames import chain  # noqa: E402

LINKS = pathlib.Path(os.environ["LINKS"])  # to what the host runs this with
AGENT = str(LINKS / "agent")
BSSID = bytes.fromhex("02aabbcc0001")
STATION = bytes.fromhex("020000000100")
GROUP = b"\xff" * 6
FREQUENCY = 2437
FILES = pathlib.Path(tempfile.mkdtemp())
ETH_P_ALL, PACKET_OUTGOING = 3, 4
TX_FAIL, NOACK = 0x01, 0x08
CONFIG = """
[wtp]
name = test
wired = wired0
id = 02:00:00:00:00:99
user = {user}
{country}
[radio]
phy = phy0
frequency = {frequency}
power = 15
{leases}
[control]
announce = 192.0.2.1
ca = {pki}/ca.pem
cert = {pki}/wtp-02-00-00-00-00-99.pem
key = {pki}/wtp-02-00-00-00-00-99.key
"""


def run(*command):
    subprocess.run(command, check=True)


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def packet_socket(ifname):
    sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
    sock.bind((ifname, ETH_P_ALL))
    sock.settimeout(0.05)
    return sock


def receive(sock, what, match, seconds=5):
    """Returns the first frame for which match() is true."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            data, address = sock.recvfrom(4096)
        except TimeoutError:
            continue
        if address[2] != PACKET_OUTGOING and match(data):
            return data
    raise AssertionError(f"timeout: {what}, not within {seconds} s")


def drain(sock):
    sock.setblocking(False)
    try:
        while True:
            sock.recv(4096)
    except BlockingIOError:
        sock.settimeout(0.05)


def tag(vap, level=0x80, rate=0, priority=7, kind=0):
    return bytes([0x12, level, rate, priority << 5 | kind]) + vap[4:]


def radiotap_tx(flags):
    return struct.pack("<BBHIH", 0, 0, 10, 1 << 15, flags)


def header(control, addr1, addr2, addr3, sequence=0x1230):
    return struct.pack("<HH6s6s6sH", control, 0, addr1, addr2, addr3, sequence)


def downlink(station, bssid, frame, **fields):
    return station + tag(bssid, **fields) + b"\x13\x37" + radiotap_tx(0x10) + frame


def radiotap_length(data):
    return struct.unpack_from("<H", data, 2)[0]


def frame_of(data):
    return data[radiotap_length(data) :]


def tx_flags(data):
    """Returns the TX flags of mac80211's echo of an injected frame, or None for a received frame."""
    present = struct.unpack_from("<I", data, 4)[0]
    if not present & 1 << 15:
        return None
    offset = 8 + (1 if present & 1 << 2 else 0)
    offset += offset % 2
    return struct.unpack_from("<H", data, offset)[0]


def agent_command(pki, leases=(), user="nobody", frequency=FREQUENCY, country=None):
    """Writes a configuration and returns the command that runs the agent with it."""
    path = FILES / "wtp.conf"
    path.write_text(
        CONFIG.format(
            leases="\n".join(f"lease = {lease.hex(':')}" for lease in leases),
            frequency=frequency,
            pki=pki,
            user=user,
            country=f"country = {country}" if country else "",
        )
    )
    return [AGENT, "--foreground", "--config", str(path)]


class GuestAgent:
    """Runs cloudmac-wtp with a configuration of the test."""

    def __init__(self, pki, log=None, **options):
        """log: file for its messages."""
        self.process = subprocess.Popen(agent_command(pki, **options), stderr=log)
        self.killed = False

    def __enter__(self):
        until("the agent's monitor interface", lambda: "cmmon0" in interfaces())
        until("the agent's drop of privileges", self.is_unprivileged)
        return self

    def is_unprivileged(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return "NoNewPrivs:\t1" in status

    def kill(self):
        self.killed = True
        self.process.kill()
        self.process.wait()

    def __exit__(self, *_):
        # Popen signals only a process that it has not waited for.
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(10)
        expected = -signal.SIGKILL if self.killed else 0
        assert status == expected, f"the agent ended with {status}"


def interfaces():
    return os.listdir("/sys/class/net")


def own_interfaces():
    """Returns the names of the agent's interfaces."""
    return [name for name in interfaces() if name.startswith("cm")]


def acknowledged(station, bssid):
    """Sends a null frame to the BSSID. Returns true if it is acknowledged."""
    drain(station)
    frame = header(0x0148, bssid, STATION, bssid)
    station.send(radiotap_tx(0) + frame)
    echo = receive(
        station,
        "the echo of the station's frame",
        lambda data: tx_flags(data) is not None and frame_of(data)[4:10] == bssid,
    )
    return not tx_flags(echo) & TX_FAIL


def downlink_chain(station, number, *stages):
    """Returns a data frame with a chain of legacy rates, (500 kb/s, tries) each."""
    frame = header(0x0208, station, BSSID, BSSID, number << 4) + b"\xaa\xaa\3\0\0\0\x08\0hello"
    return station + tag(BSSID, priority=0) + b"\x13\x37" + chain(*stages) + frame


def receive_status(vap):
    return receive(vap, "the TX status", lambda data: data[12:14] == b"\x13\x37" and data[3] & 15)
