# SPDX-License-Identifier: Apache-2.0
"""The columns of each list."""
from .output import Column
from .text import ABSENT


def time(value):
    """Returns a time to the second, in UTC."""
    return value if value is None else f"{value[:19].replace('T', ' ')}"


def own_signal(station):
    """Returns the average signal of a station at the WTP that serves it, None if unknown."""
    return next((one.average for one in station.signal if one.wtp == station.wtp), None)


def best_other(station):
    """Returns the strongest other WTP with its signal, None if there is none."""
    others = [o for o in station.signal if o.wtp != station.wtp and o.average is not None]
    best = max(others, key=lambda one: one.average, default=None)
    return best and f"{best.wtp} {best.average}"


def outcome(decision):
    """Returns the outcome with the reason why it was not executed."""
    if decision.why_not is None:
        return decision.outcome
    return f"{decision.outcome or ABSENT}: {decision.why_not}"


def who(change):
    """Returns who sent a request."""
    return change.user or (f"{change.tried} (not authenticated)" if change.tried else None)


def what(change):
    """Returns the path of a request, or how many requests have no line."""
    return f"{change.lost} requests without a line" if change.lost else change.path


def details(event):
    """Returns what an event is about, as "name=value" words."""
    names = ("wtp", "from_wtp", "vap", "station", "port", "name", "user", "text")
    given = ((name.replace("_", "-"), getattr(event, name)) for name in names)
    return " ".join(f"{name}={value}" for name, value in given if value is not None)


def without_module(identity):
    """Returns the name of an identity of YANG without its module."""
    return identity and identity.rpartition(":")[2]


def moved(lvnf):
    """Returns the latest move of an LVNF and where it is, None if there was none."""
    move = lvnf.migration
    return move and f"{move.from_ or ABSENT} to {move.to or ABSENT}: {move.state or ABSENT}"


def problems(lvnf):
    """Returns what the node has refused, and what has failed in the latest move."""
    found = (lvnf.problem, lvnf.migration and lvnf.migration.problem)
    return tuple(each for each in found if each)


STATIONS = (
    Column("Station", lambda one: one.station),
    Column("SSID", lambda one: one.ssid, may_wrap=True),
    Column("BSSID", lambda one: one.bssid),
    Column("WTP", lambda one: one.wtp),
    Column("Bound by", lambda one: one.origin),
    Column("dBm", own_signal, is_number=True),
    Column("Best other", best_other),
    Column("Last seen", lambda one: time(one.last_seen)),
)
WTPS = (
    Column("WTP", lambda one: one.id),
    Column("Name", lambda one: one.name, may_wrap=True),
    Column("Up", lambda one: one.up),
    Column("Admitted", lambda one: one.admitted),
    Column("Stations", lambda one: one.stations, is_number=True),
    Column("Port", lambda one: one.port),
    Column("Last seen", lambda one: time(one.last_seen)),
    Column("Problem", lambda one: one.problem, may_wrap=True),
)
VAPS = (
    Column("BSSID", lambda one: one.bssid),
    Column("SSID", lambda one: one.ssid, may_wrap=True),
    Column("Channel", lambda one: one.channel, is_number=True),
    Column("MHz", lambda one: one.frequency, is_number=True),
    Column("Up", lambda one: one.up),
    Column("WTPs", lambda one: len(one.wtp), is_number=True),
    Column("Host", lambda one: one.host),
    Column("Port", lambda one: one.port),
    Column("Last seen", lambda one: time(one.last_seen)),
    Column("Problem", lambda one: one.problem, may_wrap=True),
)
DECISIONS = (
    Column("No", lambda one: one.number, is_number=True),
    Column("Time", lambda one: time(one.time)),
    Column("Station", lambda one: one.station),
    Column("BSSID", lambda one: one.bssid),
    Column("From", lambda one: one.from_),
    Column("To", lambda one: one.to),
    Column("Reason", lambda one: one.reason),
    Column("Outcome", outcome),
    Column("User", lambda one: one.user, may_wrap=True),
    Column("Problem", lambda one: one.error, may_wrap=True),
)
CHANGES = (
    Column("No", lambda one: one.number, is_number=True),
    Column("Time", lambda one: time(one.time)),
    Column("User", who, may_wrap=True),
    Column("Source", lambda one: one.source),
    Column("Method", lambda one: one.method),
    Column("Status", lambda one: one.status, is_number=True),
    Column("Path", what, may_wrap=True),
)
POLICIES = (
    Column("Policy", lambda one: one.name),
    Column("Type", lambda one: one.type),
    Column("bit/s", lambda one: one.link_rate, is_number=True),
    Column("Ports", lambda one: one.port or "all links", may_wrap=True),
)
QUEUES = (
    Column("Port", lambda one: one.port),
    Column("Interface", lambda one: one.name),
    Column("Policy", lambda one: one.policy),
    Column("Wanted", lambda one: one.wanted),
    Column("State", lambda one: one.state),
    Column("Has", lambda one: one.type),
    Column("Problem", lambda one: one.error, may_wrap=True),
)
DRAINS = (
    Column("WTP", lambda one: one.id),
    Column("Left", lambda one: one.stations_left, is_number=True),
    Column(
        "Problems",
        lambda one: tuple(f"{left.station}: {left.problem}" for left in one.station),
        may_wrap=True,
    ),
)
INPUTS = (
    Column("WTP", lambda one: one.wtp),
    Column("dBm", lambda one: one.signal, is_number=True),
    Column("Last dBm", lambda one: one.last, is_number=True),
    Column("Samples", lambda one: one.samples, is_number=True),
    Column("Age ms", lambda one: one.age, is_number=True),
    Column("Stations", lambda one: one.load, is_number=True),
)
EVENTS = (
    Column("No", lambda one: one.number, is_number=True),
    Column("Time", lambda one: time(one.time)),
    Column("Kind", lambda one: one.kind),
    Column("Details", details, may_wrap=True),
)
ALARMS = (
    Column("Resource", lambda one: one.resource),
    Column("Alarm", lambda one: without_module(one.alarm_type_id)),
    Column("Severity", lambda one: "cleared" if one.is_cleared else one.perceived_severity),
    Column("Raised", lambda one: time(one.last_raised)),
    Column("Changed", lambda one: time(one.last_changed)),
    Column("Text", lambda one: one.alarm_text, may_wrap=True),
)
FUNCTIONS = (
    Column("Tenant", lambda one: one.tenant),
    Column("Function", lambda one: one.name),
    Column("Packet node", lambda one: one.packet_node),
    Column("Status", lambda one: one.status),
    Column("Mode", lambda one: one.mode),
    Column("Ports", lambda one: len(one.port), is_number=True),
    Column("Moved", moved, may_wrap=True),
    Column("Problem", problems, may_wrap=True),
)
CHAINS = (
    Column("Tenant", lambda one: one.tenant),
    Column("Chain", lambda one: one.name),
    Column("Status", lambda one: one.status),
    Column("Rules", lambda one: one.rules, is_number=True),
    Column("Reason", lambda one: one.reason, may_wrap=True),
)
