#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Applies another queue policy to all links at each given time of the day.

    policy_by_time.py LINK-RATE TIME=TYPE...
    policy_by_time.py 95000000 08:00=cloudmac 20:00=fq-codel
"""
import contextlib
import datetime
import sys
import time

from cloudmac import Client, CloudmacError

PERIOD_S = 20


def read(words):
    """Returns the times and types of words such as "08:00=cloudmac", sorted."""
    pairs = (word.split("=", 1) for word in words)
    return sorted((datetime.time.fromisoformat(when), kind) for when, kind in pairs)


def wanted(schedule, now):
    """Returns the type at a time of the day; before the first one it is that of the last day."""
    past = [kind for when, kind in schedule if when <= now]
    return past[-1] if past else schedule[-1][1]


def keep(client, schedule, rate, applied, now):
    """Applies the policy of the time if it is not ``applied``. Returns what all ports have then."""
    kind = wanted(schedule, now)
    if kind == applied:
        return applied
    try:
        ports = client.apply_qos(kind, link_rate=rate).port
    except CloudmacError as error:
        print(f"{now:%H:%M} {kind}: {error}", file=sys.stderr)
        return applied
    failed = [f"{one.port}: {one.error}" for one in ports if one.state == "failed"]
    done = f"{len(ports) - len(failed)} of {len(ports)} ports"
    print(f"{now:%H:%M} {kind} at {done}", *failed, sep="\n  ", flush=True)
    return applied if failed else kind  # it is tried again


if __name__ == "__main__":
    table, policy = read(sys.argv[2:]), None
    with Client() as controller, contextlib.suppress(KeyboardInterrupt):
        while True:
            clock = datetime.datetime.now().time()
            policy = keep(controller, table, int(sys.argv[1]), policy, clock)
            time.sleep(PERIOD_S)
