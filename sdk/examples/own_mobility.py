#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Steers stations by an algorithm of your own, choose(), from the signals that WTPs report.

Enable the controller's mobility with observe-only: it reports signals then, and moves nobody."""
import contextlib
import datetime
import time

from cloudmac import Client, CloudmacError

PERIOD_S, GAIN_DB, LOOKS = 1, 8, 3
STALE = datetime.timedelta(seconds=3)


class Steering:
    """Moves a station when the same WTP was stronger by GAIN_DB in LOOKS looks in a row."""

    def __init__(self, client):
        settings = client.mobility()
        if settings.enabled and not settings.observe_only:
            raise SystemExit("the controller moves stations itself: set mobility/observe-only")
        if not settings.enabled:
            print("mobility is not enabled, so no WTP reports signals")
        self.client, self.looks = client, {}

    def choose(self, station, able):
        """Returns the WTP of ``able``, which transmit the VAP, for a station; None to leave it."""
        at = {s.wtp: datetime.datetime.fromisoformat(s.last_seen) for s in station.signal}
        fresh = [s for s in station.signal if max(at.values()) - at[s.wtp] < STALE]
        signals = {s.wtp: s.average for s in fresh if s.average is not None and s.wtp in able}
        if not signals or station.origin == "operator":
            return None
        best, own = max(signals, key=signals.get), signals.get(station.wtp, -100)
        key = station.bssid, station.station
        wtp, looks = self.looks.get(key, (None, 0))
        is_better = best != station.wtp and signals[best] >= own + GAIN_DB
        looks = 0 if not is_better else looks + 1 if wtp == best else 1
        self.looks[key] = best, looks
        return best if looks >= LOOKS else None

    def look(self):
        """Reads all stations, and moves those for which choose() says so."""
        able = {vap.bssid: vap.wtp for vap in self.client.vaps()}
        for station in self.client.stations():
            if wtp := self.choose(station, able.get(station.bssid, ())):
                del self.looks[station.bssid, station.station]
                try:
                    done = self.client.hand_over(station.bssid, station.station, wtp)
                    print(f"{station.station}: {station.wtp} -> {wtp}, {done.duration} ms")
                except CloudmacError as error:
                    print(f"{station.station} stays at {station.wtp}: {error}")


if __name__ == "__main__":
    with Client() as controller, contextlib.suppress(KeyboardInterrupt):
        steering = Steering(controller)
        while True:
            steering.look()
            time.sleep(PERIOD_S)
