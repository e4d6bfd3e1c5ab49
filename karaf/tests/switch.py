# SPDX-License-Identifier: Apache-2.0
"""Runs the database server of a real Open vSwitch as a switch under test."""
import pathlib
import subprocess
import time

SCHEMA = "/usr/share/openvswitch/vswitch.ovsschema"
DEADLINE_SECONDS = 30


def until(what, condition, seconds=DEADLINE_SECONDS):
    """Wait until ``condition()`` returns a true value, and return the value.

    ``what`` describes the condition: a text, or a function that returns one.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        seen = condition()
        if seen:
            return seen
        time.sleep(0.1)
    raise AssertionError(f"not within {seconds} s: {what() if callable(what) else what}")


class DatabaseSwitch:
    """Runs ovsdb-server with files in ``folder`` in the network namespace ``namespace``.

    It runs no ovs-vswitchd, so the kernel is not affected.
    """

    def __init__(self, folder, namespace):
        self.folder, self.namespace = pathlib.Path(folder), namespace
        self.process = None

    def __enter__(self):
        self.folder.mkdir(exist_ok=True)
        subprocess.run(["ovsdb-tool", "create", self.folder / "db", SCHEMA], check=True)
        self.process = subprocess.Popen(
            [
                *("ip", "netns", "exec", self.namespace, "ovsdb-server", self.folder / "db"),
                f"--remote=punix:{self.folder}/sock",
                "--remote=db:Open_vSwitch,Open_vSwitch,manager_options",
                f"--unixctl={self.folder}/ctl",
                f"--log-file={self.folder}/log",
                "--no-chdir",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until("ovsdb-server opens its socket", (self.folder / "sock").exists)
        self.vsctl("init")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    @property
    def node_id(self):
        """Return its node id in topology ovsdb:1, unless a controller named it."""
        return "ovsdb://uuid/" + self.vsctl("get", "Open_vSwitch", ".", "_uuid")

    def vsctl(self, *words):
        """Run ovs-vsctl and return its stripped output."""
        return subprocess.run(
            ["ovs-vsctl", f"--db=unix:{self.folder}/sock", "--no-wait", "--timeout=5", *words],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def connect_to(self, target):
        """Connect it to a controller, with at most one second between attempts."""
        self.vsctl(
            *("--", "--id=@m", "create", "Manager", f'target="{target}"', "max_backoff=1000"),
            *("--", "set", "Open_vSwitch", ".", "manager_options=@m"),
        )
