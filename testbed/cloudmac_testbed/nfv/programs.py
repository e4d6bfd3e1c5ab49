# SPDX-License-Identifier: Apache-2.0
"""N1: the programs of the Scylla paper, which are the SDK's examples."""
from .. import restconf
from ..guest import raw_frames
from . import sdk, statements
from .site import WAIT_S

FRAMES = 100
STATIONS = ("02:00:00:00:0a:01", "02:00:00:00:0a:02")
OTHER = "02:00:00:00:0a:03"


def _calls(lvnf):
    """Calls all that an LVNF has. Returns the futures."""
    futures = [lvnf.pause()]
    futures.append(lvnf.counters())
    futures.append(lvnf.flush())
    futures.append(lvnf.resume())
    futures.append(lvnf.state())
    futures.append(lvnf.tenant.cpps())
    futures.append(lvnf.remove())
    return futures


def _table_calls(lvnf, found):
    """Reads and writes the table of a duplicate filter in the paper's form. Returns the futures.
    found: list that gets what the callbacks get."""
    key = sdk.load().StructKey(transmitter=OTHER)
    station = {"duplicates": 1, "entries": 2, "last_sequence": 3, "no_tid_control": -1}
    table = {key: station | {"tid_control": [-1] * 16}}
    futures = [lvnf.dupes_table(callback=found.append)]
    futures.append(lvnf.dupes_table(value=table))
    futures.append(lvnf.dupes_table(callback=found.append))
    return futures


def null_function(site):
    """Runs the null function. Returns whether frames leave as they came, and the statements'
    times."""
    lvnf, spent = statements.timed(sdk.example("null_function").program, site.node())
    site.lead(lvnf)
    sent = [raw_frames.ethernet(number) for number in range(FRAMES)]
    site.warm([raw_frames.ethernet(0)])
    passed = site.arrived(sent, FRAMES)
    futures, more = statements.timed(_calls, lvnf)
    _await(futures)
    return {"sent": FRAMES, "as_they_came": passed == sent, "statements": spent + more}


def _air():
    """Returns the frames of two stations, of which one repeats every fifth and the other every
    second, and the Ethernet frames and entries that a duplicate filter makes of these."""
    sent, plain, known = [], [], {}
    for transmitter, every in zip(STATIONS, (5, 2)):
        duplicates = 0
        for number in range(FRAMES):
            sent.append(raw_frames.wrapped(number, transmitter, number))
            plain.append(raw_frames.ethernet(number, sender=transmitter))
            if number % every == 0:
                sent.append(raw_frames.wrapped(number, transmitter, number, is_retry=True))
                duplicates += 1
        known[transmitter] = [duplicates, FRAMES + duplicates, FRAMES - 1]
    # What is no wrapped 802.11 frame is dropped.
    sent += [raw_frames.ethernet(number) for number in range(FRAMES)]
    return sent, plain, known


def duplicate_filter(site):
    """Runs the duplicate filter. Returns what passed, what its table says, and the statements'
    times."""
    lvnf, spent = statements.timed(sdk.example("duplicate_filter").program, site.node())
    site.lead(lvnf)
    site.warm([raw_frames.wrapped(0, name, 0) for name in STATIONS])
    lvnf.dupes_table(delete=list(lvnf.dupes_table().result(WAIT_S))).result(WAIT_S)
    sent, plain, known = _air()
    passed = site.arrived(sent, len(plain))
    tables = []
    futures, more = statements.timed(_table_calls, lvnf, tables)
    _await(futures)
    restconf.wait_for("both callbacks", lambda: len(tables) == 2)
    others, last = statements.timed(_calls, lvnf)
    _await(others)
    first, second = ({key["transmitter"]: one for key, one in table.items()} for table in tables)
    told = {
        name: [
            first.get(name, {}).get(member) for member in ("duplicates", "entries", "last_sequence")
        ]
        for name in STATIONS
    }
    return {
        "sent": len(sent),
        "duplicates": sum(duplicates for duplicates, _, _ in known.values()),
        "passed": len(passed),
        "as_expected": passed == plain,
        "table": told,
        "table_as_expected": told == known,
        "written_is_read": second.get(OTHER, {}).get("entries") == 2 and OTHER not in first,
        "statements": spent + more + last,
    }


def _await(futures):
    for future in futures:
        future.result(WAIT_S)


def run(site):
    """Runs both programs once. Returns the raw result."""
    return {"null": null_function(site), "duplicate_filter": duplicate_filter(site)}


def summary(rounds):
    """Returns N1 of the result file."""
    spent = [one for each in rounds for program in each.values() for one in program["statements"]]
    slowest = max(spent, key=lambda one: one[2])
    nulls = [each["null"] for each in rounds]
    filters = [each["duplicate_filter"] for each in rounds]
    members = ("as_expected", "table_as_expected", "written_is_read")
    return {
        "runs": len(rounds),
        "null_as_described": sum(one["as_they_came"] for one in nulls),
        "filter_as_described": sum(all(one[member] for member in members) for one in filters),
        "calls": len(spent),
        "slowest_ms": round(slowest[2], 3),
        "slowest": slowest[0],
        "slowest_on_busy_machine_ms": round(max(passed for _, passed, _ in spent), 3),
        "rounds": [
            {
                name: {key: value for key, value in one.items() if key != "statements"}
                for name, one in each.items()
            }
            for each in rounds
        ],
    }
