# SPDX-License-Identifier: Apache-2.0
"""Runs the switches of a plan: one real ovs-vswitchd without a datapath, with a bridge for each.

A frame enters a port by the daemon's control socket (netdev-dummy/receive). Links between
switches are patch ports, so that the controller finds them by its own LLDP frames."""
import json
import os
import socket
import subprocess
import threading

from ..errors import LabError
from .flow_watch import FlowWatch

START_SECONDS = 60
STOP_SECONDS = 10
BATCH = 1000
"""Ports in one ovs-vsctl command."""


class Unixctl:
    """A persistent connection to a daemon's control socket: JSON-RPC 1.0. Threads may share it."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._buffer = ""
        self._lock = threading.Lock()
        self._id = 0

    def call(self, method, *arguments):
        """Returns the text of the answer. Raises LabError if the daemon refuses."""
        with self._lock:
            self._id += 1
            request = {"id": self._id, "method": method, "params": list(arguments)}
            self._socket.sendall(json.dumps(request).encode())
            answer = self._answer()
        if answer.get("error"):
            raise LabError(f"{method}: {answer['error'].strip()}")
        return answer["result"]

    def _answer(self):
        decoder = json.JSONDecoder()
        while True:
            try:
                answer, end = decoder.raw_decode(self._buffer)
            except ValueError:
                received = self._socket.recv(1 << 20)
                if not received:
                    raise LabError("the switch daemon closed its control socket") from None
                self._buffer += received.decode()
                continue
            self._buffer = self._buffer[end:].lstrip()
            return answer

    def close(self):
        self._socket.close()


class Switches:
    """The daemons, as a context manager. ovs: folder of the built Open vSwitch; controllers: targets
    for the switches, as tcp:127.0.0.1:6653. With several, each is tried once a second."""

    def __init__(self, plan, ovs, folder, *controllers):
        self.plan = plan
        self.folder = folder
        self.controllers = controllers
        self._bin = {name: _program(ovs, name) for name in _PROGRAMS}
        self._schema = next(ovs.glob("share/**/vswitch.ovsschema"))
        self._daemons = []
        self._control = None
        self._environment = {
            **os.environ,
            **{f"OVS_{name}DIR": str(folder) for name in ("RUN", "LOG", "DB", "SYSCONF")},
        }

    def __enter__(self):
        self.folder.mkdir(parents=True)
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self._control:
            self._control.close()
        for daemon in reversed(self._daemons):
            daemon.terminate()
            try:
                daemon.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def inject(self, port, *frames):
        """Has frames enter a port. frames: their octets, without FCS."""
        self._control.call("netdev-dummy/receive", port.name, *(frame.hex() for frame in frames))

    def flows(self, number):
        """Returns the rules of a switch as ovs-ofctl prints them, one a line."""
        words = ("-O", "OpenFlow13", "--no-stats", "dump-flows", self._bridge_socket(number))
        return [line for line in self._run("ovs-ofctl", *words).splitlines() if "actions=" in line]

    def flow_watch(self):
        """Returns a watch of the rules that all switches add from now on."""
        head = [str(self._bin["ovs-ofctl"]), "-O", "OpenFlow13", "monitor"]
        sockets = [self._bridge_socket(number) for number in range(self.plan.step.switches)]
        return FlowWatch(
            [[*head, socket_path, "watch:!initial"] for socket_path in sockets], self._environment
        )

    def _bridge_socket(self, number):
        return f"unix:{self.folder}/{_bridge(number)}.mgmt"

    def _start(self):
        database, remote = self.folder / "conf.db", f"unix:{self.folder}/db.sock"
        self._run("ovsdb-tool", "create", database, self._schema)
        self._daemon("ovsdb-server", f"--remote=p{remote}", database)
        self._vsctl("--no-wait", "init")
        control = self.folder / "vswitchd.ctl"
        self._daemon("ovs-vswitchd", "--enable-dummy", remote, f"--unixctl={control}")
        self._build()
        try:
            self._control = Unixctl(control)
        except OSError as error:
            raise LabError(f"ovs-vswitchd: {error}; {self._what_became()}") from error

    def _what_became(self):
        """Returns whether the daemons run, and the last words of their logs."""
        ends = {daemon.args[0]: daemon.poll() for daemon in self._daemons}
        logs = [file.read_text()[-1000:] for file in sorted(self.folder.glob("*.log"))]
        outputs = [file.read_text()[-1000:] for file in sorted(self.folder.glob("*.out"))]
        return "\n".join([f"status {ends}", *logs, *outputs])

    def _build(self):
        commands = []
        for number in range(self.plan.step.switches):
            name = _bridge(number)
            commands.append(
                f"add-br {name} -- set bridge {name} datapath_type=dummy fail_mode=secure "
                f"protocols=OpenFlow13 other-config:datapath-id={number + 1:016x} "
                "other-config:disable-in-band=true"
            )
        for pair in self.plan.links():
            for port, peer in (pair, pair[::-1]):
                commands.append(_add_port(port, f"type=patch options:peer={peer.name}"))
        commands += [_add_port(port, "type=dummy") for port in self.plan.ports()]
        # A daemon that is waited for looks at all ports once for each command.
        for start in range(0, len(commands), BATCH):
            self._vsctl("--no-wait", *" -- ".join(commands[start : start + BATCH]).split())
        self._vsctl("init", seconds=START_SECONDS + len(commands) // 10)

    def connect(self):
        """Has all switches connect to the controllers."""
        for number in range(self.plan.step.switches):
            name = _bridge(number)
            self._vsctl("--no-wait", "set-controller", name, *self.controllers)

    def capture(self, port, file):
        """Has all frames that leave a port written to a file, in the format of pcap."""
        self._vsctl("set", "interface", port.name, f"options:tx_pcap={file}")

    def _vsctl(self, *words, seconds=START_SECONDS):
        return self._run(
            "ovs-vsctl",
            f"--db=unix:{self.folder}/db.sock",
            "--retry",
            f"--timeout={seconds}",
            *words,
        )

    def _daemon(self, name, *words):
        log = f"--log-file={self.folder / (name + '.log')}"
        command = [self._bin[name], "--no-chdir", "-vconsole:off", log, *words]
        with open(self.folder / f"{name}.out", "ab") as output:
            self._daemons.append(
                subprocess.Popen(
                    [str(word) for word in command],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    env=self._environment,
                )
            )

    def _run(self, name, *words):
        done = subprocess.run(
            [str(word) for word in (self._bin[name], *words)],
            capture_output=True,
            text=True,
            check=False,
            env=self._environment,
        )
        if done.returncode:
            raise LabError(f"{name} {words[0]}: {done.stderr.strip()[-500:]}")
        return done.stdout


_PROGRAMS = ("ovs-vswitchd", "ovsdb-server", "ovsdb-tool", "ovs-vsctl", "ovs-ofctl")


def _program(ovs, name):
    return next(path for path in (ovs / "sbin" / name, ovs / "bin" / name) if path.exists())


def _bridge(number):
    return f"s{number}"


def _add_port(port, options):
    return (
        f"add-port {_bridge(port.switch)} {port.name} -- set interface {port.name} {options} "
        f"ofport_request={port.number}"
    )
