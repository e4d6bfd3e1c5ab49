# SPDX-License-Identifier: Apache-2.0
"""Runs an agent between two veth pairs.

    vap0 ===veth=== wired0  cloudmac-wtp-test  radio0 ===veth=== air0

The test is the VAP (vap0), the air (air0: Ethernet frames of the ethertype
0x88b5 carry what a monitor interface would deliver) and the controller.
"""

import os
import pathlib
import select
import signal
import tempfile

from daemon import Daemon, until
from pki import WTP, wtp_cert
from programs import clock_at

CONFIG = """
[wtp]
name = component test
wired = {wired}
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


def binary():
    """Returns the path of the agent under test."""
    return os.environ["AGENT"]


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
        radio_options=("", ""),
        wired="wired0",
    ):
        self.binary, self.pki, self.wtp_options = binary, pki, wtp_options
        self.in_flight = in_flight
        first, second = radio_options
        self.second = first + (SECOND_RADIO + second if radios > 1 else "")
        self.address = address
        self.environment = {**os.environ, **(gate.environment if gate else {}), **clock_at(clock)}
        self.environment.update(environment)
        self.wired = wired
        self.cert = cert or pki.path("good", wtp_cert())

    def __enter__(self):
        self.config = self.folder() / "wtp.conf"
        self.config.write_text(
            CONFIG.format(
                wired=self.wired,
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
