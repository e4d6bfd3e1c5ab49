# SPDX-License-Identifier: Apache-2.0
"""Runs cloudmac-load on a wired host of the lab: many virtual stations of one host load an access
point."""
import json
import pathlib
from collections.abc import Sequence

from .. import calls, virtual_stations
from ..settings import ROOT
from . import shell, station, switch, vsta

TOOL = ROOT / "vap-driver" / "load"
PORT = 5500
OUTPUT = pathlib.Path("/run/load.json")
PATIENCE_S = 120


def address(number):
    """Returns the address of a station of a host, from 1."""
    return f"{virtual_stations.BOX}:{number:02x}"


def serve(lab, wtp, mac):
    """Has a WTP serve a virtual station, as the controller does: its lease, and the flow rule of its
    frames. A switch that learns would send them to the WTP that heard the access point last."""
    vsta.lease(lab, wtp, mac)
    tag = f"12:00:00:00:{mac[-5:]}/ff:00:00:00:ff:ff"  # its version and id
    words = f"priority=9,dl_type=0x1337,dl_src={tag},actions=output:{wtp}"
    switch.openflow(lab.topology.hosts[wtp].at, "add-flow", words)


@calls.declare
def measure(
    lab,
    host: str,
    target: str,
    stations: int,
    wtps: Sequence[str],
    seconds: int,
    stagger_s: float,
    timeout_s: float,
):
    """Loads an access point or a VAP, the host ``target``, by ``stations`` virtual stations of a
    wired host. The WTPs serve them in turns. Returns the tool's result file."""
    server = lab.topology.hosts[target]
    network = server.options
    for number in range(1, stations + 1):
        serve(lab, wtps[number % len(wtps)], address(number))
    there = server.address.split("/")[0]
    shell.start(server.name, f"load-{server.name}", "python3", TOOL / "cloudmac-load", "serve")
    shell.wait_for(
        f"cloudmac-load on {server.name}",
        lambda: f":{PORT} " in shell.run(server.name, "ss", "-Hltn"),
    )
    secret = pathlib.Path("/run/load-secret")
    secret.write_text(network["passphrase"], encoding="utf-8")
    argv = (
        *("python3", TOOL / "cloudmac-load", "run", "--lower", "eth0"),
        *("--tool", lab.plan["parts"]["vap_tool"], "--stations", stations, "--first", address(1)),
        *("--ssid", network["ssid"], "--psk-file", secret),
        *(["--sae"] if network["security"] == "wpa3" else []),
        *("--frequency", *station.band(network), "--stagger", stagger_s, "--timeout", timeout_s),
        *("--server", there, "--seconds", seconds),
        *("--output", OUTPUT, "--logs", shell.LOGS / f"load-{host}"),
    )
    return result(host, argv, stations * (stagger_s + 12) + timeout_s + 2 * seconds + PATIENCE_S)


def result(host, argv, timeout):
    """Runs cloudmac-load. Returns its result file, which it also writes if stations fail. Raises
    CommandFailed with its message if it writes none."""
    OUTPUT.unlink(missing_ok=True)
    try:
        shell.run(host, *argv, timeout=timeout)
    except shell.CommandFailed:
        if not OUTPUT.exists():
            raise
    return json.loads(OUTPUT.read_text(encoding="utf-8"))
