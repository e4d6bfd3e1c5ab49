# SPDX-License-Identifier: Apache-2.0
"""Summarises measured steps for the result file and the terminal, without I/O."""
import re

from ..results import percentile

NO_FAILOVER = "only the whole measurement kills controllers"
ROWS = (
    ("wtps", "WTPs", ""),
    ("stations", "stations", ""),
    ("forwarded", "stations whose frames the switches forward", ""),
    ("switches", "switches", ""),
    ("up_s", "controller's start to all WTPs and VAPs up", "s"),
    ("rss_mb", "resident memory of the controller", "MB"),
    ("contact_ms", "first frame to confirmed rules, median, 99 %", "ms"),
    ("contact_switch_ms", "first frame to the last rule in a switch, median, 99 %", "ms"),
    ("contact_single_ms", "first frame to confirmed rules, one station at a time", "ms"),
    ("handover_ms", "handover, median, 99 %", "ms"),
    ("event_cost_ratio", "processor time of a contact, many / few stations", ""),
    ("put_cpu_ms", "processor time of one PUT", "ms"),
    ("rules_per_station", "rules for a station on all switches", ""),
)


def populations(stations, sample):
    """Returns the numbers of stations before the two measured batches of ``sample`` contacts: a
    tenth of all, or none; and all but the last batch."""
    if stations < 2 * sample:
        raise ValueError(f"{stations} stations are fewer than two batches of {sample}")
    return max(0, min(stations // 10, stations - 2 * sample)), stations - sample


def spread(values):
    """Returns median and 99th percentile of values as p50 and p99; both are None without values."""
    if not values:
        return {"p50": None, "p99": None}
    return {"p50": percentile(values, 0.5), "p99": percentile(values, 0.99)}


def ratio(low, high):
    """Returns high / low; None if one is unknown, or too small to compare."""
    return round(high / low, 2) if low and high and low > 0 and high > 0 else None


def text(values):
    """Returns median and 99th percentile as text."""
    found = spread(values)
    return "none" if not values else f"{found['p50']} ms, 99 % {found['p99']} ms"


_SERVED = re.compile(r"in_port=\d+,dl_src=(02:5a(?::[0-9a-f]{2}){4}),.*actions=output")


def forwarded(rules):
    """Returns the addresses of the stations whose frames a switch forwards from its WTP. rules: of
    the switch, one a line."""
    return {found[1] for found in map(_SERVED.search, rules) if found}


def step(size, found):
    """Returns the entry of a step in the result file. size: plan.Step; found: of measure.step()."""
    low, high = found["batches"]
    total = sum(found["station_rules"])
    return {
        "wtps": size.wtps,
        "stations": size.stations,
        "switches": size.switches,
        "forwarded": found["forwarded"],
        "ready_s": found["ready_s"],
        "up_s": found["up_s"],
        "rss_mb": found["rss_mb"],
        "contact_ms": spread(high["contact_ms"]),
        "contact_switch_ms": spread(high["switch_ms"]),
        "contact_own_ms": spread(high["own_ms"]),
        "contact_few_ms": spread(low["contact_ms"]),
        "contact_single_ms": spread(found["singles"]),
        "handover_ms": spread(found["handovers"]["handover_ms"]),
        "handover_rpc_ms": spread(found["handovers"]["rpc_ms"]),
        "event_cost_ratio": ratio(low["cpu_ms"], high["cpu_ms"]),
        "put_cpu_ms": found["put_cpu_ms"],
        "rules_per_station": round(total / found["forwarded"], 2) if found["forwarded"] else None,
        "rules": {"switch": found["rules"], "of_stations": found["station_rules"]},
        "announcements_late_s": found["late_s"],
        "requests": found["requests"],
        "log": found["log"],
        "singles": found["singles"],
        "batches": found["batches"],
        "handovers": found["handovers"],
    }


def result(origin, steps):
    """Returns the content of the result file. Its event cost ratio is the one of the largest step."""
    return {
        "clock": "real",
        **origin,
        "contact": "from the frame's entry into the switch to the controller's log line that says "
        "that the switches have confirmed the station's rules",
        "contact_switch": "from the same moment to the last rule that names the station, as the "
        "switches' flow monitors report it",
        "event_cost_ratio": steps[-1]["event_cost_ratio"] if steps else None,
        "failover_s": None,
        "failover_reason": NO_FAILOVER,
        "steps": steps,
    }


ORIGIN = ("commit", "command", "seed", "machine")
FAILOVER_ROWS = (
    ("owner_s", "kill -9 of the owner to the next owner"),
    ("contact_s", "to the confirmed rules of a new station"),
    ("handover_s", "to the next handover"),
)


def with_failover(written, found):
    """Returns a result with what the kills of controllers have shown. found: result file of
    wlan_failover.py."""
    kept = {name: value for name, value in written.items() if name != "failover_reason"}
    # It was measured with the steps, so it has no origin of its own.
    measured = {name: value for name, value in found.items() if name not in ORIGIN}
    return {**kept, "failover_s": found["contact_s"], "failover": measured}


def failover_table(found):
    """Returns the lines of a measurement of failovers for the terminal."""
    lines = [f"{'stations, kills':55} {found['stations']}, {len(found['rounds'])}"]
    for key, what in FAILOVER_ROWS:
        values = f"{found[key]:.1f}, {found['longest_' + key]:.1f}"
        lines.append(f"{what + ', median, longest':55} {values:>16} s")
    lost = f"{found['frames_lost']} of {found['frames_sent']}"
    lines.append(f"{'lost frames of bound stations':55} {lost:>16}")
    return [*lines, f"{'doubled frames':55} {found['frames_doubled']:>16}"]


def table(entry):
    """Returns the lines of a step for the terminal."""
    lines = []
    for key, what, unit in ROWS:
        value = entry[key]
        if isinstance(value, dict):
            value = f"{value['p50']}, {value['p99']}" if value["p50"] is not None else None
        lines.append(f"{what:55} {'not measured' if value is None else value:>16} {unit}".rstrip())
    return lines
