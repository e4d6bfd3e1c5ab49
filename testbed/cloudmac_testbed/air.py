# SPDX-License-Identifier: Apache-2.0
"""Checks the ``medium`` of a topology and the places of its radios, and makes the medium's
commands from them (medium/README.md). Does no I/O."""
from . import rates
from .analytic import DSSS_SLOT
from .errors import TopologyError

KEYS = {
    "exponent": ("exponent", 1, 10),
    "noise_dbm": ("noise", -200, 0),
    "sense_dbm": ("sense", -200, 0),
    "capture_db": ("capture", 0, 100),
    "shadowing_db": ("shadowing", 0, 30),
    "slot_us": ("slot", 1, 100),
}
"""Key -> the medium's name for it, lowest and highest value."""
DSSS_EDCA = (
    "bk 7 31 1023 0",
    "be 3 31 1023 0",
    "vi 2 15 31 6016",
    "vo 2 7 15 3264",
)
"""Table 9-155 for networks that have only rates of DSSS and CCK: category, AIFSN, windows, TXOP."""
SPEED = (0.001, 1000)
FAR = 1e6


def _need(condition, message):
    if not condition:
        raise TopologyError(message)


def _number(where, value, low, high):
    _need(
        isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high,
        f"{where} is {value!r}, not a number from {low:g} to {high:g}",
    )


def _position(where, value):
    _need(
        isinstance(value, list) and len(value) in (2, 3),
        f"{where} is {value!r}, not [x, y] or [x, y, z] in metres",
    )
    for number in value:
        _number(where, number, -FAR, FAR)


def _steps(where, walk):
    _need(isinstance(walk, list) and walk, f"{where}: walk is not a list of steps")
    for step in walk:
        _need(
            isinstance(step, dict) and "to" in step and set(step) <= {"to", "speed", "after"},
            f"{where}: walk: {step!r} is not {{to: [x, y], speed: m/s, after: s}}",
        )
        _position(f"{where}: walk: to", step["to"])
        if "speed" in step:
            _number(f"{where}: walk: speed", step["speed"], *SPEED)
        _number(f"{where}: walk: after", step.get("after", 0), 0, 1e6)


def _wander(where, wander):
    _need(
        isinstance(wander, dict) and set(wander) == {"from", "to", "speed"},
        f"{where}: wander is {wander!r}, not {{from: [x, y], to: [x, y], speed: [low, high]}}",
    )
    _position(f"{where}: wander: from", wander["from"])
    _position(f"{where}: wander: to", wander["to"])
    speeds = wander["speed"]
    wrong = f"{where}: wander: speed is {speeds!r}, not [lowest, highest]"
    _need(isinstance(speeds, list) and len(speeds) == 2, wrong)
    for speed in speeds:
        _number(f"{where}: wander: speed", speed, *SPEED)
    _need(speeds[0] <= speeds[1], wrong)
    _need(
        all(low < high for low, high in zip(wander["from"][:2], wander["to"][:2])),
        f"{where}: wander: from must be below to in x and y",
    )


def check(document, hosts):
    """Checks a topology's ``medium`` and its hosts' places. Returns the medium's settings; None
    if it has none. Raises TopologyError."""
    settings = document.get("medium")
    for host in hosts.values():
        where = f"{host.kind} {host.name}"
        options = host.options
        given = {"position", "power_dbm", "walk", "wander"} & set(options)
        _need(
            settings is not None or not given,
            f"{where}: {', '.join(sorted(given))} needs a medium in the topology",
        )
        if "position" in options:
            _position(f"{where}: position", options["position"])
        if "power_dbm" in options:
            _number(f"{where}: power_dbm", options["power_dbm"], -100, 100)
        _need(
            not {"walk", "wander"} <= set(options), f"{where}: walk and wander exclude each other"
        )
        if "walk" in options:
            _steps(where, options["walk"])
        if "wander" in options:
            _wander(where, options["wander"])
    if settings is None:
        return None
    _need(isinstance(settings, dict), "medium: not a mapping")
    unknown = set(settings) - set(KEYS)
    _need(not unknown, f"medium: unknown key {', '.join(sorted(map(str, unknown)))}")
    for key, value in settings.items():
        _number(f"medium: {key}", value, *KEYS[key][1:])
    if any(_is_dsss(host, hosts) for host in hosts.values()):
        settings = {"slot_us": DSSS_SLOT, **settings}
    return settings


def _is_dsss(host, hosts):
    """Returns true if the radios of a host work in a network that has only rates of DSSS and
    CCK."""
    if host.kind == "wtp":
        networks = [
            other
            for other in hosts.values()
            if other.kind == "vap" and other.options["channel"] == host.options["channel"]
        ]
        return any(rates.is_dsss(network.options) for network in networks)
    if host.kind == "station":
        host = hosts[host.options["vap"]]
    return host.kind in ("vap", "ap") and rates.is_dsss(host.options)


def edca_commands(name, host, hosts):
    """Returns the medium's commands for the channel access of a radio, if it is not the default
    one."""
    return [f"edca {name} {words}" for words in DSSS_EDCA] if _is_dsss(host, hosts) else []


def _words(numbers):
    return " ".join(f"{number:.12g}" for number in numbers)


def model_command(settings):
    """Returns the medium's command for its settings."""
    return " ".join(["model", *(f"{KEYS[key][0]} {value}" for key, value in settings.items())])


def radio_command(name, hardware, phy, host):
    """Returns the medium's command for a radio. A WTP's radio receives all frames."""
    words = [f"radio {name} {hardware} phy {phy} netns {host.name}"]
    if "position" in host.options:
        words.append(f"at {_words(host.options['position'])}")
    if "power_dbm" in host.options:
        words.append(f"power {host.options['power_dbm']}")
    if host.kind == "wtp":
        words.append("monitor")
    return " ".join(words)


def step_command(name, step, then):
    """Returns the medium's command for one step of a walk."""
    words = [f"move {name}", "then" if then else "", _words(step["to"])]
    for key in ("speed", "after"):
        if key in step:
            words.append(f"{key} {step[key]}")
    return " ".join(word for word in words if word)


def motion_commands(host):
    """Returns the medium's commands for a host's walk, which starts at once."""
    options = host.options
    if "wander" in options:
        wander = options["wander"]
        area = _words([*wander["from"][:2], *wander["to"][:2], *wander["speed"]])
        return [f"wander {host.name} {area}"]
    walk = options.get("walk", [])
    return [step_command(host.name, step, number > 0) for number, step in enumerate(walk)]
