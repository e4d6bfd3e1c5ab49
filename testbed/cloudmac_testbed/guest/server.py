# SPDX-License-Identifier: Apache-2.0
"""Serves the machine's requests over the management network.

A request is {"op": "call", "function": "guest.MODULE:NAME", "arguments": {}}. The answer is
{"ok": true, "result": ...} or {"ok": false, "error": "..."}. A connection carries any number
of requests. {"op": "shell", "host", "argv", "tty", "rows", "columns"} turns the connection
into a terminal (messages.py). Only the lab's own namespace reaches the server."""
import fcntl
import os
import pty
import socket
import socketserver
import struct
import subprocess
import termios
import threading
import traceback

from .. import calls, messages
from ..settings import GUEST_PORT
from ..topology import GUEST
from . import medium_client, shell, tools


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    lab = None
    stop = None


class _Handler(socketserver.StreamRequestHandler):
    def handle(self):
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while (request := messages.receive_json(self.rfile)) is not None:
            if request["op"] == "shell":
                _terminal(self.request, self.rfile, request, self.server.lab)
                return
            if request["op"] == "power-off":
                messages.send_json(self.wfile, {"ok": True, "result": None})
                self.server.stop.set()
                return
            messages.send_json(self.wfile, self._call(request))

    def _call(self, request):
        try:
            arguments = request["arguments"]
            result = calls.run(request["function"], arguments, self.server.lab, __package__)
            return {"ok": True, "result": result}
        except Exception as error:  # the caller on the machine gets all failures
            if not isinstance(
                error, (shell.CommandFailed, shell.Awaited, medium_client.CommandRefused)
            ):
                traceback.print_exc()
            return {"ok": False, "error": f"{type(error).__name__}: {error}"}


def serve(lab):
    """Serves requests until the machine asks to power off. Returns None, as no experiment ran."""
    with _Server((GUEST, GUEST_PORT), _Handler) as server:
        server.lab = lab
        server.stop = threading.Event()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        server.stop.wait()


def _terminal(sock, incoming, request, lab):
    """Runs a program with its input and output over a connection."""
    argv = shell.command(request["host"], request["argv"])
    environment = tools.environment(lab, request["host"])
    if request["tty"]:
        pid, master = pty.fork()
        if pid == 0:
            try:
                os.execvpe(argv[0], argv, environment)
            finally:
                os._exit(127)
        _resize(master, request["rows"], request["columns"])
        threading.Thread(target=_feed, args=(incoming, master, master), daemon=True).start()
        _drain(sock, master)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    else:
        process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=environment,
        )
        threading.Thread(target=_feed_or_end, args=(incoming, process), daemon=True).start()
        _drain(sock, process.stdout.fileno())
        status = process.wait()
    messages.send(sock, b"x", str(status).encode())


def _resize(terminal, rows, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _feed(incoming, target, terminal=None):
    """Copies a client's input to a file descriptor until either ends. Returns true if the
    client is still connected."""
    while True:
        kind, payload = messages.receive(incoming)
        try:
            if kind == b"d":
                os.write(target, payload)
            elif kind == b"w" and terminal is not None:
                _resize(terminal, *struct.unpack(">HH", payload))
            else:
                return kind is not None
        except OSError:
            return True


def _feed_or_end(incoming, process):
    """Copies a client's input to a process, and ends the process if the client disconnects."""
    present = _feed(incoming, process.stdin.fileno())
    process.stdin.close()
    if present:
        present = messages.receive(incoming)[0] is not None
    if not present and process.poll() is None:
        os.killpg(process.pid, 15)


def _drain(sock, source):
    """Copies a file descriptor's output to the client until either ends."""
    while True:
        try:
            data = os.read(source, 65536)
        except OSError:  # EIO: the end of a pseudo-terminal's output
            return
        if not data:
            return
        try:
            messages.send(sock, b"d", data)
        except OSError:
            return
