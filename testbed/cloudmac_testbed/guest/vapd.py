# SPDX-License-Identifier: Apache-2.0
"""Runs cloudmac-vapd on the VAPs' hosts, one for each VAP: the controller's connection to
hostapd."""
import pathlib

from .. import calls
from . import shell, vap, wtp

PORT = 4920
_processes = {}


def configuration(host, certificate):
    """Returns the daemon's configuration file. certificate: path without suffix, in one folder
    with the authority's; None: the host's own."""
    certificate = pathlib.Path(certificate or wtp.PKI / f"vap-host-{host.name}")
    lines = [
        "[vap-host]",
        f"name = {host.name}",
        f"control = {vap.folder(host.name)}/control",
        # hostapd's sockets are root's.
        "user = root",
        "",
        "[control]",
        f"address = {host.management}",
        f"port = {PORT}",
        f"ca = {certificate.parent}/ca.pem",
        f"cert = {certificate}.pem",
        f"key = {certificate}.key",
    ]
    return "\n".join(lines) + "\n"


@calls.declare
def start(lab, name: str, certificate: str | None = None):
    """Starts the daemon of a VAP's host and waits until its port is open."""
    file = vap.folder(name) / "vapd.conf"
    file.write_text(configuration(lab.topology.hosts[name], certificate))
    program = lab.plan["parts"]["vapd"]
    _processes[name] = shell.start(name, f"vapd-{name}", program, "--config", file, "--foreground")

    def listening():
        if _processes[name].poll() is not None:
            raise shell.CommandFailed(f"{name}: cloudmac-vapd ended, see log/vapd-{name}.log")
        return f":{PORT} " in shell.run(name, "ss", "-Hltn")

    shell.wait_for(f"cloudmac-vapd of {name}", listening)


@calls.declare
def stop(name: str):
    """Ends the daemon of a VAP's host."""
    process = _processes.pop(name)
    process.terminate()
    process.wait(10)
