#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how much strangers at the agent's control port delay frames.

Frames pass through the agent one at a time, downwards, as with bench.py. In turns nobody
connects, and a flood of strangers does: each one sends the ClientHello of a TLS handshake, so
that the agent computes a key and a signature, and then is silent.

The verdict is PASS if the flood adds less than 0.2 ms to the 99th percentile of the delay.
Needs root, two cores and a network namespace of its own; "make bench-stall" has them.

Exit status: 0 for PASS, 1 for FAIL, 2 for wrong arguments.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import socket
import ssl
import sys
import tempfile
import threading
import time

import bench

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "component"))

from harness import PORT, WTP, Pki, wtp_cert  # noqa: E402

from cloudmac_testbed import results as record  # noqa: E402

BOUND_MS = 0.2
CONTROL = """
[control]
ca = {pki}/ca.pem
cert = {cert}.pem
key = {cert}.key
"""


def client_hello():
    """Returns the first octets of a TLS handshake."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    with contextlib.suppress(ssl.SSLWantReadError):
        context.wrap_bio(incoming, outgoing).do_handshake()
    return outgoing.read()


class Flood:
    """Connects so many times a second, each time from another address."""

    def __init__(self, per_second):
        self.pause = 1 / per_second
        self.hello = client_hello()
        self.stop = threading.Event()
        self.connections = 0
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()

    def run(self):
        with contextlib.ExitStack() as stack:
            due = time.monotonic()
            while not self.stop.wait(max(0, due - time.monotonic())):
                due += self.pause
                source = f"127.{random.randrange(1, 255)}.{random.randrange(256)}.1"
                stranger = socket.create_connection(("127.0.0.1", PORT), 5, (source, 0))
                stack.enter_context(stranger)
                with contextlib.suppress(ConnectionError):
                    stranger.sendall(self.hello)
                self.connections += 1


def measure(options, flooded):
    """Returns the delays of frames in us, and how many strangers connected meanwhile."""
    frame = bench.downlink(bench.BOUND_SIZE)
    with Flood(options.rate) if flooded else contextlib.nullcontext() as flood:
        before = flood.connections if flood else 0
        text = bench.traffic(options, "latency", ("vap0", "air0"), options.frames, frame)
        strangers = flood.connections - before if flood else 0
    return [float(line) for line in text.split()], strangers


@contextlib.contextmanager
def agent(options, folder):
    pki = Pki(folder)
    config = pathlib.Path(folder) / "wtp.conf"
    text = bench.CONFIG.replace("[wtp]", f"[wtp]\nid = {WTP}")
    cert = pki.path("good", wtp_cert())
    config.write_text(text + CONTROL.format(pki=pki.path("good", ""), cert=cert))
    with bench.process(options.core, options.agent, "-f", "-c", str(config)):
        bench.wait_until_forwarding(options, ("vap0", "air0"), bench.downlink(bench.BOUND_SIZE))
        yield


def summary(runs):
    """Returns percentiles in ms of all rounds of one kind, and the strangers."""
    delays = [delay for found, _ in runs for delay in found]
    return {
        "p50_ms": round(bench.quantile(delays, 0.5) / 1000, 4),
        "p99_ms": round(bench.quantile(delays, 0.99) / 1000, 4),
        "p999_ms": round(bench.quantile(delays, 0.999) / 1000, 4),
        "worst_ms": round(max(delays) / 1000, 4),
        "frames": len(delays),
        "strangers": sum(count for _, count in runs),
    }


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("agent", "traffic"):
        parser.add_argument(
            f"--{name}", required=True, help="the program (make bench-stall sets it)"
        )
    parser.add_argument("--results", type=pathlib.Path, required=True, help="folder for the result")
    parser.add_argument("--rounds", type=int, default=5, help="default %(default)s")
    parser.add_argument("--frames", type=int, default=100000, help="a round: default %(default)s")
    parser.add_argument("--rate", type=int, default=200, help="strangers a second: %(default)s")
    parser.add_argument("--core", type=int, default=1, help="the agent's: default %(default)s")
    parser.add_argument("--sender-core", type=int, default=0, help="default %(default)s")
    return parser.parse_args()


def main():
    options = parse_arguments()
    bench.make_links()
    bench.place_receiving(options, "sender")
    runs = {"quiet": [], "flood": []}
    with bench.kernel_first(
        {options.core, options.sender_core}
    ), tempfile.TemporaryDirectory() as folder:
        with agent(options, folder):
            for _ in range(options.rounds):
                for kind, kept in runs.items():
                    kept.append(measure(options, kind == "flood"))
    found = {kind: summary(kept) for kind, kept in runs.items()}
    added = round(found["flood"]["p99_ms"] - found["quiet"]["p99_ms"], 4)
    passed = added < BOUND_MS
    options.results.mkdir(parents=True, exist_ok=True)
    result = options.results / "agent-stall.json"
    result.write_text(
        json.dumps(
            {
                **record.origin("make -C wtp-agent bench-stall", None),
                "clock": "real",
                "cores": os.cpu_count(),
                "rate": options.rate,
                **found,
                "p99_added_ms": added,
                "bound_ms": BOUND_MS,
                "verdict": "pass" if passed else "fail",
            },
            indent=1,
        )
        + "\n"
    )
    for kind, one in found.items():
        print(f"{kind:6}" + "".join(f"  {key} {value}" for key, value in one.items()))
    print(
        f"verdict: {'PASS' if passed else 'FAIL'}, the flood adds {added} ms, bound {BOUND_MS} ms"
    )
    print(f"results: {result.resolve()}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
