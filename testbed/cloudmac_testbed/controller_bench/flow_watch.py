# SPDX-License-Identifier: Apache-2.0
"""Watches the rules of stations at the switches: when Open vSwitch itself reports the last one."""
import os
import re
import selectors
import subprocess
import threading
import time

_ADDED = re.compile(r"event=ADDED .*dl_(?:src|dst)=(02:5a(?::[0-9a-f]{2}){4})\b")
PERIOD_S = 0.2


def station_of(line):
    """Returns the station of an added rule as ``ovs-ofctl monitor`` prints it; None for any other
    line."""
    found = _ADDED.search(line)
    return found[1] if found else None


class FlowWatch(threading.Thread):
    """Reads one ``ovs-ofctl monitor`` for each switch, as a context manager.

    commands: the command for each switch. times: station -> when a switch reported the latest rule
    that names it, in seconds since the epoch."""

    def __init__(self, commands, environment):
        super().__init__(daemon=True)
        self._commands = commands
        self._environment = environment
        self._processes = []
        self._end = threading.Event()
        self.times = {}

    def __enter__(self):
        for command in self._commands:
            self._processes.append(
                subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,  # where it writes what happens later
                    env=self._environment,
                )
            )
        self.start()
        return self

    def __exit__(self, *_):
        self._end.set()
        self.join()
        for process in self._processes:
            process.terminate()
            process.wait()
            process.stdout.close()

    def run(self):
        rest = {}
        with selectors.DefaultSelector() as selector:
            for process in self._processes:
                selector.register(process.stdout, selectors.EVENT_READ)
            while not self._end.is_set():
                for key, _ in selector.select(PERIOD_S):
                    octets = os.read(key.fd, 1 << 20)
                    if not octets:
                        selector.unregister(key.fileobj)
                        continue
                    *lines, rest[key.fd] = (rest.get(key.fd, b"") + octets).split(b"\n")
                    self._note(lines, time.time())

    def _note(self, lines, now):
        for line in lines:
            station = station_of(line.decode("ascii", "replace"))
            if station:
                self.times[station] = now
