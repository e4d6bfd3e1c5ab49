# SPDX-License-Identifier: Apache-2.0
"""A client of the WTP agents' control protocol: JSON-RPC 2.0 over TLS 1.3.

It presents the controller's certificate. The lab reads the controller's leases and permits with
it, and requests the same in a measurement without the controller."""
import json
import socket
import ssl
from typing import Any

from .. import calls
from . import shell
from .wtp import CONTROL_PORT, PKI

OLD_TERM = -32007
"""Another controller gives the orders. An error's ``data`` has its term."""

REPLAYED_TTL_MS = 3_600_000
"""The longest that the protocol allows: nobody renews what is replayed."""


class Session:
    """A connection to one WTP's agent, as a context manager.

    certificate: path without suffix; None: the controller's."""

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
        """Calls a method and returns its result. Raises CommandFailed on an error.

        An order is given in the name of the controller that the agent obeys, with its term."""
        answer = self._ask(method, params)
        if answer.get("error", {}).get("code") == OLD_TERM:
            self._ask("session.claim", answer["error"]["data"])
            answer = self._ask(method, params)
        if "error" in answer:
            raise shell.CommandFailed(f"{method}: {answer['error']}")
        return answer["result"]

    def _ask(self, method, params):
        self.last += 1
        request = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        self.file.write(json.dumps(request).encode() + b"\n")
        self.file.flush()
        while line := self.file.readline():
            answer = json.loads(line)
            if answer.get("id") == self.last:
                return answer
        raise shell.CommandFailed(f"{method}: the agent closed the connection")


@calls.declare
def call(
    lab, wtp: str, method: str, params: dict[str, Any] | None = None, certificate: str | None = None
):
    """Calls a method of a WTP's agent and returns its result."""
    with Session(lab.topology.hosts[wtp], certificate) as session:
        return session.call(method, **(params or {}))


@calls.declare
def leases(lab):
    """Returns all WTPs' leases: WTP -> list of {bssid, radio, role}; an older agent names no
    role."""
    return _of_each(lab, "ack.list", "leases")


def permits(lab):
    """Returns what all WTPs may announce: WTP -> list of {bssid, radio}."""
    return _of_each(lab, "announce.list", "permits")


def _of_each(lab, method, member):
    found = {}
    for host in lab.topology.of_kind("wtp"):
        with Session(host) as session:
            found[host.name] = [
                {key: one[key] for key in ("bssid", "radio", "role") if key in one}
                for one in session.call(method)[member]
            ]
    return found


def replay(lab, wanted_leases, wanted_permits):
    """Requests what leases() and permits() returned in another boot."""
    for host in lab.topology.of_kind("wtp"):
        with Session(host) as session:
            for lease in wanted_leases[host.name]:
                session.call("ack.lease", ttl_ms=REPLAYED_TTL_MS, **lease)
            for permit in wanted_permits[host.name]:
                session.call(
                    "announce.permit",
                    ttl_ms=REPLAYED_TTL_MS,
                    radio=permit["radio"],
                    bssids=[permit["bssid"]],
                )
