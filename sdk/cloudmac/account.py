# SPDX-License-Identifier: Apache-2.0
"""Where the controller is, and who asks."""
import dataclasses
import http.cookiejar
import os
import pathlib
import ssl

import httpx

from .errors import CloudmacError

URL, USER = "http://127.0.0.1:8181", "admin"
TIMEOUT_S, CONNECT_S = 90, 10
"""Time limits of a request: a node can take 20 s to verify an image, and a handover 70 s."""
CONNECTIONS = 8


@dataclasses.dataclass(frozen=True)
class Account:
    """An account at a controller.

    url: such as "http://127.0.0.1:8181"; password_file: its first line is the password; ca_file:
    certificates of the authority of an https server, None for the system's authorities."""

    url: str
    user: str
    password_file: str
    ca_file: str | None = None

    @classmethod
    def of(cls, url=None, user=None, password_file=None, ca_file=None):
        """Returns an account. Variables of the environment are the defaults: CLOUDMAC_URL,
        CLOUDMAC_USER, CLOUDMAC_PASSWORD_FILE and CLOUDMAC_CA_FILE. Raises ValueError without a
        password file."""
        environment = os.environ
        password_file = password_file or environment.get("CLOUDMAC_PASSWORD_FILE")
        if not password_file:
            raise ValueError("no password_file: pass it, or set CLOUDMAC_PASSWORD_FILE")
        return cls(
            (url or environment.get("CLOUDMAC_URL") or URL).rstrip("/"),
            user or environment.get("CLOUDMAC_USER") or USER,
            password_file,
            ca_file or environment.get("CLOUDMAC_CA_FILE") or None,
        )

    def _is_url(self):
        try:
            url = httpx.URL(self.url)
            port = url.port or 1
            return url.scheme in ("http", "https") and bool(url.host) and port <= 65535
        except (httpx.InvalidURL, ValueError):
            return False

    def settings(self):
        """Returns the arguments of a client of httpx. Reads the files; raises CloudmacError."""
        if not self._is_url():
            raise CloudmacError(f"{self.url} is no address of a controller: http://HOST:PORT")
        try:
            lines = pathlib.Path(self.password_file).read_text(encoding="utf-8").splitlines()
            # Reading the certificates of a system takes many milliseconds.
            is_tls = self.url.startswith("https:")
            verify = ssl.create_default_context(cafile=self.ca_file) if is_tls else False
        except (OSError, UnicodeDecodeError) as error:
            raise CloudmacError(f"cannot read the password or the CA file: {error}") from None
        if not lines or not lines[0]:
            raise CloudmacError(f"{self.password_file}: no password in its first line")
        return {
            "auth": (self.user, lines[0]),
            "verify": verify,
            "timeout": httpx.Timeout(TIMEOUT_S, connect=CONNECT_S),
            "limits": httpx.Limits(max_connections=CONNECTIONS),
            "headers": {"Accept": "application/yang-data+json"},
            # No session: each request has the password, and with a session none was faster.
            "cookies": http.cookiejar.CookieJar(
                http.cookiejar.DefaultCookiePolicy(allowed_domains=[])
            ),
            "trust_env": False,
        }
