# SPDX-License-Identifier: Apache-2.0
"""Tables of the keys of a lab's topology. Keys, defaults and ranges come from the code that
checks topologies. A key without a description here raises KeyError."""
import ast
import importlib
import sys

from .tables import code, table
from .tree import TOP

FOLDER = TOP / "testbed"
WIRE = ("rate_mbps", "delay_us", "queue_frames")
HOSTS = {
    "switches": "Open vSwitch, programmed by the controller",
    "bridges": "the kernel's own bridge, which no controller programs",
    "wtps": "WTPs with cloudmac-wtp",
    "vaps": "VAPs: hostapd on a radio of the VAP driver",
    "stations": "stations: wpa_supplicant on a simulated radio",
    "hosts": "wired hosts",
    "aps": "plain access points, at a switch or with a LAN of their own",
    "virtual_stations": "virtual stations: wpa_supplicant on a radio of the VAP driver, with a WTP's radio "
    "as antenna",
}
OTHERS = {
    "links": "list of wires between switches or bridges",
    "edge": "the wires between hosts and their switch",
    "air": "the wires between WTPs and their switch; default: as `edge`",
    "channels": "how switches connect to the controller: `tls` (default) or `tcp`",
    "medium": "the model of the air; without it the air has no airtime, distance or loss",
    "mobility": "`true`, or a mapping of settings: `lab up` enables mobility at the controller",
}
MEANINGS = {
    "at": "name of the switch or bridge that it is connected to",
    "channel": "channel number; a network's default for standard `a` is 36",
    "radios": "number of radios",
    "channels": "of a WTP: the channel of each of its `radios`; default: `channel` for all",
    "announce_ms": "interval of announcements in milliseconds",
    "batch": "of a WTP: how many frames one system call of its agent sends at most",
    "aggregation": "`false`: the WTP sends frames of 802.11n singly; default `true`",
    "airtime": "`false`: the WTP sends frames in the order of arrival, without shares of the air; "
    "default `true`",
    "stations": "of a WTP: whether its radios serve virtual stations: `off` (default), `pinned` to their "
    "channel, or `free`: the first virtual station determines the channel",
    "namespace": "`false`: the station's radio stays in the lab kernel's initial network namespace; default "
    "`true`",
    "address": "MAC address of a virtual station; by default made from the position in the document",
    "wtp": "the WTP that serves it while the lab has no controller; default: the first that serves "
    "virtual stations",
    "credit": "`false`: all frames wait at the WTP, none in the VAP; default `true`",
    "bssid": "BSSID; by default made from the position in the document",
    "ssid": "SSID of at most 32 octets; by default the host's name",
    "security": "`open`, `wpa2` (default) or `wpa3`",
    "passphrase": "8 to 63 characters",
    "standard": "`a` or `g` (OFDM rates only), or `n` in 20 MHz (default)",
    "rates": "list of rates in Mb/s, and `mcs0` to `mcs15` of stations; default: all of the standard",
    "dtim_period": "DTIM period in beacons",
    "group_rekey_s": "interval of new group keys in seconds; 0 for none",
    "vap": "name of the VAP or access point that it connects to; default: the first",
    "walk": "list of steps `{to: [x, y], speed: m/s, after: s}`",
    "wander": "random walk: `{from: [x, y], to: [x, y], speed: [low, high]}`",
    "bgscan": "background scan of a station that roams: `MODULE:SHORT:DBM:LONG` of wpa_supplicant",
    "dhcp": "`true`: gives addresses to stations of bridged access points; default `false`",
    "mobility_domain": "four hexadecimal digits in quotes: 802.11r; needs security `wpa2`",
    "queues": "`fifo` (default), `aql` or `airtime`: see plain access points",
    "position": "`[x, y]` or `[x, y, z]` in metres; needs `medium`",
    "power_dbm": "transmit power in dBm, -100 to 100; needs `medium`",
    "between": "list of the two switches or bridges; of `links` only",
    "rate_mbps": "rate in Mb/s",
    "delay_us": "delay in each direction in microseconds",
    "queue_frames": "length of the queue in frames",
    "macsec": "`true`: both ends encrypt by MACsec; default `false`",
}
MEDIUM = {
    "exponent": "exponent of the loss over distance",
    "noise_dbm": "power of the noise, dBm",
    "sense_dbm": "power above which the medium counts as busy, dBm",
    "capture_db": "advantage in dB with which a frame survives a collision",
    "shadowing_db": "standard deviation of a link's random loss, dB",
    "slot_us": "length of a slot in microseconds",
}


def load(name):
    """Returns a module of the testbed."""
    if str(FOLDER) not in sys.path:
        sys.path.insert(0, str(FOLDER))
    return importlib.import_module(f"cloudmac_testbed.{name}")


def numbers():
    """Returns key -> (default, lowest, highest) of the keys that are whole numbers."""
    found = {}
    source = (FOLDER / "cloudmac_testbed/topology.py").read_text(encoding="utf-8")
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "_integer":
            key, default, low, high = (
                each.value if isinstance(each, ast.Constant) else None for each in call.args[2:]
            )
            # The channel of a network: 6 unless the standard is a.
            found.setdefault(key, (6 if default is None else default, low, high))
    return found


def sections():
    """Table of the sections of a topology."""
    module = load("topology")
    rows = [
        [code(name), HOSTS[name], ", ".join(map(code, options))]
        for name, (_, _, options) in module.KINDS.items()
    ]
    last = (*WIRE, "macsec")
    keys_of = {"links": ("between", *WIRE), "edge": last, "air": last, "medium": module.air.KEYS}
    keys_of["mobility"] = load("mobility").KEYS
    rows += [
        [code(name), text, ", ".join(map(code, keys_of.get(name, ())))]
        for name, text in OTHERS.items()
    ]
    return table(["section", "content", "keys"], rows)


def keys():
    """Table of the keys of hosts and wires."""
    names = [key for _, _, options in load("topology").KINDS.values() for key in options]
    ranges, rows = numbers(), []
    for key in dict.fromkeys((*names, "between", *WIRE, "macsec")):
        default, low, high = ranges.get(key, ("", "", ""))
        values = f"{low} to {high}" if key in ranges else ""
        rows.append([code(key), MEANINGS[key], values, code(str(default))])
    return table(["key", "meaning", "values", "default"], rows)


def medium():
    """Table of the keys of the medium."""
    rows = [
        [code(key), MEDIUM[key], f"{low} to {high}"]
        for key, (_, low, high) in load("air").KEYS.items()
    ]
    return table(["key", "meaning", "values"], rows)


def known():
    """Table of the topologies that come with the lab, with the comment at their beginning."""
    rows = []
    for name in load("topology").known():
        path = FOLDER / f"cloudmac_testbed/topologies/{name}.yaml"
        rows.append([code(name), _comment(path.read_text(encoding="utf-8"))])
    return table(["topology", "content"], rows)


def _comment(text):
    """Returns the prose of the comment at the beginning, up to its drawing."""
    words = []
    for line in text.splitlines():
        if not line.startswith("#") or (words and not line.strip("# ")):
            break
        if "SPDX" not in line:
            words.append(line.lstrip("# "))
    return " ".join(words)


MACROS = {
    "topologies": known,
    "topology_sections": sections,
    "topology_keys": keys,
    "topology_medium": medium,
}
