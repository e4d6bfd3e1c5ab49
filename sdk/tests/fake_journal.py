# SPDX-License-Identifier: Apache-2.0
"""The numbered events of the controller that answers late: a stream, and the RPC events-since."""
import json
import threading
import time

from rejected import Rejected

STREAM, RPC = "/events/stream", "operations/cloudmac-events:events-since"
LATE_S, WAIT_S = 0.02, 10
RETRY_MS = 20


class FakeJournal:
    """Events, of which a number is kept.

    refusal: (status, text) of the stream, None if it is open; is_away: connections break before an
    answer; begun: number of streams so far; asked: ids of their requests, "" without one; inputs:
    those of the RPC; break_after: octets after which a stream breaks, None for never."""

    def __init__(self, kept=1000):
        self.epoch, self.kept, self.events = 1796119200123456, kept, []
        self.changed = threading.Condition()
        self.number, self.refusal, self.is_away, self.is_over = 0, None, False, False
        self.begun, self.asked, self.inputs, self.retry_after = 0, [], [], None
        self.break_after, self.cut = None, 0

    def add(self, kind="wtp-lost", **more):
        """Adds an event, and returns it."""
        with self.changed:
            self.number += 1
            event = {"epoch": str(self.epoch), "number": str(self.number)}
            event |= {"time": "2026-12-01T10:31:07.214Z", "kind": kind, **more}
            self.events = [*self.events, event][-self.kept :]
            self.changed.notify_all()
            return event

    def restart(self):
        """Starts the controller again: all streams end, and another epoch begins."""
        with self.changed:
            self.epoch, self.number, self.events = self.epoch + 1, 0, []
            self.end()

    def end(self):
        """Ends all streams."""
        with self.changed:
            self.cut += 1
            self.changed.notify_all()

    def until_begun(self, streams=1):
        """Waits for a number of streams."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.begun >= streams, WAIT_S)

    def close(self):
        """Ends all streams and all that waits, for good."""
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def gap(self, epoch, number):
        """Returns why events after a position are missing, None if none are."""
        if epoch != self.epoch:
            return "other-epoch"
        if number > self.number:
            return "ahead"
        return "too-old" if number < self.number - len(self.events) else None

    def after(self, number):
        """Returns the events after a number."""
        return [one for one in self.events if int(one["number"]) > number]

    def read(self, given):
        """Returns the output of events-since. Waits, without holding anybody up."""
        with self.changed:
            self.inputs.append(given)
            newest = {"epoch": str(self.epoch), "number": str(self.number)}
            if "epoch" not in given:
                return newest
            place = int(given["epoch"]), int(given["number"])
            if not 1 <= given.get("limit", 100) <= 1000 or given.get("wait", 0) > 10_000:
                raise Rejected(400, "invalid-value", "limit must be 1 to 1000")
            if reason := self.gap(*place):
                return {**newest, "gap": reason}
            self.changed.wait_for(
                lambda: self.is_over or self.gap(*place) or self.after(place[1]),
                given.get("wait", 0) / 1000,
            )
            newest = {"epoch": str(self.epoch), "number": str(self.number)}
            if reason := self.gap(*place):
                return {**newest, "gap": reason}
            page = self.after(place[1])[: given.get("limit", 100)]
            return {**newest, **({"event": page} if page else {})}

    def stream(self, after, write):
        """Writes the stream until it ends. write: takes octets."""
        with self.changed:
            self.begun += 1
            self.changed.notify_all()
            cut, epoch = self.cut, self.epoch
            number, left = self.number, self.break_after

        def send(text):
            nonlocal left
            octets = text.encode()
            if left is not None and len(octets) >= left:
                write(octets[:left])
                self.break_after = None
                raise ConnectionAbortedError
            left = left and left - len(octets)
            # As the network does it: in two pieces.
            write(octets[: len(octets) // 2])
            write(octets[len(octets) // 2 :])

        here = {"epoch": str(epoch), "number": str(number)}
        send(f"retry: {RETRY_MS}\n")
        if not after:
            send(f"event: begin\nid: {epoch}-{number}\ndata: {json.dumps(here)}\n\n")
        else:
            known = tuple(map(int, after.split("-")))
            if reason := self.gap(*known):
                data = json.dumps({**here, "gap": reason})
                send(f"event: reset\nid: {epoch}-{number}\ndata: {data}\n\n")
            else:
                number = known[1]
                send("\n")
        while not self.is_over:
            with self.changed:
                self.changed.wait_for(
                    lambda: self.is_over or self.cut != cut or self.after(number), WAIT_S
                )
                page = self.after(number) if self.epoch == epoch else []
                is_end = self.cut != cut
            time.sleep(LATE_S)
            for event in page:
                send(f"id: {event['epoch']}-{event['number']}\ndata: {json.dumps(event)}\n\n")
                number = int(event["number"])
            if is_end:
                return
            if not page:
                send(":\n\n")
