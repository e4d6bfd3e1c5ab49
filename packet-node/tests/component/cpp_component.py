# SPDX-License-Identifier: Apache-2.0
"""The base of the tests of the whole cloudmac-cpp over TLS, with frames through the kernel:

    Wire -- lv1p0 == g0 -> gate -> image -> redirect -> g1 == lv1p1 -- Wire
"""

import base64
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import unittest

from connection import PACKET_NODE_PORT, ControllerConnection, RpcError
from daemon import Daemon, until
from pki import PACKET_NODE, Pki
from programs import run
from wire import Wire, frame, number_of

IMAGES = pathlib.Path(os.environ["LVNF"]) / "build"
PINS = pathlib.Path("/sys/fs/bpf/cloudmac")
PART = 45000  # octets of an image in one request
LIMIT_SECONDS = 300  # of one test, which takes some seconds

CONFIG = """
[packet-node]
name = {name}
images = {images}
{options}
[control]
address = 127.0.0.1
ca = {pki}/ca.pem
cert = {pki}/packet-node-{name}.pem
key = {pki}/packet-node-{name}.key
"""


def prepare():
    """Gives this process file systems of its own. Call it once, in new namespaces."""
    run("mount", "--make-rprivate", "/")
    run("mount", "-t", "bpf", "bpf", "/sys/fs/bpf")
    pathlib.Path("/run/netns").mkdir(exist_ok=True)
    run("mount", "-t", "tmpfs", "tmpfs", "/run/netns")
    run("ip", "link", "set", "lo", "up")


class Cpp(Daemon):
    """Runs cloudmac-cpp and collects its messages.

    wrapper: words of a command that runs it."""

    def __init__(self, pki, images, options="", wrapper=()):
        self.pki, self.images, self.options, self.wrapper = pki, images, options, wrapper

    def __enter__(self):
        config = self.folder() / "cpp.conf"
        config.write_text(
            CONFIG.format(
                name=PACKET_NODE,
                images=self.images,
                options=self.options,
                pki=self.pki.path("good", ""),
            )
        )
        return self.run([*self.wrapper, os.environ["CPP"], "--foreground", "--config", str(config)])

    def children(self):
        """Returns the processes that its threads have started."""
        found = []
        for children in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += [int(word) for word in children.read_text().split()]
        return found

    def kill(self):
        """Ends the daemon as a crash would."""
        self.process.kill()
        self.process.wait()
        self.expected_code = -9


def compile_image(folder, name, source):
    """Compiles an image of the tests. Returns its path."""
    file = pathlib.Path(folder) / f"{name}.bpf.c"
    file.write_text('#include "lvnf.h"\n' + source)
    multiarch = subprocess.check_output(["gcc", "-print-multiarch"], text=True).strip()
    out = file.with_suffix(".o")
    run(
        *("clang", "-target", "bpf", "-mcpu=v3", "-O2", "-g", f"-I{os.environ['LVNF']}"),
        *("-idirafter", f"/usr/include/{multiarch}", "-c", str(file), "-o", str(out)),
    )
    return out


def break_connection(controller):
    """Breaks a connection, so that the daemon learns it at once."""
    linger = struct.pack("ii", 1, 0)
    controller.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    socket.socket(fileno=controller.socket.detach()).close()


def interfaces():
    return {name for _, name in socket.if_nameindex()}


def remove_all():
    """Removes what a failed test has left."""
    for ifname in sorted(interfaces()):
        if ifname.startswith("lv"):
            subprocess.run(["ip", "link", "delete", ifname], capture_output=True, check=False)
    for namespace in os.listdir("/run/netns"):
        run("ip", "netns", "delete", namespace)
    if PINS.exists():
        shutil.rmtree(PINS)


def _end(*_):
    raise TimeoutError(f"the test waits for longer than {LIMIT_SECONDS} s")


class CppTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.certificates = tempfile.TemporaryDirectory()
        cls.pki = Pki(cls.certificates.name)

    @classmethod
    def tearDownClass(cls):
        cls.certificates.cleanup()

    def setUp(self):
        signal.signal(signal.SIGALRM, _end)
        signal.alarm(LIMIT_SECONDS)
        self.addCleanup(signal.alarm, 0)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.before = interfaces()
        self.addCleanup(remove_all)

    def daemon(self, options="", wrapper=()):
        return Cpp(self.pki, self.folder / "images", options, wrapper)

    def controller(self, **options):
        connection = None

        def connect():
            nonlocal connection
            with contextlib.suppress(ConnectionRefusedError):
                connection = ControllerConnection(self.pki, port=PACKET_NODE_PORT, **options)
            return connection

        return until("the daemon to accept connections", connect)

    @contextlib.contextmanager
    def session(self, options=""):
        with self.daemon(options) as daemon, self.controller() as controller:
            yield daemon, controller

    @contextlib.contextmanager
    def lvnf(self, controller, image="null", ports=2, name="one"):
        """An LVNF, and the wires at its ports."""
        if image not in {found["image"] for found in controller.call("image.list")["images"]}:
            self.add_image(controller, image)
        added = controller.call("lvnf.add", lvnf=name, image=image, ports=ports)
        with contextlib.ExitStack() as stack:
            yield [stack.enter_context(Wire(port["interface"])) for port in added["ports"]]

    @staticmethod
    def add_image(controller, name, path=None, ports=2):
        """Sends an image in parts. Returns the last answer."""
        data = (path or IMAGES / f"{name}.bpf.o").read_bytes()
        for offset in range(0, len(data), PART):
            answer = controller.call(
                "image.add",
                image=name,
                ports=ports,
                size=len(data),
                offset=offset,
                data=base64.b64encode(data[offset : offset + PART]).decode(),
            )
        return answer

    def assert_refused(self, code, text, controller, method, **params):
        """Checks the code and the message of a refusal. Returns the error."""
        with self.assertRaises(RpcError) as caught:
            controller.call(method, **params)
        self.assertEqual(code, caught.exception.code, caught.exception)
        self.assertIn(text, str(caught.exception))
        return caught.exception

    def assert_passes(self, one, other, n=10):
        """Checks that n frames pass from one wire to another in order."""
        for number in range(n):
            one.send(frame(number))
        self.assertEqual(list(range(n)), [number_of(data) for data in other.receive(n)])

    def assert_nothing_left(self):
        self.assertEqual([], list(PINS.iterdir()))
        self.assertEqual([], os.listdir("/run/netns"))
        self.assertEqual(self.before, interfaces())
