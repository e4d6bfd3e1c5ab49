# SPDX-License-Identifier: Apache-2.0
"""The pause between two readings of a list: it ends early when something happens in the network."""
import time

from ..errors import Refused, Unreachable

LONGEST_MS = 10_000
"""The longest time that the controller waits for an event."""
TOGETHER_S = 0.5
"""Events that come within this time make one reading."""


def sleep(seconds):
    """Waits."""
    time.sleep(seconds)


class Pause:
    """Pauses between readings. client: None for a list that no event changes."""

    def __init__(self, client, seconds):
        self._client, self._seconds = client, seconds
        self._known = None

    def begin(self):
        """Notes the newest event, before the list is read."""
        if self._client is not None and self._known is None:
            self._known = self._since()

    def __call__(self):
        """Waits for the next event, or for the time of the pause."""
        end = time.monotonic() + self._seconds
        while self._client is not None and self._known is not None:
            left = end - time.monotonic()
            if left < TOGETHER_S:
                break
            asked = time.monotonic()
            found = self._since(min(int(left * 1000), LONGEST_MS))
            before, self._known = self._known, found
            if found is not None and (found.gap or found.event):
                sleep(min(TOGETHER_S, self._seconds))
                return
            # With too many waiting clients, the controller answers at once.
            if found is None or time.monotonic() - asked < TOGETHER_S and found == before:
                break
        sleep(max(end - time.monotonic(), 0))

    def _since(self, wait=None):
        """Returns the position of the newest event, None if the controller does not tell."""
        try:
            if wait is None:
                return self._client.events.since()
            return self._client.events.since(self._known, limit=1, wait=wait)
        except (Refused, Unreachable):
            return None
