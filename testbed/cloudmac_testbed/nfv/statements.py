# SPDX-License-Identifier: Apache-2.0
"""Measures how long each statement of a function takes."""
import contextlib
import linecache
import pathlib
import sys
import time

TASKS = pathlib.Path("/proc/self/task")


def _waits():
    """Returns thread of this process -> milliseconds that it has waited for a processor."""
    found = {}
    for task in TASKS.iterdir():
        # A thread may end at any moment.
        with contextlib.suppress(OSError):
            found[task.name] = int((task / "schedstat").read_text().split()[1]) / 1e6
    return found


class _Moment:
    """A line that begins, and what has been waited until then."""

    def __init__(self, line):
        self.line = line
        self.waits = _waits()
        self.at = time.perf_counter()

    def spent(self, end, waits):
        """Returns [milliseconds, milliseconds in which no thread of this process waited for a
        processor]. end, waits: when the line ended."""
        passed = 1000 * (end - self.at)
        waited = sum(waits[task] - before for task, before in self.waits.items() if task in waits)
        return [passed, max(0.0, passed - waited)]


def timed(function, *arguments):
    """Calls a function of Python. Returns its result, and for each line that it ran [statement,
    milliseconds, milliseconds on a machine that nobody else uses], in order. The latter leaves out
    the time in which a thread of this process waited for a processor: on a busy machine, each
    statement may take any time."""
    spent, last = [], None

    def lines(frame, event, _):
        nonlocal last
        end = time.perf_counter()
        if last:
            text = linecache.getline(frame.f_code.co_filename, last.line).strip()
            spent.append([text, *last.spent(end, _waits())])
        last = _Moment(frame.f_lineno) if event == "line" else None
        return lines

    def entered(frame, *_):
        return lines if frame.f_code is function.__code__ else None

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        return function(*arguments), spent
    finally:
        sys.settrace(before)
