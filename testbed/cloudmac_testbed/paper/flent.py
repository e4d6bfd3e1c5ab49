# SPDX-License-Identifier: Apache-2.0
"""Writes files that flent reads (its data format, version 4): round trips and rates over
time."""
import datetime
import gzip
import json

VERSION = 4
STEP_S = 0.5
PING = "Ping (ms) ICMP"
RATES = {"with": "TCP upload", "against": "TCP download", "station": "TCP upload station"}
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
"""Virtual time has no date."""


def _stamp(seconds):
    return (EPOCH + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def series(points, total):
    """Returns a value at every step of ``points``, [seconds, value]; None where there is
    none."""
    bins = {}
    for at, value in points:
        bins.setdefault(int(at / STEP_S), []).append(value)
    count = int(total / STEP_S)
    return [sum(bins[i]) / len(bins[i]) if i in bins else None for i in range(count)]


def document(name, title, results, about):
    """Returns the content of a file. results: name of a data set -> values at every step."""
    steps = max(map(len, results.values()))
    total = steps * STEP_S
    return {
        "version": VERSION,
        "metadata": {
            "NAME": name,
            "TITLE": title,
            "DATA_FILENAME": f"{title}.flent.gz",
            "HOST": "vap",
            "HOSTS": ["vap"],
            "LOCAL_HOST": "mn",
            "LENGTH": total,
            "TOTAL_LENGTH": total,
            "STEP_SIZE": STEP_S,
            "IP_VERSION": 4,
            "TIME": _stamp(0),
            "T0": _stamp(0),
            "NOTE": f"{about['clock']}; seed {about['seed']}; {about['command']}",
            "FAILED_RUNNERS": 0,
            "SERIES_META": {},
            "TEST_PARAMETERS": {},
            "DATA_VERSION": VERSION,
        },
        "x_values": [number * STEP_S for number in range(steps)],
        "results": results,
        "raw_values": {},
    }


def of_timeline(raw):
    samples = raw["ping"]["samples"]
    return {PING: series([(s[0], s[2]) for s in samples], samples[-1][0] + STEP_S)}


def of_beside(raw):
    found = {}
    per_second = int(1 / STEP_S)
    for name, way in (("with", "up"), ("against", "down")):
        found[RATES[name]] = [value for value in raw["cross"][way] for _ in range(per_second)]
    # The station's flow runs in the middle third.
    third = len(found[RATES["with"]]) // 3
    own = [value for value in raw["mbps"] for _ in range(per_second)][:third]
    padding = [None] * third
    found[RATES["station"]] = (
        padding
        + own
        + [None] * (2 * third - len(own))
        + [None] * (len(found[RATES["with"]]) - 3 * third)
    )
    return found


def write_all(kept, folder, about):
    """Writes a file for each repetition of a line. kept: part -> line -> raw results."""
    folder.mkdir(parents=True, exist_ok=True)
    for part, make, name in (("timeline", of_timeline, "ping"), ("beside", of_beside, "rrul")):
        for line, raws in kept.get(part, {}).items():
            for repetition, raw in enumerate(raws):
                if part == "beside" and raw["cross"] is None:
                    continue
                title = f"{part}-{line}-{repetition}"
                content = json.dumps(document(name, title, make(raw), about)).encode()
                # No date and no name inside: the same figures give the same file.
                with open(folder / f"{title}.flent.gz", "wb") as raw_file:
                    with gzip.GzipFile("", "wb", 9, raw_file, 0) as file:
                        file.write(content)
