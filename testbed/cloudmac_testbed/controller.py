# SPDX-License-Identifier: Apache-2.0
"""Runs the controller: OpenDaylight's Karaf with the project's features, on the machine but in
the lab's network namespace.

It runs the distribution as it was built, through an overlay. Files that it writes lie in the
lab's runtime folder and disappear with the lab."""
import dataclasses
import os
import shutil
import signal
import socket
import subprocess
import time

from .errors import LabError
from .topology import CONTROLLER

LOOPBACK = "127.0.0.1"
"""Operators' ports listen on loopback as shipped: that of the lab's own namespace."""
PORTS = {8181: (LOOPBACK, "RESTCONF"), 6640: (CONTROLLER, "OVSDB"), 6653: (CONTROLLER, "OpenFlow")}
"""Port -> address and service."""
READY_SECONDS = 240
STOP_SECONDS = 60
USER = "admin"
"""The user for RESTCONF."""
SETTINGS = "etc/io.cloudmac.cfg"


def home(run):
    """Returns the running controller's folder, in the lab's mount namespace."""
    return run / "controller" / "karaf"


def log_file(run):
    """Returns the path of the running controller's log."""
    return run / "controller" / "upper" / "data" / "log" / "karaf.log"


def _password(run, account):
    """Returns the password that cloudmac-setup generated for an account of this lab."""
    file = run / "controller" / "upper" / "etc" / "initial-passwords"
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError:
        raise LabError("no lab with a controller is up; ./cloudmac lab up starts one") from None
    return dict(line.split(None, 1) for line in lines if not line.startswith("#"))[account]


def credentials(run):
    """Returns user and password for RESTCONF in the lab of this runtime folder."""
    return USER, _password(run, "restconf")


def console_command(run):
    """Returns the command that opens the Karaf console, for the lab's namespaces."""
    return [str(home(run) / "bin" / "client"), "-u", "karaf", "-p", _password(run, "karaf")]


def _mount(distribution, place):
    """Mounts a distribution at the folder ``karaf`` of a place, with what it writes beside it."""
    for name in ("upper", "work", "karaf"):
        (place / name).mkdir(parents=True, exist_ok=True)
    options = f"lowerdir={distribution},upperdir={place}/upper,workdir={place}/work"
    done = subprocess.run(
        ["mount", "-t", "overlay", "-o", options, "overlay", str(place / "karaf")],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise LabError(f"cannot mount the controller's overlay: {done.stderr.strip()}")


class Controller:
    """The controller's process, as a context manager.

    run: the lab's runtime folder; pki: folder with its certificates; tls: switches connect by
    TLS."""

    def __init__(self, run, parts, pki, tls):
        self.run = run
        self.parts = parts
        self.pki = pki
        self.tls = tls
        self.home = home(run)
        self.log = run / "controller" / "output.log"
        self.process = None

    def __enter__(self):
        _mount(self.parts.karaf, self.home.parent)
        self._configure()
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
        self._unmount()

    def _unmount(self):
        subprocess.run(["umount", "--lazy", str(self.home)], capture_output=True, check=False)

    def _configure(self):
        lines = {
            "ca": self.pki / "ca.pem",
            "cert": self.pki / "controller.pem",
            "key": self.pki / "controller.key",
        }
        file = self.home / SETTINGS
        kept = [
            line
            for line in (file.read_text().splitlines() if file.exists() else [])
            if line.split("=")[0].strip() not in lines
        ]
        kept += [f"{key} = {value}" for key, value in lines.items()]
        file.write_text("\n".join(kept) + "\n")
        transport = ["--switch-tls", str(self.pki)] if self.tls else ["--switch-tcp"]
        self._setup("--generate", *transport)

    def _setup(self, *arguments):
        """Runs cloudmac-setup of this distribution. Raises LabError."""
        done = subprocess.run(
            [str(self.home / "bin" / "cloudmac-setup"), *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise LabError(f"cloudmac-setup failed: {done.stderr.strip()}")

    def start(self):
        """Starts the process. wait_until_ready() waits until it serves."""
        if self.alive():
            raise LabError("the controller already runs")
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [str(self.home / "bin" / "karaf"), "server"],
                cwd=self.home,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, "JAVA_MAX_MEM": "1500m", "KARAF_HOME": str(self.home)},
            )

    def alive(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """Kills the process at once, as a power cut would."""
        if self.alive():
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def stop(self):
        """Ends the process in order, as an operator does before an upgrade. Raises LabError."""
        if not self.alive():
            raise LabError("the controller does not run")
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            raise LabError(f"the controller did not end within {STOP_SECONDS} s") from None

    def upgrade(self, distribution):
        """Replaces the distribution that ran by another one, as the how-to says: stop, set the new
        one up from the old one's folder, start. Raises LabError."""
        self.stop()
        self._unmount()
        before = self.home.parent.with_name("controller-before")
        shutil.rmtree(before, ignore_errors=True)
        self.home.parent.rename(before)
        _mount(self.parts.karaf, before)
        self.parts = dataclasses.replace(self.parts, karaf=distribution)
        _mount(distribution, self.home.parent)
        self._setup("--upgrade-from", str(before / self.home.name))
        self.start()

    def wait_until_ready(self, progress, ending=lambda: False):
        """Waits until all ports are open and RESTCONF answers. Raises LabError."""
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
                names = ", ".join(PORTS[port][1] for port in missing) or "RESTCONF's answer"
                self._dump_threads()
                raise LabError(
                    f"the controller did not offer {names} within {READY_SECONDS} s, see {self.log}"
                )
            time.sleep(0.5)

    def _dump_threads(self):
        """Has Java write its threads' stacks into its output, and waits for that."""
        before = self.log.stat().st_size
        # Java is a child of the script, which the signal would end.
        subprocess.run(["pkill", "-QUIT", "-P", str(self.process.pid)], check=False)
        for _ in range(50):
            if self.log.stat().st_size > before + 10000:
                break
            time.sleep(0.1)

    def set_vap_hosts(self, addresses):
        """Configures the VAP hosts to which the controller connects: name -> address."""
        hosts = [{"name": name, "address": address} for name, address in addresses.items()]
        self._put("cloudmac:cloudmac/vap-hosts", {"cloudmac:vap-hosts": {"vap-host": hosts}})

    def set_packet_nodes(self, nodes):
        """Configures the packet nodes to which the controller connects: name, address and id of
        the switch of each."""
        self._put(
            "cloudmac-nfv:packet-nodes", {"cloudmac-nfv:packet-nodes": {"packet-node": nodes}}
        )

    def _put(self, path, content):
        """Replaces a part of the configuration. Raises LabError."""
        # Here, as --help works before the package for it is installed.
        import requests

        answer = requests.put(
            f"http://{LOOPBACK}:8181/rests/data/{path}",
            json=content,
            auth=credentials(self.run),
            timeout=90,
        )
        if not answer.ok:
            raise LabError(f"the controller refused {path}: {answer.text[:300]}")

    def _answers(self):
        # Here, as --help works before the package for it is installed.
        import requests

        try:
            return requests.get(
                f"http://{LOOPBACK}:8181/rests/operations", auth=credentials(self.run), timeout=10
            ).ok
        except requests.RequestException:
            return False


def _open(port):
    try:
        socket.create_connection((PORTS[port][0], port), timeout=1).close()
        return True
    except OSError:
        return False
