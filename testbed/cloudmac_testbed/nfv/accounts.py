# SPDX-License-Identifier: Apache-2.0
"""Requests of a tenant's own account, in plain HTTP."""
import collections
import contextlib
import json
import secrets
import time

from .. import controller, restconf
from ..errors import LabError
from ..settings import RESTCONF_PORT, RUNTIME

BASE = f"http://127.0.0.1:{RESTCONF_PORT}"
DOMAIN = "sdn"
TENANTS = "rests/data/cloudmac-nfv:tenants"
TIMEOUT_S = 90


def send(method, path, body=None, account=None):
    """Sends a request. path: behind the server's name, as it goes into the request; account: (user,
    password), None for the administrator. Returns the status and the text of the answer."""
    # Here, as --help works before the package for it is installed.
    import requests

    prepared = requests.Request(
        method, BASE, json=body, auth=account or controller.credentials(RUNTIME)
    ).prepare()
    # The library would write the path in another spelling.
    prepared.url = f"{BASE}/{path}"
    try:
        with requests.Session() as session:
            answer = session.send(prepared, timeout=TIMEOUT_S)
    except requests.RequestException as error:
        raise LabError(f"{method} {path}: {error}") from None
    return answer.status_code, answer.text


def _sent(method, path, body=None, account=None):
    """Sends a request that must not be refused. Returns the answer's JSON, None if it has none."""
    status, text = send(method, path, body, account)
    if status >= 400:
        raise LabError(f"{method} {path}: {status} {text[:300]}")
    return json.loads(text) if text else None


@contextlib.contextmanager
def tenant(name, **entry):
    """Has a tenant and an account of its own. Yields Account. entry: more of the tenant's entry."""
    password = secrets.token_urlsafe(12)
    role = f"tenant:{name}"
    _sent("PATCH", TENANTS, {"cloudmac-nfv:tenants": {"tenant": [{"name": name, **entry}]}})
    _sent("POST", "auth/v1/roles", {"name": role, "domainid": DOMAIN, "description": role})
    user = {"name": name, "password": password, "domainid": DOMAIN}
    _sent("POST", "auth/v1/users", user)
    grant = f"auth/v1/domains/{DOMAIN}/users/{name}@{DOMAIN}/roles"
    _sent("POST", grant, {"roleid": f"{role}@{DOMAIN}"})
    try:
        yield Account(name, password)
    finally:
        _sent("DELETE", f"{grant}/{role}@{DOMAIN}")
        _sent("DELETE", f"auth/v1/users/{name}@{DOMAIN}")
        _sent("DELETE", f"auth/v1/roles/{role}@{DOMAIN}")
        _sent("DELETE", f"{TENANTS}/tenant={name}")


class Account:
    """A tenant's account. statuses: how often each was answered."""

    def __init__(self, name, password):
        self.name, self.path = name, f"{TENANTS}/tenant={name}"
        self._account = (name, password)
        self.statuses = collections.Counter()

    def send(self, method, path, body=None):
        """Returns the status and the text of the answer."""
        status, text = send(method, path, body, self._account)
        self.statuses[status] += 1
        return status, text

    def sent(self, method, path, body=None):
        """Returns the answer's JSON, None if it has none. Waits if the account has sent too many.

        Raises LabError if the request is refused."""
        deadline = time.monotonic() + TIMEOUT_S
        status, text = self.send(method, path, body)
        while status == 429 and time.monotonic() < deadline:
            time.sleep(0.1)
            status, text = self.send(method, path, body)
        if status >= 400:
            raise LabError(f"{method} {path}: {status} {text[:300]}")
        return json.loads(text) if text else None

    def call(self, name, **given):
        """Calls an RPC for the tenant. Returns its output."""
        given = {key.replace("_", "-"): value for key, value in given.items()}
        body = {"cloudmac-nfv:input": {"tenant": self.name, **given}}
        answer = self.sent("POST", f"rests/operations/cloudmac-nfv:{name}", body)
        return (answer or {}).get("cloudmac-nfv:output", {})

    def state(self, kind, name):
        """Returns the entry of the state of an LVNF or a chain; {} if there is none."""
        path = {"lvnf": "nfv-state/lvnf", "chain": "chain-state/chain"}[kind]
        status, text = self.send(
            "GET", f"rests/data/cloudmac-nfv:{path}={self.name},{name}?content=nonconfig"
        )
        return next(iter(json.loads(text).values()))[0] if status == 200 else {}

    def await_state(self, kind, name, condition):
        """Returns the entry of the state when a condition of it is true; {} if there is none."""

        def met():
            found = self.state(kind, name)
            return [found] if condition(found) else None

        return restconf.wait_for(
            f"{kind} {name} of {self.name}", met, seen=lambda: self.state(kind, name)
        )[0]
