#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A mobility algorithm outside the controller: reads the stations' signals by RESTCONF, decides,
and calls hand-over. Standard library only.

    ./cloudmac lab status --password | testbed/examples/own_algorithm.py --seconds 60

The password is read from standard input, so that it is in no list of processes. Change choose().
"""
import argparse
import base64
import datetime
import json
import sys
import time
import urllib.error
import urllib.request

GAIN_DB = 8
"""How much stronger than the serving WTP another one must be."""
LOOKS = 3
"""In how many consecutive looks the same WTP must be that much stronger."""
STALE_S = 3
"""A signal that is older than the station's newest one by this does not count."""
UNHEARD_DBM = -128
"""Signal of a WTP that does not hear the station."""
MOBILITY = "data/cloudmac:cloudmac/mobility"
STATIONS = "data/cloudmac-state:cloudmac-state/stations?content=nonconfig"


def choose(station, history):
    """Returns the WTP that should serve a station, None if it should stay. The algorithm.

    station: of the controller's state; history: of this station, kept between calls."""
    signals = fresh(station.get("signal", []))
    if not signals:
        return None
    best = max(signals, key=signals.get)
    gain = signals[best] - signals.get(station["wtp"], UNHEARD_DBM)
    if best == station["wtp"] or gain < GAIN_DB:
        history.clear()
        return None
    history["looks"] = history.get("looks", 0) + 1 if history.get("best") == best else 1
    history["best"] = best
    return best if history["looks"] >= LOOKS else None


def fresh(signals):
    """Returns the average signal in dBm of each WTP that heard the station recently."""
    heard = {each["wtp"]: datetime.datetime.fromisoformat(each["last-seen"]) for each in signals}
    newest = max(heard.values(), default=None)
    limit = datetime.timedelta(seconds=STALE_S)
    return {each["wtp"]: each["average"] for each in signals if newest - heard[each["wtp"]] < limit}


class Controller:
    """Requests to the controller by RESTCONF."""

    def __init__(self, address, password):
        self.address = address
        token = base64.b64encode(f"admin:{password}".encode()).decode()
        self.headers = {
            "Authorization": f"Basic {token}",
            "Content-Type": "application/yang-data+json",
        }

    def request(self, method, path, body=None):
        """Returns the answer's JSON, None if it has none. Raises urllib.error.HTTPError."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.address}/{path}", data=data, headers=self.headers, method=method
        )
        with urllib.request.urlopen(request, timeout=80) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def stations(self):
        """Returns the stations with their signals; an empty list while there are none."""
        try:
            answer = self.request("GET", STATIONS)
        except urllib.error.HTTPError as error:
            if error.code != 404:  # data-missing
                raise
            return []
        return answer["cloudmac-state:stations"].get("station", [])

    def observe_only(self):
        """Has the controller collect signals and log its own decisions without executing them."""
        mobility = {"enabled": True, "observe-only": True}
        self.request("PATCH", MOBILITY, {"cloudmac:mobility": mobility})

    def hand_over(self, station, wtp):
        """Moves a station. Returns the duration in milliseconds, or the error's text."""
        body = {"bssid": station["bssid"], "station": station["station"], "wtp": wtp}
        try:
            answer = self.request("POST", "operations/cloudmac:hand-over", {"cloudmac:input": body})
        except urllib.error.HTTPError as error:
            found = json.load(error)["errors"]["error"]
            return "; ".join(each.get("error-message", each["error-tag"]) for each in found)
        return f"{answer['cloudmac:output']['duration']} ms"


def run(controller, seconds):
    """Looks once a second, as the controller publishes its state once a second."""
    controller.observe_only()
    histories = {}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for station in controller.stations():
            key = station["bssid"], station["station"]
            wtp = choose(station, histories.setdefault(key, {}))
            if wtp:
                result = controller.hand_over(station, wtp)
                print(f"{station['station']} {station['wtp']} -> {wtp}: {result}", flush=True)
                histories[key] = {}
        time.sleep(1)


def main():
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition(".")[0])
    parser.add_argument("--address", default="http://127.0.0.1:8181/rests", help="of RESTCONF")
    parser.add_argument("--seconds", type=float, default=60, help="how long it runs")
    arguments = parser.parse_args()
    run(Controller(arguments.address, sys.stdin.readline().strip()), arguments.seconds)


if __name__ == "__main__":
    main()
