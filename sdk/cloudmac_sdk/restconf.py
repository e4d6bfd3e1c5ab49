# SPDX-License-Identifier: Apache-2.0
"""Sends requests of RESTCONF (RFC 8040) to the controller."""
import httpx

from cloudmac.exchange import Call, Request, key, only, operation

from .errors import Unreachable

__all__ = ["Restconf", "key"]


class Restconf:
    """The controller's RESTCONF server. All methods run in one event loop.

    account: cloudmac.account.Account"""

    def __init__(self, account):
        self.account = account
        self._client = None

    def _opened(self):
        """Returns the client of HTTP, and makes it at the first call."""
        if self._client is None:
            self._client = httpx.AsyncClient(**self.account.settings())
        return self._client

    async def close(self):
        """Closes all connections."""
        if self._client is not None:
            await self._client.aclose()

    async def request(self, method, path, body=None):
        """Returns the answer's JSON; None if it has none. path: below /rests/.

        Raises Refused with the server's words, Unreachable."""
        return await self._result(Call(Request(method, f"rests/{path}", body=body)))

    async def _result(self, call):
        request = call.request
        url = f"{self.account.url}/{request.target}"
        try:
            answer = await self._opened().request(
                request.method, url, json=request.body, headers=request.headers
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            reason = str(error) or type(error).__name__
            raise Unreachable(f"{request.method} {url}: {reason}") from None
        return call.result(answer.status_code, answer.reason_phrase, answer.content)

    async def get(self, path):
        """Returns the content of a container, a list's entry or a list; None if there is none."""
        return await self._result(
            Call(Request("GET", f"rests/{path}"), only, is_absent_allowed=True)
        )

    async def call(self, name, given):
        """Calls an RPC of cloudmac-nfv. Returns its output, {} if it has none."""
        return await self._result(operation("cloudmac-nfv", name, given))
