# SPDX-License-Identifier: Apache-2.0
"""Runs coroutines in a thread with an event loop, and callbacks in another thread."""
import asyncio
import logging
import queue
import threading

LOG = logging.getLogger("cloudmac_sdk")


async def _logged(coroutine, about):
    """Logs why a coroutine fails, before its future tells anybody."""
    try:
        return await coroutine
    except Exception as error:
        LOG.error("%s: %s", about, error)
        raise


class Background:
    """Two threads, which end with the process or by close().

    Callbacks have a thread of their own, so that one that takes its time, or waits for the result
    of another call, holds up no request."""

    def __init__(self):
        self._loop = asyncio.new_event_loop()
        self._results = queue.SimpleQueue()
        self._pending = 0
        self._changed = threading.Condition()
        self._is_closed = False
        self._endless = set()
        self._threads = [
            threading.Thread(target=target, name=f"cloudmac-{name}", daemon=True)
            for name, target in (("requests", self._serve), ("callbacks", self._call_back))
        ]
        for thread in self._threads:
            thread.start()

    def _serve(self):
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def _call_back(self):
        while (job := self._results.get()) is not None:
            callback, value = job
            try:
                callback(value)
            except Exception:  # the caller's function may raise anything
                LOG.exception("a callback failed")
            self._count(-1)

    def _count(self, change):
        """Counts the calls whose callback has not returned yet."""
        with self._changed:
            self._pending += change
            self._changed.notify_all()

    def run(self, coroutine, about, callback=None, is_logged=False):
        """Starts a coroutine and returns its concurrent.futures.Future at once.

        callback: called with the result; about: what the log says if it fails, which is logged
        for a call with a callback or with ``is_logged``, as nobody may look at its future.
        Raises RuntimeError after close()."""
        with self._changed:
            if self._is_closed:
                coroutine.close()
                raise RuntimeError("the connection is closed")
            self._pending += 1
        if callback or is_logged:
            coroutine = _logged(coroutine, about)
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)

        def done(_):
            # In the order of results: this runs in the thread of the loop.
            if callback and not future.cancelled() and not future.exception():
                self._results.put((callback, future.result()))
            else:
                self._count(-1)

        future.add_done_callback(done)
        return future

    def start(self, coroutine):
        """Starts a coroutine that runs until its future is cancelled, at the latest by close().
        Returns the future, which close() does not wait for."""
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        self._endless.add(future)
        future.add_done_callback(self._endless.discard)
        return future

    def deliver(self, callback, value):
        """Calls ``callback`` with a value, in the thread and the order of all callbacks."""
        self._count(1)
        self._results.put((callback, value))

    def close(self, last):
        """Waits for all calls and their callbacks, ends what start() has started, runs the
        coroutine function ``last``, and ends both threads. Not for a callback."""
        with self._changed:
            self._changed.wait_for(lambda: not self._pending)
            if self._is_closed:
                return
            self._is_closed = True
        for future in tuple(self._endless):
            future.cancel()
        asyncio.run_coroutine_threadsafe(last(), self._loop).result()
        self._results.put(None)
        self._loop.call_soon_threadsafe(self._loop.stop)
        for thread in self._threads:
            thread.join()
