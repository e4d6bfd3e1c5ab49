# SPDX-License-Identifier: Apache-2.0
"""Reads the lab's topology from a small YAML document, checks it and assigns addresses.

``load()`` returns a :class:`Topology`. Its fields are plain data, which the guest gets as JSON.
All addresses follow from the order in the document, so that the same document gives the same
lab."""
import dataclasses
import json
import pathlib
import re

from . import air, mobility, rates, regulatory, virtual_stations
from .errors import TopologyError

FOLDER = pathlib.Path(__file__).parent / "topologies"
MANAGEMENT = "10.254.0"
"""First three octets of the management network. The controller has .1, the guest .2, and hosts
.10 and up."""
CONTROLLER = f"{MANAGEMENT}.1"
GUEST = f"{MANAGEMENT}.2"
SECURITY = ("open", "wpa2", "wpa3")
STANDARDS = ("a", "g", "n")
"""Standards of an access point: 802.11a or g (OFDM rates only, unless it has ``rates``), or n in
20 MHz."""
QUEUES = ("fifo", "aql", "airtime")
"""Where frames of a plain access point wait: all in its radio, or in mac80211's queues for
stations, with limits of airtime (AQL), or with these and airtime fairness."""
CHANNELS = ("tls", "tcp")
NAME = re.compile(r"[a-z][a-z0-9]{0,9}\Z")
BSSID = re.compile(r"[0-9a-f][02468ace](:[0-9a-f]{2}){5}\Z")
MOBILITY_DOMAIN = re.compile(r"[0-9a-f]{4}\Z")
BGSCAN = re.compile(r"[a-z]+:[0-9]+:-[0-9]+:[0-9]+\Z")
MAX_HOSTS = 200
MAX_SSID_OCTETS = 32


@dataclasses.dataclass
class Host:
    """One network namespace. kind: a key of description.KINDS."""

    name: str
    kind: str
    index: int
    """Position among the hosts of its kind, from 1."""
    management: str
    address: str = ""
    """IPv4 address with prefix in its own network; stations get theirs by DHCP."""
    wired: str = ""
    """MAC address of ``eth0``."""
    at: str = ""
    options: dict = dataclasses.field(default_factory=dict)

    @property
    def datapath(self):
        """Datapath id of a switch or of a packet node's switch."""
        return self.index + (FIRST_PACKET_NODE if self.kind == "packet-node" else 0)


@dataclasses.dataclass
class Link:
    """A wire between two hosts. ifnames: the names of its ends, in order."""

    ends: list
    ifnames: list
    addresses: list
    rate_mbps: int
    delay_us: int
    queue_frames: int
    macsec: bool = False
    """Both ends encrypt by MACsec (IEEE 802.1AE)."""


@dataclasses.dataclass
class Topology:
    hosts: dict
    links: list
    channels: str = CHANNELS[0]
    """How switches connect to the controller, by OpenFlow and OVSDB: tls or tcp."""
    medium: dict = None
    """Settings of the medium (air.KEYS). None: the air of mac80211_hwsim, which has no airtime,
    distance or loss."""
    mobility: dict = dataclasses.field(default=None, compare=False)
    """What ``lab up`` writes into the controller's ``mobility`` (mobility.KEYS). None: nothing."""
    name: str = dataclasses.field(default="", compare=False)
    """The file that holds the document. Empty for a topology that an experiment makes."""

    def of_kind(self, kind):
        return [host for host in self.hosts.values() if host.kind == kind]

    def switches(self):
        """Returns the hosts that have an Open vSwitch: switches, then packet nodes."""
        return [*self.of_kind("switch"), *self.of_kind("packet-node")]

    def ports(self, name):
        """Returns a switch's ports in the order of their OpenFlow numbers, from 1."""
        return [
            ifname
            for link in self.links
            for end, ifname in zip(link.ends, link.ifnames)
            if end == name
        ]

    def port_id(self, name, port):
        """Returns the controller's id of a switch's port, as openflow:1:2."""
        return f"openflow:{self.hosts[name].datapath}:{self.ports(name).index(port) + 1}"

    def has_radios(self):
        """Returns true if parts of CloudMAC are in it, or access points and stations."""
        return any(host.kind in RADIO_KINDS for host in self.hosts.values())

    def radios(self):
        """Returns the number of simulated radios."""
        return sum(
            host.options.get("radios", 1)
            for host in self.hosts.values()
            if host.kind in ("wtp", "station", "ap")
        )

    def need(self, kind, name):
        """Raises TopologyError if there is no host of this kind and name."""
        _need(
            name in self.hosts and self.hosts[name].kind == kind,
            f"topology {self.name}: this needs a {kind} named {name}",
        )

    def delayed_by(self, more_us):
        """Returns a copy in which each link with a delay has more_us more of it. more_us may be
        negative. Raises ValueError if a delay would be negative."""
        if any(0 < link.delay_us < -more_us for link in self.links):
            raise ValueError(f"a link's delay is less than {-more_us} us")
        links = [
            dataclasses.replace(link, delay_us=link.delay_us and link.delay_us + more_us)
            for link in self.links
        ]
        return dataclasses.replace(self, links=links)

    def to_json(self):
        """Returns all that the guest needs, without the name of the file and the controller's
        settings."""
        fields = dataclasses.asdict(self)
        del fields["name"], fields["mobility"]
        return json.dumps(fields, indent=1)

    @classmethod
    def from_json(cls, text):
        data = json.loads(text)
        return cls(
            {name: Host(**host) for name, host in data["hosts"].items()},
            [Link(**link) for link in data["links"]],
            data["channels"],
            data["medium"],
        )


def _mac(group, index, port=0):
    return f"02:43:4d:{group:02x}:{index:02x}:{port:02x}"


def _need(condition, message):
    if not condition:
        raise TopologyError(message)


def _check_keys(where, mapping, allowed):
    _need(isinstance(mapping, dict), f"{where}: not a mapping")
    unknown = set(mapping) - set(allowed)
    _need(not unknown, f"{where}: unknown key {', '.join(sorted(map(str, unknown)))}")


def _integer(where, mapping, key, default, low, high):
    value = mapping.get(key, default)
    _need(
        isinstance(value, int) and not isinstance(value, bool) and low <= value <= high,
        f"{where}: {key} is {value!r}, not a number from {low} to {high}",
    )
    return value


def _choice(where, mapping, key, known):
    _need(
        mapping[key] in known,
        f"{where}: {key} is {mapping[key]!r}, not one of {', '.join(known)}",
    )


def _flag(where, mapping, key, default=True):
    """Checks an option that is true or false, and sets its default. Returns its value."""
    _need(
        isinstance(mapping.setdefault(key, default), bool),
        f"{where}: {key} is {mapping[key]!r}, not true or false",
    )
    return mapping[key]


def _wire(where, mapping, own_key):
    _check_keys(where, mapping, ("rate_mbps", "delay_us", "queue_frames", own_key))
    return {
        "rate_mbps": _integer(where, mapping, "rate_mbps", 1000, 1, 100000),
        "delay_us": _integer(where, mapping, "delay_us", 0, 0, 10_000_000),
        "queue_frames": _integer(where, mapping, "queue_frames", 1000, 1, 1_000_000),
    }


def _last_wire(where, mapping):
    """Checks the wires between hosts and switches. Only these can have MACsec: queues of a
    switch would be above it, and would not know when the wire is busy."""
    wire = _wire(where, mapping, "macsec")
    return {**wire, "macsec": _flag(where, mapping, "macsec", default=False)}


NETWORK = (
    "ssid",
    "mobility_domain",
    "security",
    "passphrase",
    "channel",
    "standard",
    "rates",
    "dtim_period",
    "group_rekey_s",
)
PLACE = ("position", "power_dbm")
RADIO_KINDS = ("wtp", "vap", "station", "ap", "vsta")
WIRED = ("switch", "bridge", "packet-node")
"""Kinds of host that others connect to: Open vSwitch; the kernel's own bridge, which learns a
station's new port at once and which no controller programs; and a packet node with its Open
vSwitch."""
FIRST_PACKET_NODE = 200
"""Datapath ids of packet nodes follow this one; those of switches begin with 1."""
KINDS = {  # section -> kind, group octet of its MAC addresses, options
    "switches": ("switch", 1, ()),
    "bridges": ("bridge", 7, ()),
    "wtps": (
        "wtp",
        2,
        (
            *("at", "channel", "radios", "channels", "announce_ms", "aggregation", "airtime"),
            *("stations", "batch", *PLACE),
        ),
    ),
    "vaps": ("vap", 3, ("at", "bssid", "credit", *NETWORK)),
    "stations": (
        "station",
        4,
        ("vap", "rates", "walk", "wander", "bgscan", "namespace", *PLACE),
    ),
    "hosts": ("host", 5, ("at", "dhcp")),
    "aps": ("ap", 6, ("at", "queues", *NETWORK, *PLACE)),
    "virtual_stations": ("vsta", 8, ("at", "address", "vap", "wtp")),
    "packet_nodes": ("packet-node", 9, ()),
}


def parse(document):
    """Checks a document (the loaded YAML) and assigns addresses to all hosts. Returns the
    Topology. Raises TopologyError."""
    keys = (*KINDS, "links", "edge", "air", "channels", "medium", "mobility")
    _check_keys("topology", document, keys)
    channels = document.get("channels", CHANNELS[0])
    _need(
        channels in CHANNELS,
        f"channels is {channels!r}, not one of {', '.join(CHANNELS)}",
    )
    hosts = {}
    groups = {}
    for section, (kind, group, options) in KINDS.items():
        groups[kind] = group
        entries = document.get(section) or {}
        if isinstance(entries, list):
            entries = _listed(section, entries)
        _need(isinstance(entries, dict), f"{section}: not a mapping")
        for index, (name, entry) in enumerate(entries.items(), 1):
            where = f"{section}: {name}"
            _need(
                isinstance(name, str) and NAME.match(name),
                f"{where}: a name is 1 to 10 lower-case letters and digits",
            )
            _need(name not in hosts, f"{where}: another host has this name")
            entry = entry or {}
            _check_keys(where, entry, options)
            hosts[name] = Host(
                name,
                kind,
                index,
                "",
                wired=_mac(group, index),
                at=entry.get("at", ""),
                options=dict(entry),
            )
    _need(len(hosts) <= MAX_HOSTS, f"{len(hosts)} hosts; at most {MAX_HOSTS}")
    for number, host in enumerate(hosts.values()):
        host.management = f"{MANAGEMENT}.{10 + number}"
        _complete(host, hosts)
    for host in hosts.values():
        if host.kind == "station" and "rates" in host.options:
            network = hosts[host.options["vap"]].options
            rates.check_station(f"station {host.name}", host.options["rates"], network)
    virtual_stations.check_ids(hosts)
    outside = [host.name for host in hosts.values() if not host.options.get("namespace", True)]
    _need(
        len(outside) < 2,
        f"stations: {' and '.join(outside)} have no namespace; only one station can be without",
    )
    return Topology(
        hosts,
        _links(document, hosts),
        channels,
        air.check(document, hosts),
        mobility.check(document.get("mobility", False)),
    )


def _listed(section, names):
    """Returns the mapping that a list of names stands for."""
    for name in names:
        _need(isinstance(name, str), f"{section}: {name!r} is not a name")
        _need(names.count(name) == 1, f"{section}: {name} is listed twice")
    return {name: {} for name in names}


def _complete(host, hosts):
    """Checks one host, and sets its defaults and addresses."""
    where = f"{host.kind} {host.name}"
    options = host.options
    _need(isinstance(host.at, str), f"{where}: at is {host.at!r}, not a name")
    if host.kind in ("wtp", "vap", "host", "vsta") or host.at:
        _need(
            host.at in hosts and hosts[host.at].kind in WIRED,
            f"{where}: at is {host.at!r}, not a switch",
        )
    if host.kind == "wtp":
        regulatory.check(where, "channel", options.setdefault("channel", 6))
        options["radios"] = _integer(where, options, "radios", 1, 1, 16)
        if "channels" in options:
            regulatory.check_radios(where, options)
        options["announce_ms"] = _integer(where, options, "announce_ms", 1000, 100, 60000)
        options["batch"] = _integer(where, options, "batch", 64, 1, 64)
        for key in ("aggregation", "airtime"):
            _flag(where, options, key)
        virtual_stations.complete_wtp(where, options)
    elif host.kind == "vap":
        _complete_network(where, host)
        _flag(where, options, "credit")
        options.setdefault("bssid", f"02:43:4d:a0:00:{host.index:02x}")
        _need(
            isinstance(options["bssid"], str)
            and BSSID.match(options["bssid"])
            and not options["bssid"].endswith("ff:ff"),
            f"{where}: bssid is {options['bssid']!r}, not a unicast address in lower case "
            "that does not end in ff:ff",
        )
        host.address = f"10.10.{host.index}.1/24"
    elif host.kind == "ap":
        _complete_network(where, host)
        # An access point at a switch is a bridge: its stations are in the hosts' network.
        host.address = "" if host.at else f"10.11.{host.index}.1/24"
        options.setdefault("queues", QUEUES[0])
        _choice(where, options, "queues", QUEUES)
    elif host.kind == "station":
        vaps = [name for name, other in hosts.items() if other.kind in ("vap", "ap")]
        _need(vaps, f"{where}: the topology has no VAP and no access point")
        options.setdefault("vap", vaps[0])
        _need(options["vap"] in vaps, f"{where}: vap is {options['vap']!r}, not a VAP")
        _flag(where, options, "namespace")
        scan = options.get("bgscan")
        _need(
            scan is None or isinstance(scan, str) and BGSCAN.match(scan),
            f"{where}: bgscan is {scan!r}, not wpa_supplicant's MODULE:SHORT:DBM:LONG",
        )
    elif host.kind == "vsta":
        virtual_stations.complete(where, host, hosts)
    elif host.kind == "host":
        _need(
            isinstance(options.setdefault("dhcp", False), bool),
            f"{where}: dhcp is {options['dhcp']!r}, not true or false",
        )
        host.address = f"10.20.0.{host.index}/24"


def _complete_network(where, host):
    """Checks the options of a VAP's or an access point's network, and sets the defaults."""
    options = host.options
    options.setdefault("ssid", host.name)
    _check_ssid(where, options["ssid"])
    options.setdefault("security", "wpa2")
    options.setdefault("passphrase", "a passphrase of the lab")
    options.setdefault("standard", "g" if "rates" in options else "n")
    options.setdefault("channel", 36 if options["standard"] == "a" else 6)
    regulatory.check(where, "channel", options["channel"])
    options["dtim_period"] = _integer(where, options, "dtim_period", 2, 1, 255)
    options["group_rekey_s"] = _integer(where, options, "group_rekey_s", 86400, 0, 1_000_000)
    _need(
        isinstance(options["passphrase"], str) and 8 <= len(options["passphrase"]) <= 63,
        f"{where}: a passphrase has 8 to 63 characters",
    )
    for key, known in (("security", SECURITY), ("standard", STANDARDS)):
        _choice(where, options, key, known)
    rates.check_network(where, options)
    domain = options.get("mobility_domain")
    _need(
        domain is None or isinstance(domain, str) and MOBILITY_DOMAIN.match(domain),
        f"{where}: mobility_domain is {domain!r}, not four hexadecimal digits in quotes",
    )
    _need(
        domain is None or options["security"] == "wpa2",
        f"{where}: mobility_domain needs security wpa2",
    )


def _check_ssid(where, ssid):
    """Raises TopologyError for an SSID that 802.11 or hostapd's file cannot carry."""
    _need(
        isinstance(ssid, str) and ssid and ssid.isprintable(),
        f"{where}: ssid is {ssid!r}, not printable text; put a number in quotes",
    )
    octets = len(ssid.encode())
    _need(
        octets <= MAX_SSID_OCTETS,
        f"{where}: ssid has {octets} octets; 802.11 allows {MAX_SSID_OCTETS}",
    )


def _links(document, hosts):
    edge = _last_wire("edge", document.get("edge") or {})
    air = _last_wire("air", document.get("air") or document.get("edge") or {})
    entries = document.get("links") or []
    _need(isinstance(entries, list), "links: not a list")
    links = []
    for number, entry in enumerate(entries, 1):
        where = f"links: {number}"
        wire = _wire(where, entry, "between")
        between = entry.get("between")
        _need(
            isinstance(between, list)
            and len(between) == 2
            and between[0] != between[1]
            and all(isinstance(name, str) for name in between)
            and all(name in hosts and hosts[name].kind in WIRED for name in between),
            f"{where}: between is {between!r}, not two switches",
        )
        _need(
            not any(set(link.ends) == set(between) for link in links),
            f"{where}: {' and '.join(between)} are linked already",
        )
        links.append(
            Link(
                between,
                [between[1], between[0]],
                [_mac(0x10, number, 1), _mac(0x10, number, 2)],
                **wire,
            )
        )
    for host in hosts.values():
        if host.at:
            wire = air if host.kind == "wtp" else edge
            links.append(
                Link(
                    [host.at, host.name],
                    [host.name, "eth0"],
                    [_mac(0x20, len(links)), host.wired],
                    **wire,
                )
            )
    return links


def known():
    """Returns the names of the topologies that come with the lab."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def load(path=None):
    """Reads a topology from a file; the default topology if there is no path. A name without
    a suffix means one of known(). Raises TopologyError, also for a lab without hosts."""
    path = pathlib.Path(path or "default")
    if not path.suffix and not path.is_file():
        if path.name not in known() or path.parent.name:
            raise TopologyError(
                f"no topology {path}; there are: {', '.join(known())}; "
                "or name a YAML file, as ./my.yaml"
            )
        path = FOLDER / f"{path}.yaml"
    # Here, as --help works before the package for YAML is installed.
    from . import documents

    try:
        document = documents.read(path)
        _need(document is not None, "the file is empty; topologies/default.yaml is an example")
        found = parse(document)
        _need(found.hosts, "no hosts; topologies/default.yaml is an example")
    except FileNotFoundError as error:
        names = ", ".join(known())
        raise TopologyError(f"{path}: {error.strerror}; known names: {names}") from None
    except OSError as error:
        raise TopologyError(f"{path}: {error.strerror}") from None
    except TopologyError as error:
        raise TopologyError(f"{path}: {error}") from None
    found.name = path.stem if path.parent == FOLDER else str(path.absolute())
    return found
