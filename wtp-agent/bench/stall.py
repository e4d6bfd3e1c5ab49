#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how much the agent's other work delays frames.

Frames pass through the agent one at a time, downwards, as with bench.py. The kinds take turns:

    quiet       nothing else happens
    flood       strangers connect to the control port: each one sends the ClientHello of a TLS
                handshake, so that the agent computes a key and a signature, and then is silent
    operations  a controller adds a lease of another BSSID and removes it, every 10 ms. The test
                radio waits for --operation-ms in each operation, as the kernel may in nl80211.

The verdict is PASS if each of the others adds less than 0.2 ms to the 99th percentile of the
delay.
Needs root, two cores and a network namespace of its own; "make bench-stall" has them.

Exit status: 0 for PASS, 1 for FAIL, 2 for wrong arguments.
"""

import abc
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
import comparison
from bench_frames import downlink

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "daemon/tests/component"))


from cloudmac_testbed import results as record  # noqa: E402
from connection import PORT, ControllerConnection  # noqa: E402
from pki import WTP, Pki, wtp_cert  # noqa: E402

BOUND_MS = 0.2
FRAME_OCTETS = 1550
OPERATIONS_PAUSE = 0.01  # seconds from one lease to the next
OTHER_BSSID = "02:aa:bb:cc:00:02"
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


class Disturbance(abc.ABC):
    """Does something again and again in a thread, and counts it. The end raises what failed."""

    name = None

    def __init__(self, pause):
        self.pause = pause
        self.stop = threading.Event()
        self.count = 0
        self.error = None
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, kind, *_):
        self.stop.set()
        self.thread.join()
        if self.error:
            raise self.error
        if not kind and not self.count:
            raise RuntimeError(f"no {self.name}: there was no disturbance")

    def run(self):
        try:
            self.repeat()
        except Exception as error:
            self.error = error

    def repeat(self):
        with contextlib.ExitStack() as stack:
            due = time.monotonic()
            while not self.stop.wait(max(0, due - time.monotonic())):
                due += self.pause
                self.act(stack)
                self.count += 1

    @abc.abstractmethod
    def act(self, stack):
        """Does it once. stack: closes what it opened, at the end."""


class Flood(Disturbance):
    """Connects so many times a second, each time from another address."""

    name = "strangers"

    def __init__(self, per_second):
        super().__init__(1 / per_second)
        self.hello = client_hello()

    def act(self, stack):
        source = f"127.{random.randrange(1, 255)}.{random.randrange(256)}.1"
        stranger = socket.create_connection(("127.0.0.1", PORT), 5, (source, 0))
        stack.enter_context(stranger)
        with contextlib.suppress(ConnectionError):
            stranger.sendall(self.hello)


class Operations(Disturbance):
    """Adds a lease and removes it."""

    name = "leases"

    def __init__(self, controller):
        super().__init__(OPERATIONS_PAUSE)
        self.controller = controller

    def act(self, stack):
        lease = {"bssid": OTHER_BSSID, "radio": 0}
        self.controller.call("ack.lease", **lease, ttl_ms=60000)
        self.controller.call("ack.release", **lease)


def measure(options, disturbance):
    """Returns the delays of frames in us, and how often the disturbance acted meanwhile."""
    frame = downlink(FRAME_OCTETS)
    with disturbance or contextlib.nullcontext():
        before = disturbance.count if disturbance else 0
        text = bench.traffic(options, "latency", ("vap0", "air0"), options.frames, frame)
        count = disturbance.count - before if disturbance else 0
    return [float(line) for line in text.split()], count


@contextlib.contextmanager
def agent(options, folder):
    pki = Pki(folder)
    config = pathlib.Path(folder) / "wtp.conf"
    text = bench.CONFIG.replace("[wtp]", f"[wtp]\nid = {WTP}")
    cert = pki.path("good", wtp_cert())
    config.write_text(text + CONTROL.format(pki=pki.path("good", ""), cert=cert))
    os.environ["CLOUDMAC_TEST_OPERATION_MS"] = str(options.operation_ms)
    with bench.process(options.core, options.agent, "-f", "-c", str(config)):
        bench.wait_until_forwarding(options, ("vap0", "air0"), downlink(FRAME_OCTETS))
        yield pki


def summary(runs, counted):
    """Returns percentiles in ms of all rounds of one kind, and how often it acted."""
    delays = [delay for found, _ in runs for delay in found]
    return {
        "p50_ms": round(comparison.quantile(delays, 0.5) / 1000, 4),
        "p99_ms": round(comparison.quantile(delays, 0.99) / 1000, 4),
        "p999_ms": round(comparison.quantile(delays, 0.999) / 1000, 4),
        "worst_ms": round(max(delays) / 1000, 4),
        "frames": len(delays),
        **({counted: sum(count for _, count in runs)} if counted else {}),
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
    parser.add_argument(
        "--operation-ms",
        type=int,
        default=4,
        help="duration of an operation of the test radio: %(default)s",
    )
    parser.add_argument("--core", type=int, default=1, help="the agent's: default %(default)s")
    parser.add_argument("--sender-core", type=int, default=0, help="default %(default)s")
    return parser.parse_args()


def main():
    options = parse_arguments()
    bench.make_links()
    bench.place_receiving(options, "sender")
    runs = {"quiet": [], "flood": [], "operations": []}
    with bench.kernel_first(
        {options.core, options.sender_core}
    ), tempfile.TemporaryDirectory() as folder:
        with agent(options, folder) as pki, ControllerConnection(pki) as controller:
            for _ in range(options.rounds):
                runs["quiet"].append(measure(options, None))
                runs["flood"].append(measure(options, Flood(options.rate)))
                runs["operations"].append(measure(options, Operations(controller)))
    counted = {"quiet": None, "flood": Flood.name, "operations": Operations.name}
    found = {kind: summary(kept, counted[kind]) for kind, kept in runs.items()}
    added = {
        kind: round(found[kind]["p99_ms"] - found["quiet"]["p99_ms"], 4)
        for kind in ("flood", "operations")
    }
    passed = all(value < BOUND_MS for value in added.values())
    options.results.mkdir(parents=True, exist_ok=True)
    result = options.results / "agent-stall.json"
    result.write_text(
        json.dumps(
            {
                **record.origin("make -C wtp-agent bench-stall", None),
                "clock": "real",
                "cores": os.cpu_count(),
                "rate": options.rate,
                "operation_ms": options.operation_ms,
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
        print(f"{kind:10}" + "".join(f"  {key} {value}" for key, value in one.items()))
    print(f"each operation of the test radio takes {options.operation_ms} ms")
    print(
        f"verdict: {'PASS' if passed else 'FAIL'}, the flood adds {added['flood']} ms and "
        f"operations {added['operations']} ms, bound {BOUND_MS} ms"
    )
    print(f"results: {result.resolve()}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
