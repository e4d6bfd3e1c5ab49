# SPDX-License-Identifier: Apache-2.0
"""Runs an agent between two veth pairs, and a controller's connection to it.

    vap0 ===veth=== wired0  cloudmac-wtp-test  radio0 ===veth=== air0

The test is the VAP (vap0), the air (air0: Ethernet frames of the ethertype
0x88b5 carry what a monitor interface would deliver) and the controller.
"""

import contextlib
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
import time

from daemon import Daemon, until

WTP = "02:00:00:00:00:99"
BSSID = "02:aa:bb:cc:00:01"
STATION = "02:00:00:00:01:00"
HERE = pathlib.Path(__file__).resolve().parent
PKI = HERE.parents[2] / "pki" / "cloudmac-pki"
PORT = 4919
VAP_HOST = "vaps1"
VAP_HOST_PORT = 4920
AIR_HEADER = b"\xff" * 6 + b"\2" + bytes(5) + b"\x88\xb5"
# Of Linux; the module socket has no names for them.
SOL_PACKET, PACKET_AUXDATA, TP_STATUS_VLAN_VALID = 263, 8, 0x10

CONFIG = """
[wtp]
name = component test
wired = wired0
id = {wtp}
announce-interval = 100
{wtp_options}
[radio]
phy = ether:radio0
frequency = 2412
max-leases = 2
in-flight = {in_flight}
queue = 16
{second}
[control]
{address}
idle-timeout = 10
ca = {pki}/ca.pem
cert = {cert}.pem
key = {cert}.key
"""

SECOND_RADIO = """
[radio]
phy = ether:radio1
in-flight = 0
"""


def mac(text):
    return bytes.fromhex(text.replace(":", ""))


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def make_link(one, other):
    run(
        "ip",
        "link",
        "add",
        one,
        "mtu",
        "16000",
        "type",
        "veth",
        "peer",
        "name",
        other,
        "mtu",
        "16000",
    )
    for name in (one, other):
        pathlib.Path(f"/proc/sys/net/ipv6/conf/{name}/disable_ipv6").write_text("1")
        run("ip", "link", "set", name, "up")


def make_links():
    """Creates the interfaces above. Call it once, in a new namespace."""
    run("ip", "link", "set", "lo", "up")
    for one, other in (("vap0", "wired0"), ("air0", "radio0"), ("air1", "radio1")):
        make_link(one, other)
    run("ip", "link", "set", "wired0", "mtu", "1700")


def vlan_of(control):
    """Returns the VLAN id in the metadata of a received frame (struct tpacket_auxdata), or None."""
    ((_, _, data),) = control
    (status,) = struct.unpack_from("I", data)
    return struct.unpack_from("H", data, 16)[0] & 0xFFF if status & TP_STATUS_VLAN_VALID else None


class Wire:
    """Sends and receives raw frames at one interface.

    vlan: the VLAN id of the latest received frame, or None. The kernel removes its tag."""

    def __init__(self, ifname):
        self.vlan = None
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
        self.socket.setsockopt(SOL_PACKET, PACKET_AUXDATA, 1)
        self.socket.bind((ifname, 3))
        self.socket.settimeout(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, frame):
        self.socket.send(frame)

    def receive(self, what, match=lambda frame: True, seconds=5):
        """Returns the first received frame that matches."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            with contextlib.suppress(TimeoutError):
                frame, control, _, address = self.socket.recvmsg(16384, socket.CMSG_SPACE(20))
                if address[2] != socket.PACKET_OUTGOING and match(frame):
                    self.vlan = vlan_of(control)
                    return frame
        raise AssertionError(f"timeout: {what}, not within {seconds} s")


class Pki:
    """Creates certificates with cloudmac-pki, and wrong ones."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        for name in ("good", "other"):
            self._make("init", name)
            self._make("controller", name)
            self._make("wtp", name, WTP)
            self._make("vap-host", name, VAP_HOST)
        self._make("wtp", "good", "02:00:00:00:00:98")
        self._make_stranger()

    @classmethod
    def of(cls, folder):
        """Uses the existing certificates in a folder, which is called "good"."""
        pki = cls.__new__(cls)
        pki.folder = pathlib.Path(folder).parent
        return pki

    def _make(self, command, name, *more):
        run(str(PKI), command, str(self.folder / name), *more)

    def make_controller(self, name, begin, days, authority="good"):
        """Creates a controller's certificate of this authority, in a folder of its own, valid
        from a UNIX time on."""
        folder = self.path(name, "")
        folder.mkdir()
        for suffix in ("pem", "key"):
            shutil.copy(self.path(authority, f"ca.{suffix}"), folder)
        run(
            *(str(PKI), "controller", str(folder)),
            env={**os.environ, **clock_at(begin), "CLOUDMAC_PKI_DAYS": str(days)},
        )

    def _make_stranger(self):
        """Creates the certificate of a client of the same authority with another name."""
        name = self.path("good", "stranger")
        run(
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            f"{name}.key",
            "-out",
            f"{name}.pem",
            "-days",
            "1",
            "-CA",
            self.path("good", "ca.pem"),
            "-CAkey",
            self.path("good", "ca.key"),
            "-subj",
            "/CN=stranger",
            "-addext",
            "extendedKeyUsage=clientAuth",
            "-addext",
            "subjectAltName=URI:urn:cloudmac:controller2",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            stderr=subprocess.DEVNULL,
        )

    def path(self, authority, name):
        return self.folder / authority / name


def wtp_cert(wtp=WTP):
    return f"wtp-{wtp.replace(':', '-')}"


class Agent(Daemon):
    """Runs an agent and collects its messages."""

    def __init__(
        self,
        binary,
        pki,
        wtp_options="",
        cert=None,
        address="address = 127.0.0.1",
        in_flight=0,
        radios=2,
        gate=None,
        clock=None,
        environment=(),
    ):
        self.binary, self.pki, self.wtp_options = binary, pki, wtp_options
        self.in_flight = in_flight
        self.second = SECOND_RADIO if radios > 1 else ""
        self.address = address
        self.environment = {**os.environ, **(gate.environment if gate else {}), **clock_at(clock)}
        self.environment.update(environment)
        self.cert = cert or pki.path("good", wtp_cert())

    def __enter__(self):
        self.config = self.folder() / "wtp.conf"
        self.config.write_text(
            CONFIG.format(
                wtp=WTP,
                pki=self.pki.path("good", ""),
                cert=self.cert,
                wtp_options=self.wtp_options,
                address=self.address,
                in_flight=self.in_flight,
                second=self.second,
            )
        )
        return self.run(
            [self.binary, "--foreground", "--config", str(self.config)], env=self.environment
        )

    def reload(self, *changes):
        """Replaces texts of the configuration and lets the agent read it again, as the user that
        it runs as. Returns the new messages, up to that of the end."""
        text = self.config.read_text()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        self.config.write_text(text)
        self.config.chmod(0o644)
        self.config.parent.chmod(0o755)
        return self.send_hangup()

    def send_hangup(self):
        """Lets the agent read its configuration again. Returns its messages."""
        before = len(self.log())
        self.process.send_signal(signal.SIGHUP)
        ends = (f"read {self.config} again", "keeps its settings")
        until(
            "the end of the reload in the log",
            lambda: any(end in self.log()[before:] for end in ends),
        )
        return self.log()[before:]


class Gate:
    """Makes each operation of the test radios wait until the test lets it pass."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chmod(self.folder.name, 0o755)
        self.paths = [pathlib.Path(self.folder.name) / name for name in ("begun", "go")]
        for path in self.paths:
            os.mkfifo(path)
            os.chmod(path, 0o666)
        self.begun, self.passed = (os.open(path, os.O_RDWR) for path in self.paths)
        self.environment = {"CLOUDMAC_TEST_OPERATION_GATE": self.folder.name}
        return self

    def __exit__(self, *_):
        self.open()
        os.close(self.begun)
        os.close(self.passed)
        self.folder.cleanup()

    def wait(self):
        """Waits until the next operation has begun. go() ends it."""
        ready, _, _ = select.select([self.begun], [], [], 5)
        if not ready:
            raise AssertionError("timeout: no operation of the test radio has begun within 5 s")
        os.read(self.begun, 1)

    def go(self):
        os.write(self.passed, b".")

    def let(self, count=1):
        """Lets so many operations pass, one after the other."""
        for _ in range(count):
            self.wait()
            self.go()

    def open(self):
        """Lets all operations pass from now on."""
        for path in self.paths:
            path.unlink(missing_ok=True)
        os.write(self.passed, bytes(8))


def clock_at(start):
    """Returns the environment of a program whose clock starts at a UNIX time. None: no change."""
    if start is None:
        return {}
    preloaded = pathlib.Path(binary()).parent / "tests" / "component" / "wrong_clock.so"
    sanitizer = f"{os.environ.get('ASAN_OPTIONS', '')}:verify_asan_link_order=0"
    return {
        "LD_PRELOAD": str(preloaded),
        "WRONG_CLOCK": str(int(start)),
        "ASAN_OPTIONS": sanitizer.lstrip(":"),
    }


class RpcError(Exception):
    """An error answer of the agent."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]
        self.data = error.get("data", "")


class Controller:
    """One TLS connection to the agent, or to the daemon of a VAP host."""

    def __init__(
        self,
        pki,
        authority="good",
        cert="controller",
        trust="good",
        version=ssl.TLSVersion.TLSv1_3,
        host="127.0.0.1",
        source="",
        port=PORT,
    ):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.minimum_version = context.maximum_version = version
        context.load_verify_locations(pki.path(trust, "ca.pem"))
        if cert:
            context.load_cert_chain(
                pki.path(authority, f"{cert}.pem"), pki.path(authority, f"{cert}.key")
            )
        raw = socket.create_connection((host, port), 5, (source, 0))
        try:
            self.socket = context.wrap_socket(raw)
        except BaseException:
            raw.close()
            raise
        self.buffer = b""
        self.id = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def line(self):
        """Returns the object in the next line, or None at the end."""
        while b"\n" not in self.buffer:
            data = self.socket.recv(65536)
            if not data:
                return None
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def call(self, method, **params):
        self.id += 1
        request = {"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}
        self.send(json.dumps(request).encode() + b"\n")
        while True:
            answer = self.line()
            if answer.get("id") == self.id:
                break
        if "error" in answer:
            raise RpcError(answer["error"])
        return answer["result"]

    def notification(self, method, **params):
        """Returns the next notification of this method with these members. Skips others."""
        while True:
            line = self.line()
            assert line is not None, f"the connection ended before {method}"
            if line.get("method") == method and params.items() <= line["params"].items():
                return line["params"]

    def ended(self):
        """Returns true if the agent has closed the connection."""
        try:
            return self.socket.recv(1) == b""
        except (ssl.SSLError, ConnectionError):
            return True


def tag(bssid, level=0x80, rate=0, priority=0, kind=0):
    return bytes([0x12, level, rate, priority << 5 | kind]) + mac(bssid)[4:]


def data_frame(control, addr1, addr2, addr3, body=b"payload", number=1):
    addresses = mac(addr1), mac(addr2), mac(addr3)
    return struct.pack("<HH6s6s6sH", control, 0, *addresses, number << 4) + body


def token_namespace(token):
    return b"\x12\x13\x37\3" + struct.pack("<HI", 4, token)


def token_of(status):
    """Returns the token of a TX status, or None."""
    length = struct.unpack_from("<H", status, 14 + 2)[0]
    at = status.find(b"\x12\x13\x37\3\4\0", 14, 14 + length)
    return None if at < 0 else struct.unpack_from("<I", status, at + 6)[0]


def chain(*stages, token=None):
    """Returns radiotap with a chain. A stage is (500 kb/s, tries) or (MCS, tries, first octet)."""
    octets = b"".join(
        bytes([first[0] if first else 1, rate, tries, 0]) for rate, tries, *first in stages
    )
    namespace = b"\x12\x13\x37\1" + struct.pack("<HB", len(octets) + 1, len(stages)) + octets
    words = [0xC0000000, 1]
    if token is not None:
        words = [0xC0000000, 0xC0000001, 1]
        namespace += bytes(len(namespace) % 2) + token_namespace(token)
    octets = struct.pack(f"<{len(words)}I", *words) + namespace
    return struct.pack("<BBH", 0, 0, 4 + len(octets)) + octets


class Injected:
    """A frame that the agent injected: legacy rate, retries, 802.11."""

    def __init__(self, octets):
        length, present = struct.unpack_from("<HI", octets, 14 + 2)
        assert present == 1 << 2 | 1 << 15 | 1 << 17, f"{present:x}"
        self.rate, self.retries = octets[14 + 8], octets[14 + 12]
        self.frame = octets[14 + length :]
        self.number = struct.unpack_from("<H", self.frame, 22)[0] >> 4
        self.retry = bool(self.frame[1] & 8)

    def echo(self, acked):
        """Returns the echo that a monitor interface delivers with the frame's TX status."""
        present = 1 << 2 | 1 << 15 | 1 << 17
        flags = 0 if acked else 1
        fields = struct.pack("<BxHB", self.rate, flags, self.retries)
        return AIR_HEADER + struct.pack("<BBHI", 0, 0, 13, present) + fields + self.frame


def status_chain(octets):
    """Returns the TX flags and the chain of a TX status whose last rate is a legacy one. A stage is
    (500 kb/s, tries, changed) or (MCS, tries, changed, first octet)."""
    present, second = struct.unpack_from("<II", octets, 14 + 4)
    assert present == 0xC0028004 and second & 0x3FFFFFFF == 1, f"{present:x}"
    start = 14 + (16 if second >> 31 else 12)  # another namespace, with the token, may follow
    (flags,) = struct.unpack_from("<xxH", octets, start)
    stages = octets[start + 6 :]
    assert stages[:4] == b"\x12\x13\x37\1", stages.hex()
    starts = range(7, 7 + 4 * stages[6], 4)
    return flags, [
        (*stages[at + 1 : at + 4], *(stages[at : at + 1] if stages[at] != 1 else b""))
        for at in starts
    ]


def tagged(frame, vlan):
    """Returns an Ethernet frame with the 802.1Q tag of a VLAN."""
    return frame[:12] + struct.pack(">HH", 0x8100, vlan) + frame[12:]


def downlink(frame, station=STATION, bssid=BSSID, radiotap=bytes([0, 0, 8, 0, 0, 0, 0, 0]), **tags):
    return mac(station) + tag(bssid, **tags) + b"\x13\x37" + radiotap + frame


def beacon(ssid, bssid=BSSID, tail=b""):
    """Returns a VAP's beacon as 802.11 frame."""
    body = bytes(8) + struct.pack("<HH", 100, 1) + bytes([0, len(ssid)]) + ssid
    return data_frame(0x0080, "ff:ff:ff:ff:ff:ff", bssid, bssid, body + tail)


def heard(frame, signal_dbm=-42):
    """Returns a received frame as a monitor interface delivers it: flags, signal, frame, FCS."""
    radiotap = struct.pack("<BBHIBb", 0, 0, 10, 1 << 1 | 1 << 5, 0x10, signal_dbm)
    return AIR_HEADER + radiotap + frame + b"\xde\xad\xbe\xef"


def binary():
    return os.environ["AGENT"]
