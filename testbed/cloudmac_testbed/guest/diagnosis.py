# SPDX-License-Identifier: Apache-2.0
"""Reports what each part of the lab knows of a station, for the error of a failed test.

A part that fails is reported as failed; the report itself raises nothing."""
from .. import calls
from . import agent_client, shell, station, switch, vap, vsta

TAIL = 1500


def _said(name, say):
    """Returns a part's report under its name, or the error that it raised."""
    try:
        text = say().strip()
    except Exception as error:  # a part that fails is a finding
        text = f"{type(error).__name__}: {error}"
    return f"--- {name}\n{text[-TAIL:] or 'nothing'}"


def _rules(name, mobile, bssid):
    """Returns the switch's rules that match a station or its VAP, with their counters."""
    addresses = (station.address(mobile), bssid)
    lines = switch.openflow(name, "dump-flows", "--no-names").splitlines()
    return "\n".join(
        line.strip() for line in lines if any(address in line for address in addresses)
    )


def _leases(host):
    with agent_client.Session(host) as session:
        return str(session.call("ack.list")["leases"])


def _log(name):
    path = shell.LOGS / f"{name}.log"
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _of_virtual(lab, name):
    """Returns the reports of what a virtual station has beside a station: part -> function."""
    wtp = lab.topology.hosts[name].options["wtp"]
    return {
        f"{name}: driver": lambda: str(vsta.counters(lab, name)),
        f"{wtp}: virtual stations": lambda: str(vsta.listed(lab, wtp)),
        f"{wtp}: drops": lambda: str(agent_client.call(lab, wtp, "stats")["drops"]),
        f"{wtp}: log": lambda: _log(f"wtp-{wtp}"),
    }


@calls.declare
def of_station(lab, name: str):
    """Returns the reports of the station, its VAP, the switches and the agents, each cut to
    its last TAIL characters."""
    served = lab.topology.hosts[lab.topology.hosts[name].options["vap"]]
    parts = {
        f"{name}: station dump": lambda: shell.run(
            name, "iw", "dev", station.INTERFACE, "station", "dump", check=False
        ),
        f"{name}: wpa_supplicant": lambda: _log(f"wpa_supplicant-{name}"),
        f"{served.name}: hostapd's log": lambda: _log(f"hostapd-{served.name}"),
    }
    if served.kind == "vap":
        control = vap.folder(served.name) / "control"
        parts[f"{served.name}: stations"] = lambda: shell.run(
            served.name, "hostapd_cli", "-p", control, "all_sta", check=False
        )
        parts[f"{served.name}: dnsmasq"] = lambda: _log(f"dnsmasq-{served.name}")
        parts[f"{served.name}: bridge"] = lambda: shell.run(
            served.name, "bridge", "link", check=False
        )
        for host in lab.topology.switches():
            parts[f"{host.name}: rules"] = lambda host=host: _rules(
                host.name, name, served.options["bssid"]
            )
    for host in lab.topology.of_kind("wtp"):
        parts[f"{host.name}: leases"] = lambda host=host: _leases(host)
    if lab.topology.hosts[name].kind == "vsta":
        parts |= _of_virtual(lab, name)
    return "\n".join(_said(part, say) for part, say in parts.items())
