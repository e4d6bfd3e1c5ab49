#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Drains WTPs without stations, and wakes them before the others are full: energy_saving.py KEEP

switch() is where the power is switched. KEEP WTPs stay awake, for stations that come."""
import contextlib
import sys
import time

from cloudmac import Client, CloudmacError

PERIOD_S, FULL, AHEAD = 10, 20, 6  # stations of a WTP; periods that it takes to start


def switch(wtp, is_on):
    """Switches the power of a WTP."""
    print(f"{wtp}: {'on' if is_on else 'off'}", flush=True)


class Saver:
    """Which WTPs sleep: the ones that it has drained itself. It leaves others alone."""

    def __init__(self, client, keep):
        self.client, self.keep, self.asleep, self.before = client, keep, [], None

    def step(self):
        """Looks once. Drains at most one WTP, or wakes one."""
        drained = {drain.id for drain in self.client.drains()}
        awake = [w for w in self.client.wtps(up=True, admitted=True) if w.id not in drained]
        now = sum(wtp.stations for wtp in awake)
        expected = now + AHEAD * max(0, now - (now if self.before is None else self.before))
        self.before = now
        empty = [wtp for wtp in awake if wtp.stations == 0]
        if self.asleep and expected > FULL / 2 * len(awake):
            self.wake()
        elif empty and len(awake) > self.keep and expected <= FULL / 4 * (len(awake) - 1):
            self.client.drain_wtp(empty[0].id)
            self.asleep.append(empty[0].id)
            switch(empty[0].id, False)

    def wake(self):
        """Wakes the WTP that fell asleep last."""
        switch(self.asleep[-1], True)
        self.client.undrain_wtp(self.asleep[-1])
        self.asleep.pop()


if __name__ == "__main__":
    with Client() as controller, contextlib.suppress(KeyboardInterrupt):
        saver = Saver(controller, int(sys.argv[1]))
        try:
            while True:
                try:
                    saver.step()
                except CloudmacError as error:
                    print(error, file=sys.stderr)
                time.sleep(PERIOD_S)
        finally:
            while saver.asleep:
                saver.wake()
