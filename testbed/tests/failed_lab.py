# SPDX-License-Identifier: Apache-2.0
"""What is kept of the lab of a test that fails while the lab is up: its logs, the switches' flows, and
configuration and state of the controller. A later test changes or ends the lab."""
import contextlib
import json
import os
import pathlib
import re
import tempfile

from cloudmac_testbed import client, kept_logs, restconf
from cloudmac_testbed.errors import LabError
from cloudmac_testbed.guest import switch
from cloudmac_testbed.settings import RUNTIME

TREES = (
    "data/cloudmac:cloudmac?content=config",
    "data/cloudmac-state:cloudmac-state?content=nonconfig",
)
STATIONS_SHOWN = 5


def folder(test):
    """Returns the folder for what is kept of a test: beside the record of boots of ./cloudmac check, or
    else where temporary files lie."""
    boots = os.environ.get("CLOUDMAC_BOOTS")
    top = pathlib.Path(boots).parent if boots else pathlib.Path(tempfile.gettempdir())
    return top / f"failed-{re.sub(r'[^A-Za-z0-9_.-]+', '-', test)}"


def keep(test, run=RUNTIME):
    """Keeps what is there of the lab in the folder ``run``. Returns lines that say where it is and what
    the controller's state is; none if no lab is up."""
    if not (run / "about.json").exists():
        return []
    target = kept_logs.keep(run, folder(test))
    lines = [f"logs, flows and the controller's state are in {target}"]
    trees = {}
    for path in TREES:
        with contextlib.suppress(LabError, ValueError):
            trees.update(restconf.request("GET", path) or {})
    (target / "controller.json").write_text(json.dumps(trees, indent=1), encoding="utf-8")
    lines += facts(trees.get("cloudmac-state:cloudmac-state", {}))
    for name in switches_of(run):
        with contextlib.suppress(LabError, OSError):
            flows = client.call(switch.flows, name=name)
            (target / f"{name}.flows").write_text("\n".join(flows), encoding="utf-8")
    return lines


def facts(state):
    """Returns lines on the stations and the rules that are not in force. state: of the controller."""
    stations = state.get("stations", {}).get("station", [])
    rules = state.get("flows", {}).get("flow", [])
    waiting = [rule for rule in rules if rule.get("state") != "installed"]
    lines = [f"{len(stations)} stations, {len(waiting)} of {len(rules)} rules not installed"]
    for each in stations[:STATIONS_SHOWN]:
        lines.append(f"station {each.get('station')} of {each.get('bssid')}: WTP {each.get('wtp')}")
    lines += [f"not installed: {json.dumps(rule)}" for rule in waiting[:STATIONS_SHOWN]]
    return lines


def switches_of(run):
    """Returns the names of the lab's switches. run: the lab's folder."""
    plan = json.loads((run / "exchange" / "plan.json").read_text(encoding="utf-8"))
    hosts = json.loads(plan["topology"])["hosts"]
    return [name for name, host in hosts.items() if host["kind"] == "switch"]
