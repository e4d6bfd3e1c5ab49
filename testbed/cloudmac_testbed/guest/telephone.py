# SPDX-License-Identifier: Apache-2.0
"""Telephone calls of stations: one stream of small datagrams each way (stream.py)."""
import itertools
import json
import pathlib
import subprocess

from . import shell, stream

_ports = itertools.count(5800)


def start(host, *words):
    """Starts the program stream.py in a host."""
    argv = ["python3", pathlib.Path(stream.__file__), *words]
    return subprocess.Popen(
        shell.command(host, argv), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process):
    """Waits for the end of the program. Returns its output."""
    output, errors = process.communicate()
    if process.returncode:
        raise shell.CommandFailed(f"stream: {errors.strip()[-500:]}")
    return output


class Call:
    """Runs a telephone call: one stream each way. ends: names and addresses of both hosts; tos: type
    of service of its datagrams."""

    def __init__(self, ends, seconds, tos=0):
        self.sent = stream.number_sent(seconds, stream.CALL_INTERVAL_S)
        self.receivers = {}
        self.senders = []
        for way, (sender, receiver) in (("up", ends), ("down", reversed(ends))):
            port = next(_ports)
            process = start(receiver[0], "receive", receiver[1], port)
            if process.stdout.readline() != "ready\n":
                raise shell.CommandFailed(f"call: {process.stderr.read().strip()[-500:]}")
            self.receivers[way] = process
            self.senders.append(start(sender[0], "send", receiver[1], port, seconds, tos))

    def result(self):
        """Returns way -> ``arrivals``: [number, time, delay in ms] of each datagram with
        duplicates; and the number ``sent``."""
        for sender in self.senders:
            finish(sender)
        found = {}
        for way, process in self.receivers.items():
            process.terminate()
            found[way] = {"arrivals": json.loads(finish(process)), "sent": self.sent}
        return found
