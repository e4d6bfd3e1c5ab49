# SPDX-License-Identifier: Apache-2.0
"""The process that is the running lab: the first process in namespaces of its own. When it ends,
for whatever reason, the kernel ends all others.

client.Lab starts it with open listening sockets of the machine's own network namespace: the
control socket, and loopback ports whose connections it forwards to the controller. A control
connection starts with a JSON line:

  {"op": "owner"}    keeps the lab alive while the connection is open; answered by
                     {"progress": ...} lines, then {"up": true} or {"error": ...};
                     {"op": "detach"} lets the lab live without this connection
  {"op": "guest"}    turns this into a connection to the guest (guest/server.py)
  {"op": "status"}   answered by one line
  {"op": "down"}     ends the lab; answered when only this process is left
  {"op": "program", "name": "controller", "action": "start" | "kill"}"""
import contextlib
import json
import os
import pathlib
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback

from . import calls, controller, kept_logs, messages, parts, pki, topology, uml
from .errors import LabError
from .guest import wifi
from .settings import FAILED, GUEST_PORT

TAP = "uml0"
BOOT_SECONDS = 120


class Supervisor:
    """plan: from client.Lab: topology, run, controller, paced, about, parts, ids of WTPs, names and
    addresses of VAP hosts, names of switches, and packet nodes as the controller has them."""

    def __init__(self, plan):
        self.run = pathlib.Path(plan["run"])
        self.plan = plan
        self.parts = parts.Parts(
            **{name: pathlib.Path(path) for name, path in plan["parts"].items()}
        )
        self.ending = threading.Event()
        self.up = False
        self.error = None
        self.listeners = []
        self.owners = 0
        self.controller = None
        self.uml = None

    def main(self, control, forwards):
        """Runs until the lab ends. forwards: listening socket -> port in the lab."""
        signal.signal(signal.SIGTERM, lambda *_: self.ending.set())
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        threading.Thread(target=self._accept, args=(control, self._control), daemon=True).start()
        for listener, port in forwards.items():
            threading.Thread(
                target=self._accept,
                daemon=True,
                args=(listener, lambda sock, port=port: self._forward(sock, port)),
            ).start()
        with contextlib.ExitStack() as stack:
            threading.Thread(target=self._bring_up, args=(stack,), daemon=True).start()
            self.ending.wait()
            self._tell({"progress": "ending"})
        self._tell({"down": True})

    def _bring_up(self, stack):
        try:
            self._network()
            certificates = self.run / "exchange" / "pki"
            if self.parts.agent or self.plan["packet_nodes"]:
                pki.agents(self.parts.pki, certificates, self.plan["wtps"], self.plan["vap_hosts"])
                names = [node["name"] for node in self.plan["packet_nodes"]]
                pki.of_packet_nodes(self.parts.pki, certificates, names)
            if self.plan["controller"]:
                tls = self.plan["channels"] == "tls"
                if tls:
                    pki.switches(self.parts.pki, certificates, self.plan["switches"])
                self._tell({"progress": "the controller starts"})
                self.controller = stack.enter_context(
                    controller.Controller(self.run, self.parts, certificates, tls)
                )
            self._tell({"progress": "the lab kernel boots"})
            self.uml = stack.enter_context(
                uml.Uml(
                    self.run,
                    self.plan["guest"],
                    self.parts,
                    virtual=False,
                    pacer=self._pacer(stack) if self.plan["paced"] else None,
                    tap=TAP,
                    memory_mb=2048,
                    caged=False,
                )
            )
            self._await_guest()
            if self.controller:
                self.controller.wait_until_ready(
                    lambda text: self._tell({"progress": text}), self.ending.is_set
                )
                if self.plan["vap_hosts"]:
                    self.controller.set_vap_hosts(self.plan["vap_hosts"])
                if self.plan["packet_nodes"]:
                    self.controller.set_packet_nodes(self.plan["packet_nodes"])
                call_guest(wifi.start_stations)
            self.up = True
            self._tell({"up": True})
        except (
            Exception
        ) as error:  # reported to the clients that wait for the lab, then the lab ends
            if not isinstance(error, LabError):
                traceback.print_exc()
            self.error = kept_logs.kept(error, self.run, self.run / FAILED)
            self._tell({"error": self.error})
            self.ending.set()

    def _network(self):
        for argv in (
            ["link", "set", "lo", "up"],
            ["tuntap", "add", TAP, "mode", "tap"],
            ["addr", "add", f"{topology.CONTROLLER}/24", "dev", TAP],
            ["link", "set", TAP, "up"],
        ):
            done = subprocess.run(["ip", *argv], capture_output=True, text=True, check=False)
            if done.returncode:
                raise LabError(f"ip {' '.join(argv)}: {done.stderr.strip()}")

    def _pacer(self, stack):
        """Starts the pacer. Returns its socket's path."""
        path = self.run / "pacer"
        process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", "cloudmac_testbed.pacer", path], stdout=subprocess.PIPE
            )
        )
        stack.callback(process.kill)
        if process.stdout.readline() != b"ready\n":
            raise LabError(f"the pacer did not start, see {self.run / 'log'}")
        return path

    def _await_guest(self):
        deadline = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < deadline and not self.ending.is_set():
            if self.uml.process.poll() is not None:
                self.uml.result()
                raise LabError(f"the lab kernel ended, see {self.uml.console}")
            try:
                socket.create_connection((topology.GUEST, GUEST_PORT), timeout=2).close()
                return
            except OSError:
                self.ending.wait(0.2)
        raise LabError(f"the lab was not up after {BOOT_SECONDS} s, see {self.uml.console}")

    def _accept(self, listener, handle):
        while True:
            sock, _ = listener.accept()
            threading.Thread(target=self._guarded, args=(handle, sock), daemon=True).start()

    @staticmethod
    def _guarded(handle, sock):
        with sock:
            try:
                handle(sock)
            except (OSError, ValueError, KeyError) as error:
                print(f"connection: {error!r}", file=sys.stderr)

    def _tell(self, event):
        print(json.dumps(event), file=sys.stderr, flush=True)
        for listener in list(self.listeners):
            listener.put(event)

    def _control(self, sock):
        with sock.makefile("rwb") as file:
            request = messages.receive_json(file)
            if not request:
                return
            if request["op"] == "guest":
                _splice(sock, file, (topology.GUEST, GUEST_PORT))
            elif request["op"] == "owner":
                self._owner(file)
            elif request["op"] == "down":
                events = self._listen()
                self.ending.set()
                while "down" not in events.get():
                    pass
                messages.send_json(file, {"down": True})
                os._exit(0)
            elif request["op"] == "program":
                messages.send_json(file, self._program(request))
            else:
                messages.send_json(file, self.status())

    def _listen(self):
        events = queue.SimpleQueue()
        self.listeners.append(events)
        return events

    def _owner(self, file):
        events = self._listen()
        if self.up:
            events.put({"up": True})
        if self.error:
            events.put({"error": self.error})
        threading.Thread(target=self._watch_owner, args=(file, events), daemon=True).start()
        while (event := events.get()) is not None:
            try:
                messages.send_json(file, event)
            except OSError:
                break
            if "down" in event:
                os._exit(0)
        self.listeners.remove(events)

    def _watch_owner(self, file, events):
        """Ends the lab if its owner disappears without {"op": "detach"}."""
        try:
            request = messages.receive_json(file)
        except OSError:
            request = None
        events.put(None)
        if not request:
            self.ending.set()

    def _program(self, request):
        if not self.controller:
            return {"ok": False, "error": "this lab has no controller"}
        try:
            if request["action"] == "kill":
                self.controller.kill()
            elif request["action"] == "upgrade":
                self.controller.upgrade(pathlib.Path(request["to"]))
                self.controller.wait_until_ready(lambda _: None)
            else:
                self.controller.start()
                self.controller.wait_until_ready(lambda _: None)
        except LabError as error:
            return {"ok": False, "error": str(error)}
        return {"ok": True}

    def status(self):
        hosts = topology.Topology.from_json(self.plan["guest"]["topology"]).hosts.values()
        return {
            "up": self.up and self.uml.process.poll() is None,
            **self.plan["about"],
            "error": self.error,
            "hosts": {host.name: f"{host.kind} {host.management}" for host in hosts},
            "controller": bool(self.controller),
            "controller_alive": bool(self.controller and self.controller.alive()),
            "splats": uml.splats(self.uml.console.read_text(errors="replace")) if self.uml else [],
        }

    @staticmethod
    def _forward(sock, port):
        with sock.makefile("rb") as file:
            _splice(sock, file, (controller.LOOPBACK, port))


def call_guest(function, **arguments):
    """Runs a declared function of guest/ in the guest. Raises LabError if it fails."""
    calls.check(function, arguments)
    name = calls.name_of(function)
    with socket.create_connection((topology.GUEST, GUEST_PORT)) as sock:
        with sock.makefile("rwb") as file:
            messages.send_json(file, {"op": "call", "function": name, "arguments": arguments})
            answer = messages.receive_json(file)
    if not answer or not answer["ok"]:
        raise LabError(f"{name}: {(answer or {}).get('error', 'the guest ended')}")


def _splice(sock, file, target):
    """Copies both ways between a connection and a new one to ``target``."""
    with socket.create_connection(target, timeout=10) as far:
        far.settimeout(None)
        far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

        def outwards():
            with contextlib.suppress(OSError):
                while data := file.read1(65536):
                    far.sendall(data)
                far.shutdown(socket.SHUT_WR)

        threading.Thread(target=outwards, daemon=True).start()
        with contextlib.suppress(OSError):
            while data := far.recv(65536):
                sock.sendall(data)
        # The other thread still reads, so that a mere close would not reach the peer.
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)


def main():
    """Arguments: the control socket's descriptor, then descriptor=port for each forwarded port.
    Standard input: the plan as JSON."""
    control = socket.socket(fileno=int(sys.argv[1]))
    forwards = {}
    for word in sys.argv[2:]:
        descriptor, port = word.split("=")
        forwards[socket.socket(fileno=int(descriptor))] = int(port)
    Supervisor(json.load(sys.stdin)).main(control, forwards)
    # Threads may still run; the kernel ends what they hold with the namespaces.
    os._exit(0)


if __name__ == "__main__":
    main()
