#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reads lists from the controller as fast as it answers, and says how fast that is.

It changes nothing. READERS at a time, eight at most, read pages for SECONDS:

    load_test.py READERS SECONDS
"""
import asyncio
import itertools
import statistics
import sys
import time

from cloudmac import AsyncClient, CloudmacError

QUESTIONS = {
    "100 stations": lambda client: client.stations(limit=100),
    "weakest 10": lambda client: client.stations(sort="signal", limit=10),
    "100 WTPs": lambda client: client.wtps(limit=100),
    "100 decisions": lambda client: client.decisions(limit=100),
}


async def read(client, until, took):
    """Asks all questions in turn until a time. took: question -> seconds of its answers."""
    for name in itertools.cycle(QUESTIONS):
        start = time.monotonic()
        if start >= until:
            return
        try:
            async for _ in QUESTIONS[name](client):
                pass
            took[name].append(time.monotonic() - start)
        except CloudmacError as error:
            took["errors"].append(error)
            await asyncio.sleep(0.1)


async def measure(readers, seconds):
    """Returns the seconds of all answers by question, and the errors."""
    took = {name: [] for name in (*QUESTIONS, "errors")}
    async with AsyncClient() as client:
        until = time.monotonic() + seconds
        await asyncio.gather(*(read(client, until, took) for _ in range(readers)))
    return took


if __name__ == "__main__":
    measured = asyncio.run(measure(min(8, int(sys.argv[1])), float(sys.argv[2])))
    errors = measured.pop("errors")
    for question, times in measured.items():
        middle = statistics.median(times) * 1000 if times else float("nan")
        longest = max(times, default=float("nan")) * 1000
        print(f"{question}: {len(times)} answers, median {middle:.0f} ms, longest {longest:.0f} ms")
    print(f"{len(errors)} errors", *set(map(str, errors)), sep="\n  ")
