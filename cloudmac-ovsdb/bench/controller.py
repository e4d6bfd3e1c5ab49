# SPDX-License-Identifier: Apache-2.0
"""Runs the measured controller from a copy of the distribution, and sends RESTCONF requests to it."""
import base64
import http.client
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

PASSWORD = "measured with care"
SERVING_SECONDS = 600
TOPOLOGY = "/rests/data/network-topology:network-topology/topology=ovsdb%3A1"
STATE = "/rests/data/cloudmac-ovsdb:ovsdb-state"
OVSDB_PORT = 6640


class Restconf:
    """Keeps one connection to RESTCONF open. Not thread-safe."""

    def __init__(self, session=True):
        self.session = session
        self.connection = http.client.HTTPConnection("127.0.0.1", 8181, timeout=600)
        user = base64.b64encode(f"admin:{PASSWORD}".encode()).decode()
        self.headers = {
            "Authorization": "Basic " + user,
            "Content-Type": "application/yang-data+json",
            "Accept": "application/yang-data+json",
        }

    def send(self, method, path, body=None):
        """Returns HTTP status and body. Raises OSError if the connection fails."""
        data = None if body is None else json.dumps(body)
        try:
            self.connection.request(method, path, data, self.headers)
            answer = self.connection.getresponse()
            if self.session and answer.getheader("Set-Cookie"):
                # With the session cookie the controller checks the slow password hash only once.
                cookies = [
                    value.split(";")[0]
                    for name, value in answer.getheaders()
                    if name.lower() == "set-cookie" and "deleteMe" not in value
                ]
                self.headers["Cookie"] = "; ".join(cookies)
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as e:
            self.connection.close()
            raise OSError(f"no answer to {method} {path}: {e}") from e

    def change(self, method, path, body):
        """Changes the configuration. Raises RuntimeError if the controller rejects the change."""
        status, text = self.send(method, path, body)
        if status not in (200, 201, 204):
            raise RuntimeError(f"{method} {path}: {status} {text[:500]}")

    def read(self, path):
        """Returns the data at a path, or None."""
        status, text = self.send("GET", path)
        return json.loads(text) if status == 200 else None


class BenchController:
    """Runs a controller in a temporary folder, as a context manager that removes the folder."""

    def __init__(self, assembly):
        if not (assembly / "bin" / "karaf").exists():
            raise SystemExit(f"no controller in {assembly}: build it first (./cloudmac build java)")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-ovsdb-"))
        self.home = self.folder / "controller"
        shutil.copytree(
            assembly,
            self.home,
            ignore=lambda folder, _: ["system", "data"] if folder == str(assembly) else [],
        )
        (self.home / "system").symlink_to(assembly / "system")
        (self.home / "data").mkdir()
        self.process = None

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self):
        settings = self.home / "etc" / "io.cloudmac.ovsdb.cfg"
        # All switches of the bench have one address.
        with open(settings, "a", encoding="utf-8") as file:
            file.write("max.connections.per.source = 2048\n")
        subprocess.run(
            [self.home / "bin" / "cloudmac-setup", "--restconf-password-file", "-", "--switch-tcp"],
            input=PASSWORD + "\n",
            text=True,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        with open(self.folder / "output.log", "wb") as output:
            self.process = subprocess.Popen(
                [self.home / "bin" / "karaf", "daemon"],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        deadline, restconf = time.monotonic() + SERVING_SECONDS, Restconf()
        while True:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(
                    "the controller does not answer:\n"
                    + (self.folder / "output.log").read_text()[-2000:]
                    + self.log()[-4000:]
                )
            try:
                if restconf.read(TOPOLOGY + "?content=nonconfig") is not None:
                    return
            except OSError:
                pass
            time.sleep(0.5)

    def log(self):
        file = self.home / "data" / "log" / "karaf.log"
        return file.read_text() if file.exists() else ""

    def rss_mb(self):
        """Returns the resident memory of the controller's Java VM in MB."""
        pages = 0
        for pid in [self.process.pid, *descendants(self.process.pid)]:
            statm = pathlib.Path(f"/proc/{pid}/statm").read_text().split()
            pages = max(pages, int(statm[1]))
        return round(pages * os.sysconf("SC_PAGESIZE") / 1e6, 1)

    def cpu_s(self):
        """Returns the processor time of the Java VM since its start in s."""
        fields = pathlib.Path(f"/proc/{self.java()}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def java(self):
        """Returns the process ID of the Java VM."""
        for pid in [self.process.pid, *descendants(self.process.pid)]:
            if pathlib.Path(f"/proc/{pid}/comm").read_text().strip() == "java":
                return pid
        raise RuntimeError("the controller has no Java VM")

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def descendants(pid):
    """Returns the process IDs of all descendants of a process."""
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += [int(child), *descendants(child)]
    return found
