# SPDX-License-Identifier: Apache-2.0
"""The base of the tests of the whole cloudmac-vapd over TLS, with made-up hostapds."""

import contextlib
import os
import pathlib
import tempfile
import unittest

from connection import VAP_HOST_PORT, ControllerConnection, RpcError
from daemon import Daemon, until
from fake_hostapd import FakeHostapd
from pki import VAP_HOST, Pki
from programs import clock_at, run

BSSID = "02:aa:bb:cc:00:01"
OTHER = "02:aa:bb:cc:00:02"
STATION = "02:00:00:00:01:00"

CONFIG = """
[vap-host]
name = {name}
{folders}
[control]
address = 127.0.0.1
idle-timeout = 10
{control}
ca = {pki}/ca.pem
cert = {pki}/vap-host-{name}.pem
key = {pki}/vap-host-{name}.key
"""


class Vapd(Daemon):
    """Runs cloudmac-vapd and collects its messages."""

    def __init__(self, pki, *folders, arguments=(), control="", clock=None):
        self.pki, self.folders, self.arguments = pki, folders, arguments
        self.control = control
        self.environment = {**os.environ, **clock_at(clock)}

    def __enter__(self):
        config = self.folder() / "vapd.conf"
        config.write_text(
            CONFIG.format(
                name=VAP_HOST,
                pki=self.pki.path("good", ""),
                folders="".join(f"control = {folder}\n" for folder in self.folders),
                control=self.control,
            )
        )
        return self.run(
            [os.environ["VAPD"], "--foreground", "--config", str(config), *self.arguments],
            env=self.environment,
        )


def prepare_network():
    """Call it once, in a new namespace."""
    run("ip", "link", "set", "lo", "up")
    # The kernel must not hold megabytes for a peer that does not read.
    for name in ("rmem", "wmem"):
        pathlib.Path(f"/proc/sys/net/ipv4/tcp_{name}").write_text("4096 65536 65536")


class VapdTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.certificates = tempfile.TemporaryDirectory()
        cls.pki = Pki(cls.certificates.name)

    @classmethod
    def tearDownClass(cls):
        cls.certificates.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        self.folder = pathlib.Path(folder.name) / "hostapd"
        self.folder.mkdir(0o770)

    def daemon(self, *folders, **options):
        return Vapd(self.pki, *(folders or (self.folder,)), **options)

    def controller(self, **options):
        return ControllerConnection(self.pki, port=VAP_HOST_PORT, **options)

    def hostapd(self, *arguments, **options):
        return FakeHostapd(self.folder, *arguments, **options)

    @contextlib.contextmanager
    def session(self, *arguments, **options):
        """A daemon, a VAP and a subscriber that knows the VAP."""
        with self.hostapd(*arguments, **options) as hostapd, self.daemon() as daemon:
            with self.controller() as controller:
                self.subscribe(controller)
                yield hostapd, daemon, controller

    def subscribe(self, controller, *bssids):
        """Subscribes, and waits until these VAPs, or the usual one, are up."""
        awaited = set(bssids or [BSSID])
        self.assertEqual({"enabled": True}, controller.call("vaps.subscribe", enabled=True))
        until("the VAPs to be up", lambda: awaited <= self.listed(controller), 30)

    @staticmethod
    def listed(controller):
        """Returns the BSSIDs of all VAPs. Their notifications have been read then."""
        found, page = set(), controller.call("vaps.list")
        while page["vaps"]:
            found |= {vap["bssid"] for vap in page["vaps"]}
            page = controller.call("vaps.list", after=page["vaps"][-1]["bssid"])
        return found

    def assert_code(self, code, controller, method, **params):
        with self.assertRaises(RpcError) as caught:
            controller.call(method, **params)
        self.assertEqual(code, caught.exception.code, caught.exception)
