# SPDX-License-Identifier: Apache-2.0
"""The controller: OpenDaylight's Karaf with the project's features, on the
machine itself but inside the lab's network namespace.

It runs on the distribution as it was built, through an overlay: what it writes
lies in the lab's runtime folder and is gone with the lab.
"""
import os
import signal
import socket
import subprocess
import time

import requests

from .settings import LabError
from .topology import CONTROLLER

PORTS = {8181: "RESTCONF", 6640: "OVSDB", 6653: "OpenFlow"}
READY_SECONDS = 240
CREDENTIALS = ("admin", "admin")
SETTINGS = "etc/io.cloudmac.cfg"


def home(run):
    """Where the running controller has its files, in the lab's mount namespace."""
    return run / "controller" / "karaf"


def console_command(run):
    """The command that opens the Karaf console, to be run in the lab's namespaces."""
    return [str(home(run) / "bin" / "client"), "-h", CONTROLLER, "-u", "karaf", "-p", "karaf"]


class Controller:
    """The controller's process, as a context manager.

    run: the lab's runtime folder; pki: folder with its certificate."""

    def __init__(self, run, parts, pki):
        self.run = run
        self.parts = parts
        self.pki = pki
        self.home = home(run)
        self.log = run / "controller" / "output.log"
        self.process = None

    def __enter__(self):
        self._mount()
        self._configure()
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
        subprocess.run(["umount", "--lazy", str(self.home)], capture_output=True, check=False)

    def _mount(self):
        place = self.home.parent
        for name in ("upper", "work", "karaf"):
            (place / name).mkdir(parents=True, exist_ok=True)
        options = f"lowerdir={self.parts.karaf},upperdir={place}/upper,workdir={place}/work"
        done = subprocess.run(["mount", "-t", "overlay", "-o", options, "overlay", str(self.home)],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise LabError(f"overlay for the controller: {done.stderr.strip()}")

    def _configure(self):
        lines = {"ca": self.pki / "ca.pem", "cert": self.pki / "controller.pem",
                 "key": self.pki / "controller.key"}
        file = self.home / SETTINGS
        kept = [line for line in (file.read_text().splitlines() if file.exists() else [])
                if line.split("=")[0].strip() not in lines]
        kept += [f"{key} = {value}" for key, value in lines.items()]
        file.write_text("\n".join(kept) + "\n")

    def start(self):
        """Start the process; wait_until_ready() tells when it serves."""
        if self.alive():
            raise LabError("the controller is running already")
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [str(self.home / "bin" / "karaf"), "server"], cwd=self.home, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True,
                env={**os.environ, "JAVA_MAX_MEM": "1500m", "KARAF_HOME": str(self.home)})

    def alive(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """End the process at once, as a power cut would."""
        if self.alive():
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def wait_until_ready(self, progress, ending=lambda: False):
        """Wait until all ports are open and RESTCONF answers. Raises LabError."""
        started = time.monotonic()
        missing = list(PORTS)
        while not ending():
            if not self.alive():
                raise LabError(f"the controller ended, see {self.log}")
            missing = [port for port in missing if not _open(port)]
            if not missing and self._answers():
                progress(f"the controller is up after {time.monotonic() - started:.0f} s")
                return
            if time.monotonic() - started > READY_SECONDS:
                names = ", ".join(PORTS[port] for port in missing) or "RESTCONF's answer"
                raise LabError(f"the controller was without {names} after {READY_SECONDS} s, "
                               f"see {self.home.parent / 'upper' / 'data' / 'log' / 'karaf.log'}")
            time.sleep(0.5)

    @staticmethod
    def _answers():
        try:
            return requests.get(f"http://{CONTROLLER}:8181/rests/operations", auth=CREDENTIALS,
                                timeout=10).ok
        except requests.RequestException:
            return False


def _open(port):
    try:
        socket.create_connection((CONTROLLER, port), timeout=1).close()
        return True
    except OSError:
        return False
