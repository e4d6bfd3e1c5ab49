#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Drains WTPs without stations, and wakes them before the others are full: energy_saving.py ID...

Name the WTPs whose area others cover. `cloudmac drains` shows what is drained if it is killed."""
import sys
import time

from cloudmac import Client, CloudmacError

PERIOD_S, FULL, AHEAD = 10, 20, 6  # stations of a WTP; periods that it takes to start


def switch(wtp, is_on):
    """Switches the power of a WTP; yours to write."""
    print(f"{wtp}: {'on' if is_on else 'off'}", flush=True)


class Saver:
    """Which of the named WTPs are drained by it, and which of these are off."""

    def __init__(self, client, names):
        self.client, self.names, self.before = client, names, None
        self.drained, self.off = [], set()

    def step(self):
        """Looks once. Drains at most one WTP, or wakes one, and switches off what is drained."""
        left = {drain.id: drain.stations_left for drain in self.client.drains()}
        awake = [w for w in self.client.wtps(up=True, admitted=True) if w.id not in left]
        now = sum(wtp.stations for wtp in awake)
        expected = now + AHEAD * max(0, now - (now if self.before is None else self.before))
        self.before = now
        for wtp in {one for one in self.drained if left.get(one) == 0} - self.off:
            self.off.add(wtp)
            switch(wtp, False)
        empty = [wtp.id for wtp in awake if not wtp.stations and wtp.id in self.names]
        if self.drained and (not awake or expected > FULL / 2 * len(awake)):
            self.wake()
        elif empty and len(awake) > 1 and expected <= FULL / 4 * (len(awake) - 1):
            self.drained.append(empty[0])
            self.client.drain_wtp(empty[0])

    def wake(self):  # the one that was drained last
        switch(self.drained[-1], True)
        self.off.discard(self.drained[-1])
        self.client.undrain_wtp(self.drained[-1])
        self.drained.pop()


if __name__ == "__main__":
    with Client() as controller:
        saver, is_over = Saver(controller, set(sys.argv[1:])), False
        while not is_over or saver.drained:
            try:
                saver.wake() if is_over else saver.step()
                time.sleep(1 if is_over else PERIOD_S)
            except CloudmacError as error:
                print(error, file=sys.stderr)
            except KeyboardInterrupt:
                is_over = True
