# SPDX-License-Identifier: Apache-2.0
"""The plain client and the one for asyncio: what they share is in the modules above."""
import asyncio
import time

import httpx

from . import following
from .account import CONNECT_S
from .errors import Unreachable
from .operations import Operations
from .pages import Progress


def _unreachable(account, request, error):
    """Returns the exception for a request that got no answer."""
    reason = str(error) or type(error).__name__
    return Unreachable(f"{request.method} {account.url}/{request.path}: {reason}")


def _arguments(account, request):
    """Returns the arguments of httpx for a request."""
    return {
        "method": request.method,
        "url": f"{account.url}/{request.target}",
        "json": request.body,
        "headers": request.headers,
    }


def _streaming(account, request):
    """Returns the arguments of httpx for a stream."""
    timeout = httpx.Timeout(following.SILENCE_S, connect=CONNECT_S)
    headers = {"Accept": following.TYPE, "Cache-Control": "no-store"}
    return {**_arguments(account, request), "timeout": timeout, "headers": headers}


def _no_stream(answer, content):
    """Returns the arguments of Following.refused()."""
    after = answer.headers.get("Retry-After", "")
    return answer.status_code, answer.reason_phrase, bytes(content), after


class Listing:
    """A long list. Each iteration reads it anew, page after page.

    ``total``: its number of entries as of the latest page, None if unknown; ``unread``: roles whose
    lines of the audit may be missing."""

    def __init__(self, run, source, limit):
        self._run, self._source, self._limit = run, source, limit
        self._progress = Progress(source, limit)

    @property
    def total(self):
        """Number of entries of the list, whatever the limit."""
        return self._progress.total

    @property
    def unread(self):
        """Roles whose lines of the audit may be missing."""
        return self._progress.unread

    def __iter__(self):
        progress = self._progress = Progress(self._source, self._limit)
        while (call := progress.next()) is not None:
            yield from progress.take(self._run(call))


class AsyncListing(Listing):
    """A long list, for ``async for``."""

    __iter__ = None

    async def __aiter__(self):
        progress = self._progress = Progress(self._source, self._limit)
        while (call := progress.next()) is not None:
            for entry in progress.take(await self._run(call)):
                yield entry


class Client(Operations):
    """A controller, as an operator sees it. Use it with ``with``."""

    _http = None

    def _http_client(self):
        if self._http is None:
            self._http = httpx.Client(**self.account.settings())
        return self._http

    def run(self, call):
        http = self._http_client()
        try:
            answer = http.request(**_arguments(self.account, call.request))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _unreachable(self.account, call.request, error) from None
        return call.result(answer.status_code, answer.reason_phrase, answer.content)

    def _listed(self, source, limit):
        return Listing(self.run, source, limit)

    def _followed(self, progress):
        while True:
            request = progress.request
            try:
                with self._http_client().stream(**_streaming(self.account, request)) as answer:
                    if answer.status_code == 200:
                        progress.open(answer.headers.get("Content-Type", ""))
                        for octets in answer.iter_bytes():
                            yield from progress.take(octets)
                        seconds = progress.ended()
                    else:
                        content = bytearray()
                        for octets in answer.iter_bytes():
                            content += octets[: following.LONGEST_ANSWER - len(content)]
                            if len(content) >= following.LONGEST_ANSWER:
                                break
                        seconds = progress.refused(*_no_stream(answer, content))
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                seconds = progress.failed(_unreachable(self.account, request, error))
            time.sleep(seconds)

    def close(self):
        """Closes the connections."""
        if self._http is not None:
            self._http.close()
            self._http = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class AsyncClient(Operations):
    """A controller, as an operator sees it, for asyncio. Use it with ``async with``."""

    _http = None

    def _http_client(self):
        if self._http is None:
            self._http = httpx.AsyncClient(**self.account.settings())
        return self._http

    async def run(self, call):
        http = self._http_client()
        try:
            answer = await http.request(**_arguments(self.account, call.request))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _unreachable(self.account, call.request, error) from None
        return call.result(answer.status_code, answer.reason_phrase, answer.content)

    def _listed(self, source, limit):
        return AsyncListing(self.run, source, limit)

    async def _followed(self, progress):
        while True:
            request = progress.request
            try:
                stream = self._http_client().stream(**_streaming(self.account, request))
                async with stream as answer:
                    if answer.status_code == 200:
                        progress.open(answer.headers.get("Content-Type", ""))
                        async for octets in answer.aiter_bytes():
                            for event in progress.take(octets):
                                yield event
                        seconds = progress.ended()
                    else:
                        content = bytearray()
                        async for octets in answer.aiter_bytes():
                            content += octets[: following.LONGEST_ANSWER - len(content)]
                            if len(content) >= following.LONGEST_ANSWER:
                                break
                        seconds = progress.refused(*_no_stream(answer, content))
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                seconds = progress.failed(_unreachable(self.account, request, error))
            await asyncio.sleep(seconds)

    async def close(self):
        """Closes the connections."""
        if self._http is not None:
            await self._http.aclose()
            self._http = None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.close()
