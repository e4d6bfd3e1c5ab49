# SPDX-License-Identifier: Apache-2.0
"""Runs cloudmac-vapd on the VAPs' hosts, one for each VAP: the controller's connection to
hostapd."""
import pathlib

from .. import calls
from . import shell, vap, wtp

PORT = 4920
_processes = {}


def configuration(host, folder, identity):
    """Returns the daemon's configuration file. folder: of the certificates; identity: the name
    that the daemon has, and that its certificate shows."""
    certificate = folder / f"vap-host-{identity}"
    lines = [
        "[vap-host]",
        f"name = {identity}",
        f"control = {vap.folder(host.name)}/control",
        "",
        "[control]",
        f"address = {host.management}",
        f"port = {PORT}",
        f"ca = {folder}/ca.pem",
        f"cert = {certificate}.pem",
        f"key = {certificate}.key",
    ]
    return "\n".join(lines) + "\n"


@calls.declare
def start(lab, name: str, folder: str | None = None, identity: str | None = None):
    """Starts the daemon of a VAP's host and waits until its port is open. folder: of its
    certificates, None for the lab's; identity: its name, None for the host's."""
    file = vap.folder(name) / "vapd.conf"
    certificates = pathlib.Path(folder) if folder else wtp.PKI
    file.write_text(configuration(lab.topology.hosts[name], certificates, identity or name))
    program = lab.plan["parts"]["vapd"]
    _processes[name] = shell.start(name, f"vapd-{name}", program, "--config", file, "--foreground")

    def listening():
        if _processes[name].poll() is not None:
            raise shell.ended(f"{name}: cloudmac-vapd", f"vapd-{name}")
        return f":{PORT} " in shell.run(name, "ss", "-Hltn")

    shell.wait_for(f"cloudmac-vapd of {name}", listening)


@calls.declare
def stop(name: str):
    """Ends the daemon of a VAP's host."""
    process = _processes.pop(name)
    process.terminate()
    process.wait(10)
