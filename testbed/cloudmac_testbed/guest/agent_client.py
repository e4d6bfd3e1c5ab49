# SPDX-License-Identifier: Apache-2.0
"""A client of the WTP agents' control protocol: JSON-RPC 2.0 over TLS 1.3.

It presents the controller's certificate. The lab uses it to read the leases
that the controller made, and to make the same ones again where a measurement
runs without the controller."""
import json
import socket
import ssl
from typing import Any

from .. import calls
from . import shell
from .wtp import CONTROL_PORT, PKI

REPLAYED_TTL_MS = 3_600_000
"""The protocol's longest; a replayed lease has nobody to renew it."""


class Session:
    """A connection to one WTP's agent, as a context manager.

    certificate: path without suffix of another one than the controller's."""

    def __init__(self, host, certificate=None):
        certificate = certificate or PKI / "controller"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        # The peer's name is in a URI, which is checked below.
        context.check_hostname = False
        context.load_verify_locations(PKI / "ca.pem")
        context.load_cert_chain(f"{certificate}.pem", f"{certificate}.key")
        plain = socket.create_connection((host.management, CONTROL_PORT), timeout=10)
        self.sock = context.wrap_socket(plain)
        names = self.sock.getpeercert().get("subjectAltName", ())
        if ("URI", f"urn:cloudmac:wtp:{host.wired}") not in names:
            raise shell.CommandFailed(f"{host.name}: its agent's certificate is for {names}")
        self.file = self.sock.makefile("rwb")
        self.last = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.sock.close()

    def call(self, method, **params):
        """Call a method and return its result; raises CommandFailed on an error."""
        self.last += 1
        request = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        self.file.write(json.dumps(request).encode() + b"\n")
        self.file.flush()
        while line := self.file.readline():
            answer = json.loads(line)
            if answer.get("id") != self.last:
                continue
            if "error" in answer:
                raise shell.CommandFailed(f"{method}: {answer['error']}")
            return answer["result"]
        raise shell.CommandFailed(f"{method}: the agent closed the connection")


@calls.declare
def call(
    lab, wtp: str, method: str, params: dict[str, Any] | None = None, certificate: str | None = None
):
    """One call to a WTP's agent, for the machine's side of the lab."""
    with Session(lab.topology.hosts[wtp], certificate) as session:
        return session.call(method, **(params or {}))


@calls.declare
def leases(lab):
    """All WTPs' leases: WTP -> list of {bssid, radio}."""
    found = {}
    for host in lab.topology.of_kind("wtp"):
        with Session(host) as session:
            found[host.name] = [
                {"bssid": lease["bssid"], "radio": lease["radio"]}
                for lease in session.call("ack.list")["leases"]
            ]
    return found


def replay(lab, wanted):
    """Make the leases of ``wanted``, as leases() returned them."""
    for name, entries in wanted.items():
        with Session(lab.topology.hosts[name]) as session:
            for lease in entries:
                session.call("ack.lease", ttl_ms=REPLAYED_TTL_MS, **lease)
