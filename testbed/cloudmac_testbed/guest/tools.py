# SPDX-License-Identifier: Apache-2.0
"""What ``lab shell`` gives the programs of a host: the tools of its kind on PATH, and the sockets
of its own daemons where these tools look for them."""
import os
import pathlib
import shutil
import threading

from . import station, switch, vap

PROGRAMS = {
    "wtp": {"cloudmac-wtp": "agent"},
    "vap": {"cloudmac-vap": "vap_tool", "cloudmac-vapd": "vapd"},
    "vsta": {"cloudmac-vap": "vap_tool"},
    "packet-node": {"cloudmac-cpp": "cpp"},
}
"""Kind of host -> program -> its field of parts.Parts."""
CLIENTS = {
    "vap": ("hostapd_cli", vap.folder),
    "ap": ("hostapd_cli", vap.folder),
    "station": ("wpa_cli", station.folder),
    "vsta": ("wpa_cli", station.folder),
}
"""Kind of host -> the client of its hostapd or wpa_supplicant, and a function that returns the
daemon's folder. The client has no variable for the control sockets, so a script adds the option."""
VARIABLES = {"switch": switch.environment, "packet-node": switch.environment}
"""Kind of host -> function that returns more variables. Open vSwitch is on every host's PATH."""
_lock = threading.Lock()


def environment(lab, name):
    """Returns the environment variables of the programs in a host. name: None for the guest
    itself, whose environment all hosts inherit."""
    host = lab.topology.hosts.get(name)
    if not host:
        return dict(os.environ)
    more = VARIABLES.get(host.kind, lambda _: {})(name)
    if host.kind in PROGRAMS or host.kind in CLIENTS:
        more["PATH"] = f"{_folder(lab, host)}:{os.environ['PATH']}"
    return {**os.environ, **more}


def _folder(lab, host):
    """Returns the folder of a host's own programs, and fills it at the first call."""
    place = pathlib.Path(f"/run/tools-{host.name}")
    with _lock:
        if place.exists():
            return place
        place.mkdir()
        for program, part in PROGRAMS.get(host.kind, {}).items():
            (place / program).symlink_to(lab.plan["parts"][part])
        if host.kind in CLIENTS:
            program, folder = CLIENTS[host.kind]
            (place / program).write_text(client_script(shutil.which(program), folder(host.name)))
            (place / program).chmod(0o755)
    return place


def client_script(program, folder):
    """Returns a script that runs a client with the control sockets in a daemon's folder. Options
    of the caller come later and so override it."""
    return f'#!/bin/sh\nexec {program} -p {folder}/control "$@"\n'
