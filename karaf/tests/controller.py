# SPDX-License-Identifier: Apache-2.0
"""Runs a controller under test and reads its ports and answers."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

RESTCONF_PASSWORD = "correct horse"
KARAF_PASSWORD = "battery staple"
SERVING_SECONDS = 300
PORTS = (8181, 8101, 6640, 6653)
OVSDB = "etc/io.cloudmac.ovsdb.cfg"
OPENFLOW = [
    f"etc/opendaylight/datastore/initial/config/{name}-openflow-connection-config.xml"
    for name in ("default", "legacy")
]
"""Files with the settings of the switches' channels."""
STORE_PASSWORD = r"<[a-z]+-password>([^<]+)<"
"""Password of a key store, in the files of OPENFLOW."""


def cloudmac_setup(home, *options, text=""):
    """Run bin/cloudmac-setup without a terminal; return the CompletedProcess."""
    return subprocess.run(
        [home / "bin" / "cloudmac-setup", *options],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def features(home, value=None):
    """Return Karaf's boot features, after setting them to ``value`` if given."""
    cfg = home / "etc" / "org.apache.karaf.features.cfg"
    if value:
        line = re.compile(r"^featuresBoot *=.*$", re.MULTILINE)
        cfg.write_text(line.sub(lambda _: f"featuresBoot = {value}", cfg.read_text()))
    return re.search(r"(?m)^featuresBoot *= *(.*)$", cfg.read_text())[1]


class ShippedController:
    """Runs the controller in folder ``home`` in the namespace ``inside``; it serves on ``ports``."""

    def __init__(self, home, inside, outside, ports=PORTS):
        self.home, self.inside, self.outside, self.ports = home, inside, outside, ports
        self.url, self.trust = "http://127.0.0.1:8181", ()
        self.process = None
        self.settings = {}
        """Content of the files in etc/ before the start, by name."""

    def set_up(self, channels=("--switch-tcp",)):
        """Set passwords, and how switches connect."""
        with tempfile.NamedTemporaryFile("w") as karaf:
            karaf.write(KARAF_PASSWORD + "\n")
            karaf.flush()
            done = cloudmac_setup(
                self.home,
                "--restconf-password-file",
                "-",
                "--karaf-password-file",
                karaf.name,
                *channels,
                text=RESTCONF_PASSWORD + "\n",
            )
        assert done.returncode == 0, done.stderr

    def add_user(self, name, password, *options):
        """Add an account of RESTCONF."""
        words = ("--add-user", name, *options, "--user-password-file", "-")
        done = cloudmac_setup(self.home, *words, text=password + "\n")
        assert done.returncode == 0, done.stderr

    def __enter__(self):
        self.output = open(self.home / "output.log", "ab")
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", self.inside, self.home / "bin" / "karaf", "daemon"],
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=self.output,
            start_new_session=True,
            env={**os.environ, "JAVA_MAX_MEM": "1200m"},
        )
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.output.close()

    def wait_until_serving(self):
        """Wait until every port is open and RESTCONF accepts the password."""
        deadline, missing = time.monotonic() + SERVING_SECONDS, "all ports"
        while missing:
            assert (
                self.process.poll() is None
            ), f"the controller ended: {(self.home / 'output.log').read_text()}"
            assert (
                time.monotonic() < deadline
            ), f"no {missing} after {SERVING_SECONDS} s\n{self.log()[-4000:]}"
            closed = [port for port in self.ports if port not in self.listening()]
            missing = (
                f"ports {closed}"
                if closed
                else "an answer of RESTCONF"
                if self.get("/rests/operations")[0] != 200
                else ""
            )
            time.sleep(0.5)

    def log(self):
        file = self.home / "data" / "log" / "karaf.log"
        return file.read_text() if file.exists() else ""

    def listening(self):
        """Return the bound addresses by port."""
        lines = self._run(self.inside, "ss", "-Hltn").stdout.splitlines()
        found = {}
        for address, _, port in (line.split()[3].rpartition(":") for line in lines):
            found.setdefault(int(port), set()).add(address.replace("[::ffff:", "").strip("[]"))
        return found

    def reachable(self, port):
        """Return true if another machine reaches the port."""
        return (
            self._run(
                self.outside,
                "curl",
                "-s",
                "--max-time",
                "5",
                f"telnet://192.0.2.1:{port}",
                stdin=subprocess.DEVNULL,
            ).returncode
            != 7
        )

    def get(self, path, password=RESTCONF_PASSWORD, user="admin"):
        """Return HTTP status (0 for no connection) and body."""
        return self.send("GET", path, None, password, user)

    def send(
        self,
        method,
        path,
        body,
        password=RESTCONF_PASSWORD,
        user="admin",
        content="application/yang-data+json",
    ):
        text = None if body is None else json.dumps(body)
        return self.send_text(method, path, text, password, user, content)

    def send_text(
        self,
        method,
        path,
        text,
        password=RESTCONF_PASSWORD,
        user="admin",
        content="application/yang-data+json",
    ):
        """Send a body as it is; return HTTP status (0 for no connection) and body."""
        data = ["-H", f"Content-Type: {content}", "-d", text] if text is not None else []
        done = self._run(
            self.inside,
            "curl",
            "-sg",
            "--max-time",
            "60",
            "-X",
            method,
            "-u",
            f"{user}:{password}",
            "-w",
            "\n%{http_code}",
            *data,
            *self.trust,
            f"{self.url}{path}",
        )
        text, _, status = done.stdout.rpartition("\n")
        return int(status or 0), text

    @contextlib.contextmanager
    def following(self, path, *headers, user="admin", password=RESTCONF_PASSWORD):
        """Yield a function that returns what the event stream has sent so far, with HTTP headers."""
        more = [word for header in headers for word in ("-H", header)]
        with tempfile.NamedTemporaryFile("r") as output:
            listener = subprocess.Popen(
                [
                    *("ip", "netns", "exec", self.inside, "curl", "-sgNi", "-o", output.name),
                    *("-u", f"{user}:{password}", "-H", "Accept: text/event-stream", *more),
                    f"http://127.0.0.1:8181{path}",
                ],
                stdin=subprocess.DEVNULL,
            )
            try:
                yield lambda: pathlib.Path(output.name).read_text(encoding="utf-8")
            finally:
                listener.kill()
                listener.wait()

    def console(self, command, password=KARAF_PASSWORD, user="karaf"):
        # Without JAVA_HOME, the client says so before the command's output.
        java = pathlib.Path(shutil.which("java")).resolve().parents[1]
        return self._run(
            self.inside,
            "env",
            f"JAVA_HOME={java}",
            self.home / "bin" / "client",
            "-b",
            "-u",
            user,
            "-p",
            password,
            input=command + "\n",
        )

    def at_controller(self, *command):
        """Run a command on the controller's machine; return the CompletedProcess."""
        return self._run(self.inside, *command)

    def at_neighbour(self, *command):
        """Run a command on another machine; return the CompletedProcess."""
        return self._run(self.outside, *command)

    @staticmethod
    def _run(namespace, *command, **keywords):
        return subprocess.run(
            ["ip", "netns", "exec", namespace, *command],
            capture_output=True,
            text=True,
            check=False,
            **keywords,
        )
