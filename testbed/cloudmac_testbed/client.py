# SPDX-License-Identifier: Apache-2.0
"""Brings the lab up, sends it requests and takes it down."""
import contextlib
import dataclasses
import datetime
import fcntl
import json
import os
import pathlib
import pwd
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
import tty

from . import calls, kept_logs, messages, uml
from .errors import LabError
from .settings import FAILED, RESTCONF_PORT, RUNTIME, SSH_PORT, TESTBED

DOWN_SECONDS = 60
STATE = ("control", "keeper", "about.json", "pacer")
LOGS = ("log", "exchange", "console.log", "controller")


NO_LAB = "no lab is up; ./cloudmac lab up starts one"
NEEDS_ROOT = "this needs root, as the lab is root's: sudo ./cloudmac ..."


def _connect():
    sock = socket.socket(socket.AF_UNIX)
    try:
        sock.connect(str(RUNTIME / "control"))
    except PermissionError:
        sock.close()
        raise LabError(NEEDS_ROOT) from None
    except OSError:
        sock.close()
        raise LabError(NO_LAB) from None
    return sock


def _lock():
    """Returns the open lock file of the machine's only lab, locked. Raises LabError if a lab
    is up; the message says which one."""
    lock = open(RUNTIME / "lock", "w")  # pylint: disable=consider-using-with
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise LabError(
            f"a lab is up on this machine{_described()}; ./cloudmac lab down ends it"
        ) from None
    return lock


def _described():
    """Returns the topology, start and user of the lab that is up, as the end of a sentence."""
    try:
        about = json.loads((RUNTIME / "about.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return ": topology {topology}, started {started} by {user}".format(**about)


def _user():
    """Returns the name of the user who started this program, also behind sudo."""
    if name := os.environ.get("SUDO_USER"):
        return name
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def check_free():
    """Raises LabError if this user cannot start a lab now: not root, or a lab is up."""
    if os.geteuid():
        raise LabError("the lab needs root, for its network namespaces: sudo ./cloudmac ...")
    if RUNTIME.exists():
        _lock().close()


def check_up():
    """Raises LabError if no lab is up, or if only root may use it."""
    _connect().close()


@contextlib.contextmanager
def _conversation(about):
    """Yields a control connection as a file. Raises LabError if it breaks."""
    try:
        with _connect() as sock, sock.makefile("rwb") as file:
            yield file
    except ConnectionError:
        raise LabError(f"the lab ended during {about}") from None


def _ask(request):
    with _conversation(request["op"]) as file:
        messages.send_json(file, request)
        return messages.receive_json(file) or {}


def status():
    """Returns the state of the running lab. Raises LabError if no lab is up."""
    return _ask({"op": "status"})


def program(name, action, **arguments):
    """Starts, kills or upgrades a program beside the guest: the controller. An upgrade takes the
    folder of the new distribution as ``to``. Returns when it is ready."""
    answer = _ask({"op": "program", "name": name, "action": action, **arguments})
    if not answer.get("ok"):
        raise LabError(answer.get("error", "the lab ended"))


def call(function, **arguments):
    """Runs a declared function of guest/, such as traffic.ping, in the running lab and
    returns its result. Raises LabError if it fails, WrongCall if it does not take
    these arguments."""
    calls.check(function, arguments)
    name = calls.name_of(function)
    with _conversation(name) as file:
        messages.send_json(file, {"op": "guest"})
        messages.send_json(file, {"op": "call", "function": name, "arguments": arguments})
        answer = messages.receive_json(file)
    if answer is None:
        raise LabError(f"the lab ended during {name}")
    if not answer["ok"]:
        raise LabError(f"{name}: {answer['error']}")
    return answer["result"]


def terminal(host, argv, output=None):
    """Runs a program in a host with this process's terminal. Returns its exit status.

    host: None for the guest itself; output: a file for all output and errors of the program."""
    target = output.fileno() if output else 1
    interactive = not output and sys.stdin.isatty() and sys.stdout.isatty()
    size = os.get_terminal_size() if interactive else os.terminal_size((80, 24))
    with _connect() as sock, sock.makefile("rwb") as file:
        messages.send_json(file, {"op": "guest"})
        messages.send_json(
            file,
            {
                "op": "shell",
                "host": host,
                "argv": argv,
                "tty": interactive,
                "rows": size.lines,
                "columns": size.columns,
            },
        )
        with _raw_terminal(interactive, sock):
            threading.Thread(target=_send_input, args=(sock,), daemon=True).start()
            while True:
                kind, payload = messages.receive(file)
                if kind == b"d":
                    _write_all(target, payload)
                elif kind == b"x":
                    return int(payload)
                else:
                    raise LabError("the lab ended while the program ran")


def _write_all(target, data):
    while data:
        data = data[os.write(target, data) :]


def _send_input(sock):
    with contextlib.suppress(OSError):
        while data := os.read(0, 65536):
            messages.send(sock, b"d", data)
        messages.send(sock, b"e")


@contextlib.contextmanager
def _raw_terminal(interactive, sock):
    if not interactive:
        yield
        return
    before = termios.tcgetattr(0)

    def resized(*_):
        size = os.get_terminal_size()
        messages.send(sock, b"w", struct.pack(">HH", size.lines, size.columns))

    previous = signal.signal(signal.SIGWINCH, resized)
    tty.setraw(0)
    try:
        yield
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)
        signal.signal(signal.SIGWINCH, previous)


def down():
    """Ends the running lab and waits until nothing of it is left."""
    try:
        # After a kill -9 of the supervisor the socket exists, but nobody listens.
        (RUNTIME / "control").stat()
    except PermissionError:
        raise LabError(NEEDS_ROOT) from None
    except OSError:
        raise LabError(NO_LAB) from None
    with contextlib.suppress(LabError, OSError):
        _ask({"op": "down"})
    _finish()


def _finish():
    """Waits for the supervisor to end, kills it after DOWN_SECONDS, and removes its files."""
    keeper = _keeper()
    deadline = time.monotonic() + DOWN_SECONDS
    while keeper and _alive(keeper):
        if time.monotonic() > deadline:
            os.kill(keeper, signal.SIGKILL)
        time.sleep(0.05)
    with _await_lock():
        for name in STATE:
            (RUNTIME / name).unlink(missing_ok=True)


def _await_lock():
    """Returns the lock as _lock() does, when no process of the lab holds it any more. The
    processes in its namespaces can outlive a supervisor that was killed. Raises LabError
    after DOWN_SECONDS."""
    deadline = time.monotonic() + DOWN_SECONDS
    while True:
        with contextlib.suppress(LabError):
            return _lock()
        if time.monotonic() > deadline:
            raise LabError(
                f"processes of the lab were there {DOWN_SECONDS} s after its supervisor ended"
            )
        time.sleep(0.05)


def _keeper():
    with contextlib.suppress(OSError, ValueError):
        return int((RUNTIME / "keeper").read_text())
    return None


def _alive(pid):
    """Returns true if the process is still the lab's supervisor, and not a zombie."""
    try:
        if os.waitpid(pid, os.WNOHANG)[0] == pid:
            return False
    except ChildProcessError:
        pass
    try:
        return b"cloudmac_testbed.supervisor" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def inside():
    """Returns the id, on this machine, of the process whose namespaces are the lab's."""
    keeper = _keeper()
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(pathlib.Path(f"/proc/{keeper}/task/{keeper}/children").read_text().split()[0])
    raise LabError(NO_LAB)


def _listen_on_loopback(port, variable):
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        listener.close()
        raise LabError(
            f"port {port} on 127.0.0.1: {error.strerror}; set {variable} to another"
        ) from None
    listener.listen(64)
    return listener


class Lab:
    """A lab as a context manager: up on entry, down on exit unless kept.

    topology: topology.Topology; parts: parts.Parts; controller: start the controller; paced: the
    guest's clock stands still while it computes (pacer.py); progress: called with each line of
    progress."""

    def __init__(
        self, topology, parts, *, controller=True, paced=False, progress=lambda text: None
    ):
        self.topology = topology
        self.parts = parts
        self.with_controller = controller
        self.paced = paced
        self.progress = progress
        self.owner = None
        self.kept = False

    def __enter__(self):
        if os.geteuid():
            raise LabError("the lab needs root, for its network namespaces: sudo ./cloudmac ...")
        uml.need("unshare", "ip")
        RUNTIME.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = _lock()
        try:
            self._start(lock)
        finally:
            lock.close()
        try:
            self._await_up()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_):
        if not self.kept:
            self._end()

    def keep(self):
        """Leaves the lab running after this process."""
        self.kept = True
        self._send({"op": "detach"})

    def _send(self, message):
        try:
            messages.send_json(self.owner[1], message)
        except ConnectionError:
            raise LabError(f"the lab ended, see {RUNTIME / 'log'}") from None

    def _start(self, lock):
        """Starts the supervisor with a share of the lock, which it holds while it lives."""
        for stale in (*STATE, *LOGS):
            path = RUNTIME / stale
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        uml.need_room(RUNTIME, 50)
        about = self._about()
        (RUNTIME / "about.json").write_text(json.dumps(about), encoding="utf-8")
        with contextlib.ExitStack() as stack:
            control = stack.enter_context(socket.socket(socket.AF_UNIX))
            control.bind(str(RUNTIME / "control"))
            os.chmod(RUNTIME / "control", 0o600)
            control.listen(16)
            words = [str(control.fileno())]
            fds = [control.fileno(), lock.fileno()]
            if self.with_controller:
                for port, inner, variable in (
                    (RESTCONF_PORT, 8181, "CLOUDMAC_RESTCONF_PORT"),
                    (SSH_PORT, 8101, "CLOUDMAC_SSH_PORT"),
                ):
                    listener = stack.enter_context(_listen_on_loopback(port, variable))
                    words.append(f"{listener.fileno()}={inner}")
                    fds.append(listener.fileno())
            # A signal between the start and the note of it would leave an orphan.
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
            try:
                with open(RUNTIME / "log", "wb") as log:
                    process = subprocess.Popen(
                        [
                            *uml.CAGE,
                            "/usr/bin/python3",
                            "-m",
                            "cloudmac_testbed.supervisor",
                            *words,
                        ],
                        stdin=subprocess.PIPE,
                        stdout=log,
                        stderr=log,
                        pass_fds=fds,
                        start_new_session=True,
                        env={
                            **os.environ,
                            "PYTHONPATH": str(TESTBED),
                            "PYTHONDONTWRITEBYTECODE": "1",
                        },
                    )
                (RUNTIME / "keeper").write_text(str(process.pid))
                sock = _connect()
                self.owner = (sock, sock.makefile("rwb"))
                self._send({"op": "owner"})
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            with process.stdin as stdin:
                stdin.write(json.dumps(self._plan(about)).encode())

    def _about(self):
        """Returns the identity of this lab: topology, start and user."""
        command = shlex.join(["./cloudmac", *sys.argv[1:]])
        return {
            "topology": self.topology.name or f"of {command}",
            "started": datetime.datetime.now().astimezone().isoformat(" ", "seconds"),
            "user": _user(),
        }

    def _plan(self, about):
        paths = {
            field.name: str(value)
            for field in dataclasses.fields(self.parts)
            if (value := getattr(self.parts, field.name)) is not None
        }
        return {
            "run": str(RUNTIME),
            "about": about,
            "controller": self.with_controller,
            "paced": self.paced,
            "parts": paths,
            "wtps": [host.wired for host in self.topology.of_kind("wtp")],
            "vap_hosts": {host.name: host.management for host in self.topology.of_kind("vap")},
            "packet_nodes": [
                {
                    "name": host.name,
                    "address": host.management,
                    "switch": f"openflow:{host.datapath}",
                }
                for host in self.topology.of_kind("packet-node")
            ],
            "switches": [host.name for host in self.topology.switches()],
            "channels": self.topology.channels,
            "guest": {
                "topology": self.topology.to_json(),
                "mode": "serve",
                "parts": paths,
                "controller": self.with_controller,
            },
        }

    def _await_up(self):
        while True:
            event = messages.receive_json(self.owner[1])
            if event is None:
                raise LabError(
                    kept_logs.kept("the lab ended while coming up", RUNTIME, RUNTIME / FAILED)
                )
            if "error" in event:
                raise LabError(event["error"])
            if "up" in event:
                return
            self.progress(event.get("progress", ""))

    def _end(self):
        with contextlib.suppress(OSError):
            sock, file = self.owner
            file.close()
            sock.close()
        with contextlib.suppress(LabError):
            down()

    def check(self):
        """Raises LabError if the lab's kernel has complained."""
        complaints = status()["splats"]
        if complaints:
            raise LabError(f"the lab kernel complained: {complaints[0].strip()}")
