# SPDX-License-Identifier: Apache-2.0
"""Sends requests of RESTCONF (RFC 8040) to the controller."""
import http.cookiejar
import pathlib
import ssl
from urllib.parse import quote

import httpx

from .errors import CloudmacError, Refused, Unreachable

TIMEOUT_S = 90
"""Time limit of a request. A node can take 20 s to verify an image."""
CONNECTIONS = 8


def key(name):
    """Returns a list's key as a URL has it."""
    return quote(name, safe="")


class Restconf:
    """The controller's RESTCONF server. All methods run in one event loop.

    url: such as "http://127.0.0.1:8181"; password_file: its first line is the password; ca_file:
    certificates of the authority of an https server, None for the system's authorities."""

    def __init__(self, url, user, password_file, ca_file=None):
        self.url = url.rstrip("/")
        self.user, self.password_file, self.ca_file = user, password_file, ca_file
        self._client = None

    def _opened(self):
        """Returns the client of HTTP, and makes it at the first call."""
        if self._client is None:
            try:
                lines = pathlib.Path(self.password_file).read_text(encoding="utf-8").splitlines()
                # Reading the certificates of a system takes many milliseconds.
                is_tls = self.url.startswith("https:")
                verify = ssl.create_default_context(cafile=self.ca_file) if is_tls else False
            except (OSError, UnicodeDecodeError) as error:
                raise CloudmacError(f"cannot read the password or the CA file: {error}") from None
            if not lines or not lines[0]:
                raise CloudmacError(f"{self.password_file}: no password in its first line")
            self._client = httpx.AsyncClient(
                base_url=f"{self.url}/rests/",
                auth=(self.user, lines[0]),
                verify=verify,
                timeout=TIMEOUT_S,
                limits=httpx.Limits(max_connections=CONNECTIONS),
                headers={"Accept": "application/yang-data+json"},
                # The controller answers 500 to some of several requests of one session at a time.
                cookies=http.cookiejar.CookieJar(
                    http.cookiejar.DefaultCookiePolicy(allowed_domains=[])
                ),
                trust_env=False,
            )
        return self._client

    async def close(self):
        """Closes all connections."""
        if self._client is not None:
            await self._client.aclose()

    async def request(self, method, path, body=None):
        """Returns the answer's JSON; None if it has none. path: below /rests/.

        Raises Refused with the server's words, Unreachable."""
        headers = {"Content-Type": "application/yang-data+json"} if body is not None else {}
        try:
            answer = await self._opened().request(method, path, json=body, headers=headers)
        except httpx.HTTPError as error:
            reason = str(error) or type(error).__name__
            raise Unreachable(f"{method} {self.url}/rests/{path}: {reason}") from None
        if answer.status_code >= 400:
            raise _refusal(answer)
        try:
            return answer.json() if answer.content else None
        except ValueError:
            raise Unreachable(
                f"{self.url}: an answer is not JSON; is this the controller?"
            ) from None

    async def get(self, path):
        """Returns the content of a container, a list's entry or a list; None if there is none."""
        try:
            answer = await self.request("GET", path)
        except Refused as error:
            if error.tag == "data-missing" or error.status == 404:
                return None
            raise
        return next(iter(answer.values()), None) if answer else None

    async def call(self, name, given):
        """Calls an RPC of cloudmac-nfv. Returns its output, {} if it has none."""
        body = {"cloudmac-nfv:input": given}
        answer = await self.request("POST", f"operations/cloudmac-nfv:{name}", body)
        return (answer or {}).get("cloudmac-nfv:output") or {}


def _refusal(answer):
    """Returns the exception for an answer with an error (RFC 8040, section 3.9)."""
    try:
        content = answer.json()
        errors = next(value for name, value in content.items() if name.endswith("errors"))["error"]
        text = "; ".join(error.get("error-message") or error["error-tag"] for error in errors)
        # Messages of YANG have the line breaks of their module.
        return Refused(" ".join(text.split()), answer.status_code, errors[0]["error-tag"])
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, StopIteration):
        text = answer.text.strip()[:300] or answer.reason_phrase
        return Refused(f"{answer.status_code} {text}", answer.status_code)
