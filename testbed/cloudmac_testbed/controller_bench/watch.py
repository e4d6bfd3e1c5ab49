# SPDX-License-Identifier: Apache-2.0
"""Watches the controller's process and its log."""
import datetime
import os
import pathlib
import re
import threading

from ..first_contact import CONFIRMED

PERIOD_S = 0.02
EXAMPLES = 5
EVENTS = {
    "wtps_lost": "is lost: no sign of life",
    "unconfirmed": "flow rules are missing",
    "unbound": "is unbound from WTP",
}
"""Events that a network without faults should not have -> words of their log lines."""
_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d),(\d{3})")
_COMPILER = re.compile(r"C[12] Compiler")
_LEVEL = re.compile(r"\b(WARN|ERROR)\b")


def confirmed(line):
    """Returns station, the line's time in seconds since the epoch, and the controller's own delay
    in ms, of a line that reports confirmed rules; None for any other line."""
    found, when = CONFIRMED.search(line), _TIME.search(line)
    if not found or not when:
        return None
    second = datetime.datetime.fromisoformat(when[1]).timestamp()
    return found[1], second + int(when[2]) / 1000, int(found[3])


def complaint(line):
    """Returns level and text of a warning or an error, generalized so that equal complaints are
    counted together. None for any other line."""
    found = _LEVEL.search(line[:80])
    if not found:
        return None
    return found[1], generalized(line[found.end() :].strip(" |\n"))


def generalized(text):
    """Returns a message without addresses and numbers, at most 240 characters."""
    return re.sub(r"([0-9a-f]{2}:){5}[0-9a-f]{2}|0x[0-9a-f]+|\d+", "#", text)[:240]


class LogReader(threading.Thread):
    """Reads the controller's log as it grows, as a context manager.

    on_confirmed: is called with the address of each station whose rules are confirmed."""

    def __init__(self, path, on_confirmed):
        super().__init__(daemon=True)
        self.path = path
        self.on_confirmed = on_confirmed
        self.times = {}
        self.own_ms = {}
        self.complaints = {}
        self.events = dict.fromkeys(EVENTS, 0)
        self._end = threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self._end.set()
        self.join()

    def run(self):
        file = None
        while not self._end.wait(PERIOD_S):
            if file is None and self.path.exists():
                # pylint: disable=consider-using-with  # closed when the log is rotated
                file = open(self.path, encoding="utf-8", errors="replace")
            if file is not None:
                self._read(file)
                if self._rotated(file):
                    self._read(file)
                    file.close()
                    file = None

    def _rotated(self, file):
        try:
            return os.fstat(file.fileno()).st_ino != self.path.stat().st_ino
        except FileNotFoundError:
            return False

    def _read(self, file):
        while True:
            start = file.tell()
            line = file.readline()
            if not line.endswith("\n"):
                file.seek(start)
                return
            self._line(line)

    def _line(self, line):
        contact, trouble = confirmed(line), complaint(line)
        if contact and contact[0] not in self.times:
            station, when, own = contact
            self.own_ms[station] = own
            self.times[station] = when
            self.on_confirmed(station)
        for event, words in EVENTS.items():
            self.events[event] += words in line
        if trouble:
            self.complaints[trouble] = self.complaints.get(trouble, 0) + 1

    def account(self):
        """Returns the numbers of EVENTS, of warnings and of errors, and the most frequent of these."""
        result = dict(self.events)
        for level, name in (("WARN", "warnings"), ("ERROR", "errors")):
            found = {text: n for (of, text), n in self.complaints.items() if of == level}
            most = sorted(found, key=found.get, reverse=True)[:EXAMPLES]
            result[name] = sum(found.values())
            result[f"{name}_most"] = [{"count": found[text], "text": text} for text in most]
        return result


class JavaProcess:
    """Java, the child of Karaf's start script. parent: process id of the script."""

    def __init__(self, parent):
        children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split()
        java = [pid for pid in children if _comm(pathlib.Path(f"/proc/{pid}")) == "java"]
        self._folder = pathlib.Path(f"/proc/{java[0] if java else parent}")
        self._tick = os.sysconf("SC_CLK_TCK")

    def cpu_s(self):
        """Returns the processor time of all threads so far, except the compiler threads, which are
        busy for minutes after a start."""
        compilers = [
            task for task in (self._folder / "task").iterdir() if _COMPILER.match(_comm(task))
        ]
        return self._cpu_s(self._folder) - sum(map(self._cpu_s, compilers))

    def _cpu_s(self, folder):
        fields = (folder / "stat").read_text("ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / self._tick

    def rss_mb(self):
        """Returns the resident memory."""
        for line in (self._folder / "status").read_text("ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) // 1024
        return None


def _comm(folder):
    try:
        return (folder / "comm").read_text("ascii").strip()
    except OSError:  # the thread has ended
        return ""
