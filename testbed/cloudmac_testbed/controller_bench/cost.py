# SPDX-License-Identifier: Apache-2.0
"""Measures what events cost the controller."""
import time

IDLE_S = 5
"""Time in which the processor time without events is measured."""


class Cost:
    """Measures Java's processor time in a block, less what Java takes when nothing happens."""

    def __init__(self, java):
        self._java = java

    def __enter__(self):
        begin = self._java.cpu_s()
        time.sleep(IDLE_S)
        self.idle = (self._java.cpu_s() - begin) / IDLE_S
        self._begin, self._start = self._java.cpu_s(), time.monotonic()
        return self

    def __exit__(self, *_):
        self._used = self._java.cpu_s() - self._begin
        self._took = time.monotonic() - self._start

    def per_event(self, events):
        """Returns the duration (took_s), Java's load without events (idle_cpu) and with them (cpu),
        and the processor time of one event in ms (cpu_ms; None without events)."""
        extra = self._used - self.idle * self._took
        return {
            "took_s": round(self._took, 1),
            "idle_cpu": round(self.idle, 3),
            "cpu": round(self._used / self._took, 3),
            "cpu_ms": round(1000 * extra / events, 2) if events else None,
        }
