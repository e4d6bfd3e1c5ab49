# SPDX-License-Identifier: Apache-2.0
"""Runs the switches of the benchmark: many simulated ones and one real ovsdb-server."""
import pathlib
import shutil
import subprocess
import tempfile
import time

SCHEMA = "/usr/share/openvswitch/vswitch.ovsschema"
START_SECONDS = 20


class SimulatedSwitches:
    """Runs simulated switches in their own Java VM."""

    def __init__(self, classpath, number, ports):
        self.process = subprocess.Popen(
            [
                "java",
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-cp",
                classpath,
                "io.cloudmac.ovsdb.peer.SimulatedSwitches",
                "127.0.0.1",
                "6640",
                str(number),
                str(ports),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.lost = 0

    def __enter__(self):
        self._until("ready")
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def names(self):
        """Returns the switches' node ids."""
        self._say("names")
        return self._until("names")

    def connect(self):
        self._say("connect")
        self._until("connect")

    def expect(self, rate):
        """Waits until each switch has a queue with this max-rate."""
        self._say(f"expect {rate}")
        self._until(f"expect {rate}")

    def expect_each(self, rates):
        """Waits until each of these rates is in any switch."""
        self._say(f"expect {len(rates)} {','.join(map(str, rates))}")
        self._until(f"expect {len(rates)}")

    def _say(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def _until(self, last):
        lines = []
        for line in self.process.stdout:
            if line.strip() == last:
                return lines
            if line.strip() == "lost":
                self.lost += 1
            else:
                lines.append(line.strip())
        raise RuntimeError("the simulated switches ended: " + " ".join(lines[-3:]))


class RealSwitch:
    """Runs ovsdb-server with a bridge, connected to the controller, and monitors its queues."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-ovs-"))
        self.server = self.monitor = None

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self):
        db = self.folder / "db"
        subprocess.run(["ovsdb-tool", "create", db, SCHEMA], check=True)
        self.server = subprocess.Popen(
            [
                "/usr/sbin/ovsdb-server",
                db,
                f"--remote=punix:{self.folder}/sock",
                "--remote=db:Open_vSwitch,Open_vSwitch,manager_options",
                f"--unixctl={self.folder}/ctl",
                f"--log-file={self.folder}/log",
                "--no-chdir",
            ],
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + START_SECONDS
        while not (self.folder / "sock").exists():
            if self.server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("ovsdb-server does not start")
            time.sleep(0.02)
        self.vsctl("init")
        self.vsctl("add-br", "br0")
        self.vsctl("set-manager", "tcp:127.0.0.1:6640")
        self.monitor = subprocess.Popen(
            [
                "ovsdb-client",
                "monitor",
                f"unix:{self.folder}/sock",
                "Open_vSwitch",
                "Queue",
                "other_config",
                "--format=json",
            ],
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def name(self):
        return "ovsdb://uuid/" + self.vsctl("get", "Open_vSwitch", ".", "_uuid").strip()

    def await_rate(self, rate):
        """Waits until the monitor reports a queue with this max-rate."""
        for line in self.monitor.stdout:
            if f'["max-rate","{rate}"]' in line:
                return
        raise RuntimeError("the monitor of the real switch ended")

    def vsctl(self, *words):
        return subprocess.run(
            ["ovs-vsctl", f"--db=unix:{self.folder}/sock", "--no-wait", *words],
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def __exit__(self, *_):
        for process in (self.monitor, self.server):
            if process and process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
