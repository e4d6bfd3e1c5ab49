# SPDX-License-Identifier: Apache-2.0
"""Two VAPs of one host, and a client of the second that takes the address of a client of the first.
Measures where the host then sends the frames to the first client.

The router is in a namespace of its own, at the host's interface of the LAN."""
import pathlib

from .. import calls
from . import shell, station, switch, traffic, vap

HOST = "vap1"
LAN = "eth2"
"""The host's interface of the LAN, as the page of VAP hosts names it."""
ROUTER = "router"
VLANS = 10, 20
"""Of the first and the second VAP, if each has one."""
PINGS = 5
RULE = 50000
"""Priority of a flow rule, above that of learning."""


def _ip(host, *lines):
    for line in lines:
        shell.run(host, "ip", *line.split())


def _lan(tagged):
    """Makes the LAN between the host and the router, which is 10.9.1.1, and 10.9.2.1 in the LAN of
    the second VAP. tagged: it has an interface in each VLAN."""
    shell.run(None, "ip", "netns", "add", ROUTER)
    _ip(HOST, f"link add {LAN} type veth peer name uplink netns {ROUTER}", f"link set {LAN} up")
    _ip(ROUTER, "link set uplink up")
    for number, vlan in enumerate(VLANS, 1):
        port = f"uplink.{vlan}" if tagged else "uplink"
        if tagged:
            _ip(ROUTER, f"link add link uplink name {port} type vlan id {vlan}")
        _ip(ROUTER, f"link set {port} up", f"addr add 10.9.{number}.1/24 dev {port}")


def _radios(lab):
    """Ends both hostapds and moves the radio of vap2 to the host of vap1. Returns the interfaces
    of both radios there."""
    vap.stop_hostapd("vap1")
    vap.stop_hostapd("vap2")
    first, second = (lab.vap_interfaces[name] for name in ("vap1", "vap2"))
    phy = shell.run("vap2", "cat", f"/sys/class/net/{second}/phy80211/name").strip()
    before = _interfaces()
    shell.run("vap2", "iw", "phy", phy, "set", "netns", "name", HOST)
    return first, (_interfaces() - before).pop()


def _interfaces():
    return set(shell.run(HOST, "ls", "/sys/class/net").split())


def _start(lab, name, interface, bridge):
    """Starts the hostapd of a VAP in the host, in a bridge of the host."""
    place = vap.folder(name)
    text = vap.configuration(lab.topology.hosts[name].options, interface, place)
    file = pathlib.Path(place, "hostapd.conf")
    file.write_text(text.replace(f"bridge={vap.BRIDGE}\n", f"bridge={bridge}\n"), encoding="utf-8")
    shell.start(HOST, f"hostapd-{name}", "hostapd", file)
    control = place / "control"
    shell.wait_for(
        f"the BSS of {name}",
        lambda: (control / interface).exists()
        and "state=ENABLED"
        in shell.run(HOST, "hostapd_cli", "-p", control, "-i", interface, "status"),
    )


def _serve():
    """Has each WTP serve one VAP, as a controller would. The radio of a VAP still sends on the wire
    of its first host."""
    for number in (1, 2):
        source, target = (switch.port_number("swa", f"{kind}{number}") for kind in ("vap", "wtp"))
        rule = f"priority={RULE},in_port={source},actions=output:{target}"
        switch.openflow("swa", "add-flow", rule)


def _take_address(lab):
    """Has mn2 associate with vap2 by the address of mn1, which it returns."""
    station.stop("mn2")
    stolen = station.address("mn1")
    _ip(
        "mn2",
        f"link set {station.INTERFACE} down",
        f"link set {station.INTERFACE} address {stolen}",
        f"link set {station.INTERFACE} up",
        f"addr add 10.9.2.12/24 dev {station.INTERFACE}",
    )
    station.start("mn2", lab.topology.hosts["vap2"].options)
    station.wait_associated("mn2", 60)
    return stolen


def _lost(host, address):
    return traffic.ping(host, address, PINGS)["lost"]


def _round(stolen, interfaces):
    """Has mn1 send, and then mn2. Returns how many pings the router loses to mn1 after each, how
    many mn2 loses to the router, and the VAPs at whose ports bridges have learnt the address."""
    traffic.ping("mn1", "10.9.1.1", 1)
    before = _lost(ROUTER, "10.9.1.11")
    heard = _lost("mn2", "10.9.2.1")
    table = shell.run(HOST, "bridge", "fdb", "show").splitlines()
    ports = [line.split()[2] for line in table if line.startswith(stolen)]
    return {
        "before": before,
        "of_the_thief": heard,
        "after": _lost(ROUTER, "10.9.1.11"),
        "at": [name for name, port in interfaces.items() if port in ports],
    }


@calls.declare
def steal(lab, recipe: str | None):
    """Has the station mn2 of vap2 take the address of mn1, a station of vap1. Both VAPs are on the
    host of vap1 then. Returns rounds (_round()).

    recipe: shell commands that make the bridges lan10 and lan20 at eth2. None: both VAPs are in one
    bridge. Its second round is with isolated ports of the VAPs."""
    interfaces = dict(zip(("vap1", "vap2"), _radios(lab)))
    _lan(tagged=recipe is not None)
    if recipe:
        shell.run(HOST, "sh", "-ec", recipe)
        bridges = [f"lan{vlan}" for vlan in VLANS]
    else:
        _ip(HOST, f"link set {LAN} master {vap.BRIDGE}")
        bridges = [vap.BRIDGE] * 2
    for (name, interface), bridge in zip(interfaces.items(), bridges):
        _start(lab, name, interface, bridge)
    _serve()
    station.wait_associated("mn1", 60)
    _ip("mn1", f"addr add 10.9.1.11/24 dev {station.INTERFACE}")
    stolen = _take_address(lab)
    rounds = [_round(stolen, interfaces)]
    if not recipe:
        for interface in interfaces.values():
            shell.run(HOST, "bridge", "link", "set", "dev", interface, "isolated", "on")
        rounds.append(_round(stolen, interfaces))
    return rounds
