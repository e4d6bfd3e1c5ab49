# SPDX-License-Identifier: Apache-2.0
"""Sends what hosts send all the time: announcements of WTPs and beacons of VAPs."""
import heapq
import threading
import time

from . import frames

BEACON_S = 1.0
"""Time between two beacons of a VAP. Switches send the controller one a second anyway."""


class Air:
    """A thread that sends, as a context manager. late_s: how far it ever was behind its schedule."""

    def __init__(self, plan, switches):
        interval = plan.interval_ms / 1000
        # In the order of WTPs and VAPs, spread evenly over the interval.
        self._entries = [
            (
                interval,
                number / len(plan.wtps),
                wtp.port,
                frames.announcement(wtp, plan.interval_ms),
            )
            for number, wtp in enumerate(plan.wtps)
        ] + [
            (BEACON_S, number / len(plan.vaps), vap.port, frames.beacon(vap))
            for number, vap in enumerate(plan.vaps)
        ]
        self._switches = switches
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._send, daemon=True)
        self.failure = None
        self.late_s = 0.0

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._end.set()
        self._thread.join()

    def _send(self):
        start = time.monotonic()
        due = [
            (start + interval * share, number)
            for number, (interval, share, *_) in enumerate(self._entries)
        ]
        heapq.heapify(due)
        try:
            while not self._end.is_set():
                when, number = due[0]
                interval, _, port, frame = self._entries[number]
                wait = when - time.monotonic()
                if wait > 0 and self._end.wait(wait):
                    return
                self.late_s = max(self.late_s, -wait)
                self._switches.inject(port, frame)
                heapq.heapreplace(due, (when + interval, number))
        except Exception as error:  # pylint: disable=broad-except  # reported at the end
            self.failure = error
