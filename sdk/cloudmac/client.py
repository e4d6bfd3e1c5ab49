# SPDX-License-Identifier: Apache-2.0
"""The plain client and the one for asyncio: what they share is in the modules above."""
import httpx

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

    def run(self, call):
        if self._http is None:
            self._http = httpx.Client(**self.account.settings())
        try:
            answer = self._http.request(**_arguments(self.account, call.request))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _unreachable(self.account, call.request, error) from None
        return call.result(answer.status_code, answer.reason_phrase, answer.content)

    def _listed(self, source, limit):
        return Listing(self.run, source, limit)

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

    async def run(self, call):
        if self._http is None:
            self._http = httpx.AsyncClient(**self.account.settings())
        try:
            answer = await self._http.request(**_arguments(self.account, call.request))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _unreachable(self.account, call.request, error) from None
        return call.result(answer.status_code, answer.reason_phrase, answer.content)

    def _listed(self, source, limit):
        return AsyncListing(self.run, source, limit)

    async def close(self):
        """Closes the connections."""
        if self._http is not None:
            await self._http.aclose()
            self._http = None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.close()
