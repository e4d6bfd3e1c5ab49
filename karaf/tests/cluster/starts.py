#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how long three members need to serve: fresh members started together, fresh members started one second
apart, any two of three after all were off, and one member that was killed. Needs root and about 1 GB of memory for each
member.

    /usr/bin/python3 karaf/tests/cluster/starts.py --rounds 3
"""
import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
# pylint: disable=wrong-import-position
from nodes import members, wait_until_up  # noqa: E402

LIMIT_S = 120


def timed(starting, serving, seconds=LIMIT_S):
    """Start members one after the other, (delay, node) each, and wait until ``serving`` serve. Returns the measured
    values."""
    before = sum(node.restarts for node in serving)
    began = time.monotonic()
    for delay, node in starting:
        time.sleep(max(0, began + delay - time.monotonic()))
        node.start()
    try:
        wait_until_up(serving, seconds)
        up = True
    except (TimeoutError, RuntimeError) as error:
        print(error, file=sys.stderr)
        up = False
    return {
        "up": up,
        "seconds": round(time.monotonic() - began, 1),
        "restarts": sum(node.restarts for node in serving) - before,
        "load": round(os.getloadavg()[0], 1),
    }


def fresh(nodes, prepared):
    """Replace each member's folder by the prepared one, which was never started."""
    for node in nodes:
        node.kill()
        shutil.rmtree(node.home)
        shutil.copytree(prepared / node.name, node.home, symlinks=True)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument(
        "--rounds",
        type=int,
        default=3,
        metavar="N",
        help="rounds of each kind (default: %(default)s)",
    )
    parser.add_argument("--json", metavar="FILE", help="also write the results to this file")
    options = parser.parse_args(arguments)
    results = []

    def report(kind, result):
        results.append({"kind": kind, **result})
        print(json.dumps(results[-1]), flush=True)

    with tempfile.TemporaryDirectory(prefix="cloudmac-starts-") as place:
        place = pathlib.Path(place)
        with members(place) as nodes:
            prepared = place / "prepared"
            for node in nodes:
                shutil.copytree(node.home, prepared / node.name, symlinks=True)
            for number in range(options.rounds):
                fresh(nodes, prepared)
                report("together", timed([(0, node) for node in nodes], nodes))
                victim = nodes[number % len(nodes)]
                victim.kill()
                report("restart", timed([(0, victim)], nodes))
                for node in nodes:
                    node.kill()
                two = [node for node in nodes if node is not victim]
                report(f"without {victim.name}", timed([(0, node) for node in two], two))
                fresh(nodes, prepared)
                report("one second apart", timed(list(enumerate(nodes)), nodes))
    if options.json:
        pathlib.Path(options.json).write_text(
            json.dumps(results, indent=1) + "\n", encoding="utf-8"
        )
    return 0 if all(result["up"] for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
